import { partnerCallNames } from '../../src/server/domain/partner/catalog/catalog.ts'
import { otherAddresses, otherMethods, partnerBase } from '../../src/server/domain/partner/routes.ts'

/**
 * Routes without a permission, each with the reason. A route without permission that is in none of these lists fails the test of all
 * routes, so that its author has to give a reason.
 */

/** Calls of the partner API, which are signed by the sender and have no session. */
const partnerRoutes: Readonly<Record<string, string>> = Object.fromEntries([
  ...partnerCallNames.map((name) => [`POST ${partnerBase}/${name}`, 'signed by its sender with the key of a platform']),
  ...otherMethods.map((method) => [`${method} ${otherAddresses}`, 'says only that there is no such call']),
])

/** Open to everybody. */
export const publicRoutes: Readonly<Record<string, string>> = {
  ...partnerRoutes,
  'GET /healthz': 'asked by load balancers, which have no account; says nothing but that the process lives',
  'GET /readyz': 'asked by load balancers, which have no account; says nothing but that the database answers',
  'GET /*': 'the pages and their files: the sign-in page must be shown to strangers',
  'GET /api/screens/validators/:hash(^[0-9a-f]{8,64}$).js': 'import() sends no token; the address is the hash of the content',
  'POST /connect/token': 'signing in',
  'GET /api/account/captcha': 'asked before the link of a forgotten password is sent',
  'POST /api/account/createForgetPasswordEMail': 'asked by those who cannot sign in',
  'PUT /api/account/users/updateForgetPassword': 'done by those who cannot sign in; the mailed token is the key',
  'GET /api/portal/contents/:contentType': 'published pages of the portal, written to be read by strangers',
  'GET /api/portal/contents/:contentType/pictures/:place': 'the pictures of those pages',
  'GET /api/portal/contents/:contentType/pictures/:digest/:width': 'smaller copies of those pictures',
  'GET /api/portal/form_options': 'the choices of the application form, which strangers fill in',
  'POST /api/portal/corporate_member_register': 'an application of somebody who has no account yet; captcha and limits per address',
  'POST /api/portal/corporate_member_apply/code': 'mails a code to the address of the application; tells nobody whether there is one',
  'POST /api/portal/corporate_member_apply/open': 'the mailed code is the key',
  'POST /api/portal/corporate_member_apply/supplement': 'the ticket that the mailed code opened is the key',
  'GET /api/portal/exchange/coupons': 'the coupons that are offered, without numbers',
  'GET /api/portal/exchange/coupons/:couponBatchNo/image': 'the picture of an offered coupon',
  'GET /api/portal/exchange/coupons/:couponBatchNo/image/:digest/:width': 'a smaller copy of that picture',
  'POST /api/portal/exchange/serials': 'serial and pin are the key; five wrong pins freeze, captcha and limits per address',
  'POST /api/portal/exchange/calculate': 'sums of offered coupons',
  'POST /api/portal/exchange': 'serial and pin are the key, and pay',
  'POST /api/portal/exchange/mail':
    'the random key of the order, known to the page that made it, is the key; to the recipients of then, three times a day',
  'POST /api/exchange_cms/tickets/redeem': 'asked by the external site for contents; the ticket is the key, once and for a minute',
  'GET /api/shared/code_table': 'parameters marked public only: the sign-in page needs some',
}

