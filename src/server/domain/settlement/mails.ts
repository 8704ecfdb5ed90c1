import { layOutMail } from '../../platform/mail/mailLayout.ts'
import type { Mail } from '../../platform/mail/outbox.ts'

/** Whom mails of an order go to, and what they tell of it. */
export interface OrderMail {
  readonly email: string
  readonly companyName: string
  readonly contactName: string
  readonly settlementNo: string
  readonly totalPoints: number
  readonly validTo: string
  /** Base of links, without trailing slash. */
  readonly publicUrl: string
}

const memberPath = '/member'

function head({ email, companyName, contactName }: RequestMail, subject: string) {
  return { to: email, subject, greeting: `${companyName} ${contactName}` }
}

function facts({ settlementNo, totalPoints, validTo }: OrderMail): readonly (readonly [string, string])[] {
  return [
    ['批次編號', settlementNo],
    ['總點數', `${totalPoints.toLocaleString('en-US')} 點`],
    ['使用期限', validTo],
  ]
}

/** What mails about a request tell, before there is a price or a day. */
export type RequestMail = Omit<OrderMail, 'validTo'>

const requestFacts = ({ settlementNo, totalPoints }: RequestMail) =>
  [
    ['批次編號', settlementNo],
    ['申請點數', `${totalPoints.toLocaleString('en-US')} 點`],
  ] as const

const progressLink = ({ publicUrl }: RequestMail) => ({ label: '查詢申請進度', address: `${publicUrl}/member_purchase` })

/** A request of the member has come in; nothing is sold yet. */
export function requestReceivedMail(request: RequestMail): Mail {
  return layOutMail({
    ...head(request, '點數採購申請已收到'),
    paragraphs: ['我們已收到您的點數採購申請，將由專人確認價格與交付方式後與您聯繫。處理進度可隨時登入企業會員網站查詢。'],
    facts: requestFacts(request),
    link: progressLink(request),
  })
}

/** @param request `totalAmount` in whole NT$, with tax */
export function requestApprovedMail(request: OrderMail & { readonly totalAmount: number }): Mail {
  return layOutMail({
    ...head(request, '點數採購申請已核准'),
    paragraphs: ['您的點數採購申請已核准，付款方式將由專人與您聯繫；完成付款後，我們會依您選擇的方式交付點數。'],
    facts: [
      ...requestFacts(request),
      ['應付總額（含稅）', `NT$${request.totalAmount.toLocaleString('en-US')}`],
      ['使用期限', request.validTo],
    ],
    link: progressLink(request),
  })
}

export function requestReturnedMail(request: RequestMail & { readonly reason: string }): Mail {
  return layOutMail({
    ...head(request, '點數採購申請需調整'),
    paragraphs: ['您的點數採購申請未通過審核，原因如下。專人將與您聯繫調整內容，也可洽客服人員。'],
    facts: [...requestFacts(request), ['原因', request.reason]],
    link: progressLink(request),
  })
}

export function requestEndedMail(request: RequestMail & { readonly reason: string }): Mail {
  return layOutMail({
    ...head(request, '點數採購申請已取消'),
    paragraphs: ['您的點數採購申請已取消，原因如下。如仍需採購，可重新提出申請，或洽客服人員。'],
    facts: [...requestFacts(request), ['原因', request.reason]],
    link: progressLink(request),
  })
}

/** Where the file is; its password comes by another mail. */
export function fileReadyMail(order: OrderMail, file: { readonly downloadsMax: number; readonly validDays: number }): Mail {
  return layOutMail({
    ...head(order, '點數序號已交付'),
    paragraphs: [
      `您訂購的點數序號已交付，請登入企業會員首頁，於採購紀錄下載序號檔。檔案限 ${file.validDays} 日內下載 ${file.downloadsMax} 次。`,
      '檔案已加密，解壓縮密碼另以電子郵件寄送。解開檔案需要支援 AES 加密的壓縮軟體，例如 7-Zip。',
    ],
    facts: facts(order),
    link: { label: '前往企業會員首頁', address: order.publicUrl + memberPath },
  })
}

/** The password alone: no word about where the file is. */
export function filePasswordMail(order: OrderMail, password: string): Mail {
  return layOutMail({
    ...head(order, '點數序號檔密碼'),
    paragraphs: ['以下為點數序號檔的解壓縮密碼，請勿轉寄，並與序號檔分開保存。'],
    facts: [
      ['批次編號', order.settlementNo],
      ['密碼', password],
    ],
  })
}

export function depositedMail(order: OrderMail): Mail {
  return layOutMail({
    ...head(order, '點數已存入企業帳戶'),
    paragraphs: ['您訂購的點數已存入企業帳戶，可立即兌換票券。'],
    facts: facts(order),
    link: { label: '前往企業會員首頁', address: order.publicUrl + memberPath },
  })
}

export function cardsSentMail(order: OrderMail): Mail {
  return layOutMail({
    ...head(order, '實體卡已出貨'),
    paragraphs: ['您訂購的實體卡已全數出貨。卡片開卡後點數即生效，卡號與密碼印於卡片上。'],
    facts: facts(order).slice(0, 2),
  })
}

interface SerialParcel {
  readonly companyName: string
  readonly recipient: { readonly name: string; readonly email: string }
  readonly serial: { readonly serialNo: string; readonly pin: string; readonly points: number; readonly validTo: string }
  readonly publicUrl: string
}

/** A serial from a company to one of its people. Whoever reads it can spend the points, so it says so. */
export function serialMail({ companyName, recipient, serial, publicUrl }: SerialParcel): Mail {
  const points = `${serial.points.toLocaleString('en-US')} 點`
  return layOutMail({
    to: recipient.email,
    subject: `${companyName} 送您 ${points}`,
    greeting: recipient.name,
    paragraphs: [
      `${companyName} 送您 ${points}，可至點數兌換網挑選想要的票券，不需註冊。`,
      '任何持有下列序號與密碼的人都能使用點數，請勿轉寄本信件。',
    ],
    facts: [
      ['點數', points],
      ['點數序號', serial.serialNo],
      ['密碼', serial.pin],
      ['使用期限', serial.validTo],
    ],
    link: { label: '前往挑選票券', address: `${publicUrl}/exchange` },
  })
}
