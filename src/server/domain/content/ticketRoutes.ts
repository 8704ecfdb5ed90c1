import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { SiteTicket, TicketOwner } from '../../../answers/content.ts'
import { userActionType } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { writeUserAction } from '../../platform/audit.ts'
import { transact } from '../../platform/database/transact.ts'
import { textError } from '../../platform/errors.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { readParameter } from '../settings/public.ts'

const ticketSeconds = 60
const RedeemBody = Type.Object({ ticket: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: false })
const ticketTexts = { noSite: '尚未設定外部管理站網址，請於本頁維護內容。', gone: '憑證已失效，請重新開啟。' } as const

/**
 * Routes for 開啟外部管理站 (domain 4.17). The page asks for a ticket and opens the site of CMS.URL with it. The site redeems the ticket once,
 * within a minute, and learns who came.
 */
export function ticketRoutes(app: FastifyInstance): void {
  const { db, clock } = app
  const routes = typedRoutes(app)
  const hashOf = (ticket: string) => createHmac('sha256', app.secrets.lookupHash).update(`content ticket ${ticket}`).digest('hex')

  routes.post(
    '/api/exchange_cms/exchange_cms_redirect/ticket',
    {
      config: { permission: 'exchange_cms.exchange_cms_redirect.view' },
      schema: { body: Type.Object({}, { additionalProperties: false }), response: { 200: SiteTicket } },
    },
    async ({ actor }) =>
      transact(db, async (trx) => {
        const now = clock.now()
        const site = await readParameter(trx, 'CMS.URL', taipeiDate(now))
        if (site === null || site === '') throw textError(409, ticketTexts.noSite)
        const ticket = randomBytes(32).toString('hex')
        await trx.deleteFrom('contentTicket').where('expiresAt', '<=', now).execute()
        const expiresAt = new Date(now.getTime() + ticketSeconds * 1000)
        await trx
          .insertInto('contentTicket')
          .values({ ticketHash: hashOf(ticket), userName: actor.userName, expiresAt })
          .execute()
        await writeUserAction(trx, { actor, userActionType: userActionType.other, action: '開啟外部內容管理站', entity: 'portalContent' })
        const url = new URL(site)
        url.searchParams.set('ticket', ticket)
        return { url: url.href }
      }),
  )

  routes.post(
    '/api/exchange_cms/tickets/redeem',
    {
      config: { permission: 'public', rateLimit: { max: 60, timeWindow: '10 minutes' } },
      schema: { body: RedeemBody, response: { 200: TicketOwner } },
    },
    async ({ body }) => {
      const taken = await db
        .deleteFrom('contentTicket')
        .where('ticketHash', '=', hashOf(body.ticket))
        .returning(['userName', 'expiresAt'])
        .executeTakeFirst()
      if (!taken || taken.expiresAt <= clock.now()) throw textError(409, ticketTexts.gone)
      return { userName: taken.userName }
    },
  )
}