/** Open to all signed-in users of any role. */
export const signedInRoutes: Readonly<Record<string, string>> = {
  'GET /api/screens/:group/:name': 'decided by the screen itself: 403 without its view permission',
  'GET /api/screens/:group/:name/opening': 'decided by the screen itself: 403 without its view permission',
  'POST /api/screens/:group/:name/printed': 'decided by the screen itself: 403 without its button 列印; writes about the user itself',
  'GET /api/screens/events': 'tells each user only about screens that it may open',
  'GET /api/screens/:group/:name/preferences': 'of the user itself',
  'PUT /api/screens/:group/:name/preferences': 'of the user itself',
  'PUT /api/shared/dictionary': 'options are cut to the rows that the user may see',
  'PUT /api/account/users/updatepassword/:id': 'the own password; for others it asks for resetpassword itself',
  'GET /api/account/users/me/functions': 'the menu, cut to the own permissions',
  'POST /api/account/user_action_log': 'writes about the user itself',
  'GET /api/shared/company_type': 'a dictionary without secrets',
  'GET /api/shared/company_group': 'options are cut to the rows that the user may see',
  'GET /api/noticeboard/announcements/:pageIndex/:pageSize': 'the first page of everybody; rows by audience',
  'GET /api/noticeboard/announcements/:id': 'rows by audience',
  'POST /api/noticeboard/announcements/:id/read': 'remembers what the user itself has read',
  'GET /api/dashboards': 'the dashboard of the own role, without tiles that the user may not see',
  'GET /api/dashboards/:name/tiles/:id': 'decided by the tile: 404 for another role, 403 without the view permission of its screen',
  'GET /api/noticeboard/todo': 'counts only what the user may work on',
  'POST /api/portal/settlements/:settlementNo/serial_mails': 'serials of an own order to own people, with the password of its file',
  'GET /api/portal/settlements/:settlementNo/serial_mails/:pageIndex/:pageSize': 'what was mailed of an own order',
  'POST /api/portal/settlements/:settlementNo/serial_mails/:serialId/mail':
    'a mailed serial of an own order to the same address, three times a day',
  'GET /api/portal/home': 'of the own corporate member; others get 403',
  'POST /api/portal/member/agree': 'the consent of the own corporate member',
  'GET /api/portal/corporate_member_apply': 'data of the own corporate member',
  'PUT /api/portal/corporate_member_apply': 'data of the own corporate member',
  'GET /api/portal/ledger/:pageIndex/:pageSize': 'entries of the own corporate member',
  'GET /api/portal/ledger/export': 'entries of the own corporate member',
  'POST /api/portal/serials/deposit': 'into the account of the own corporate member',
  'GET /api/portal/settlements/:pageIndex/:pageSize': 'orders of the own corporate member',
  'POST /api/portal/point_requests': 'a draft order of the own corporate member, so many open ones',
  'GET /api/portal/point_requests/:pageIndex/:pageSize': 'requests of the own corporate member',
  'POST /api/portal/point_requests/:settlementNo/withdraw': 'an own request that nobody has worked on',
  'POST /api/portal/settlements/:settlementNo/file': 'the file of an own order, three times',
  'POST /api/portal/settlements/:settlementNo/mail': 'the password of an own file to the mailbox of the account, three times a day',
  'GET /api/portal/exchange_v2/account': 'balance and limits of the own corporate member',
  'POST /api/portal/exchange_v2': 'paid from the account of the own corporate member',
  'GET /api/portal/orders/:pageIndex/:pageSize': 'orders of the own corporate member',
  'GET /api/portal/orders/:orderNo': 'an order of the own corporate member',
  'POST /api/portal/orders/:orderNo/mail': 'coupons of an own order to their recipients, three times a day',
  'GET /api/noticeboard/notices/:pageIndex/:pageSize': 'what the user itself was told',
  'POST /api/noticeboard/notices/:id/read': 'remembers what the user itself has read',
  'POST /api/noticeboard/notices/read': 'remembers what the user itself has read',
  'GET /api/subscriptions': 'of the user itself',
  'POST /api/subscriptions': 'decided by the screen itself: 403 without its export permission; goes to the mailbox of the user itself',
  'PUT /api/subscriptions/:id': 'of the user itself, while it still has the permission to export',
  'DELETE /api/subscriptions/:id': 'of the user itself',
  'POST /api/subscriptions/:id/send': 'of the user itself, once a minute',
  'GET /api/noticeboard/files': 'files of the user itself',
  'GET /api/noticeboard/files/:id': 'files of the user itself, while it still has the permission to export them',
}

/** Calls outside `/api`, which have no anti-forgery token. */
export const withoutForgeryToken: Readonly<Record<string, string>> = {
  ...partnerRoutes,
  'POST /connect/token': 'needs the password or a refresh token in the body, which no foreign page has',
}
