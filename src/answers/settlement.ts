import Type from 'typebox'
import { type AnswerOf, Day, Moment, orNull, pageOf, Whole, wordOf } from './shapes.ts'

/** How far a request has come, as its member sees it; `returned`, `withdrawn` and `void` lead no further. */
const RequestStage = wordOf('received', 'processing', 'approved', 'generated', 'delivered', 'returned', 'withdrawn', 'void')
export type RequestStage = AnswerOf<typeof RequestStage>

/** A request of a member for points. What staff write into a draft is not told before it is approved. */
const OwnRequest = Type.Object({
  settlementNo: Type.String(),
  requestedAt: Moment,
  /** Dictionary DeliveryMethod. */
  deliveryMethod: Type.String(),
  pointsPerSerial: Whole,
  quantity: Whole,
  totalPoints: Whole,
  purpose: orNull(Type.String()),
  stage: RequestStage,
  /** NT$ to be paid, with tax; null before the approval. */
  totalAmount: orNull(Whole),
  isPaid: Type.Boolean(),
  /** Why it was returned or ended. */
  reason: orNull(Type.String()),
  canWithdraw: Type.Boolean(),
})
export type OwnRequest = AnswerOf<typeof OwnRequest>

/** `GET /api/portal/point_requests/{pageIndex}/{pageSize}` */
export const RequestPage = pageOf(OwnRequest)
export type RequestPage = AnswerOf<typeof RequestPage>

/** `POST /api/portal/point_requests` */
export const SentRequest = Type.Object({ settlementNo: Type.String() })
export type SentRequest = AnswerOf<typeof SentRequest>

/** An order as its corporate member sees it; drafts of staff are not shown. */
const OwnSettlement = Type.Object({
  id: Whole,
  settlementNo: Type.String(),
  /** Dictionary DeliveryMethod. */
  deliveryMethod: Type.String(),
  pointsPerSerial: Whole,
  quantity: Whole,
  totalPoints: Whole,
  usedPoints: Whole,
  remainingPoints: Whole,
  /** Serials and cards that wrong pins or staff froze; customer service thaws them. */
  frozenCount: Whole,
  totalAmount: Whole,
  validFrom: Day,
  validTo: Day,
  invoiceNo: orNull(Type.String()),
  invoiceDate: orNull(Day),
  /** Dictionary PaymentStatus. */
  paymentStatus: Type.String(),
  /** Dictionary SerialBatchStatus. */
  status: Type.String(),
  deliveredAt: orNull(Moment),
  /** Downloads of the serial file that are left, and until when; null when there is no file (any more). */
  downloadsLeft: orNull(Whole),
  fileValidTo: orNull(Moment),
})
export type OwnSettlement = AnswerOf<typeof OwnSettlement>

/** `GET /api/portal/settlements/{pageIndex}/{pageSize}` */
export const SettlementPage = pageOf(OwnSettlement)
export type SettlementPage = AnswerOf<typeof SettlementPage>

/** A serial that was mailed, as its corporate member sees it: never what opens it. */
const MailedSerial = Type.Object({
  serialId: Whole,
  last4: Type.String(),
  recipientName: Type.String(),
  recipientEmail: Type.String(),
  /** Of the newest mail; `recorded`: this system has no mail server. */
  state: wordOf('waiting', 'sent', 'failed', 'recorded'),
  sentAt: orNull(Moment),
  mailCount: Whole,
  usedPoints: Whole,
  canResend: Type.Boolean(),
})
export type MailedSerial = AnswerOf<typeof MailedSerial>

/** `GET /api/portal/settlements/{settlementNo}/serial_mails/{pageIndex}/{pageSize}` */
export const MailedPage = pageOf(MailedSerial)
export type MailedPage = AnswerOf<typeof MailedPage>

/** `POST /api/portal/settlements/{settlementNo}/serial_mails` */
export const SentSerials = Type.Object({ sent: Whole })
export type SentSerials = AnswerOf<typeof SentSerials>

/** `POST /api/portal/serials/deposit` */
export const Deposit = Type.Object({
  depositedPoints: Whole,
  balance: Whole,
  transactionNo: Type.String(),
  expireDate: Day,
  /** The answer is that of an earlier deposit of the same serial by the same member. */
  depositedAt: Type.Optional(Moment),
})
export type Deposit = AnswerOf<typeof Deposit>
