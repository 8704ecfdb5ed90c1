import Type from 'typebox'
import { Picture } from './pictures.ts'
import { type AnswerOf, Day, listOf, Moment, orNull, Whole, wordOf } from './shapes.ts'

/** A coupon product as it is offered now; what is not offered is not told. */
export const Offer = Type.Object({
  couponBatchNo: Type.String(),
  couponName: Type.String(),
  /** Dictionary CouponType, and its label. */
  couponType: Type.String(),
  couponTypeName: Type.String(),
  supplierName: Type.String(),
  /** NT$. */
  faceValue: Whole,
  pointsPerCoupon: Whole,
  usageNote: Type.String(),
  /** 注意事項: HTML, cleaned by the server. */
  terms: Type.String(),
  exchangeEnd: Moment,
  /** Until when a coupon can be used, in words. */
  validText: Type.String(),
  perOrderLimit: Whole,
  /** Of one corporate member, in a month. */
  perCorporateMonthly: Whole,
  /** At most as many as one order may take. */
  stock: Whole,
  stockState: wordOf('plenty', 'low', 'none'),
  /** The picture as stored, for pages of the version before. */
  imageUrl: Type.String(),
  picture: orNull(Picture),
})
export type OfferedCoupon = AnswerOf<typeof Offer>

/** `GET /api/portal/exchange/coupons` */
export const Offers = Type.Object({ coupons: listOf(Offer) })
export type Offers = AnswerOf<typeof Offers>

/** `POST /api/portal/exchange/calculate` */
export const Calculation = Type.Object({
  quantity: Whole,
  usedPoints: Whole,
  /** Negative when the points are not enough; null when nobody said how many there are. */
  leftPoints: orNull(Whole),
  faceAmount: Whole,
  /** What sending would be refused with, as things stand. */
  problems: listOf(Type.String()),
})

/** What a right pin opens. */
const openSerial = { last4: Type.String(), remainingPoints: Whole, expireDate: orNull(Day) }
const OpenSerial = Type.Object(openSerial)
export type OpenSerial = AnswerOf<typeof OpenSerial>

/** The verdict on one serial or card. */
const SerialVerdict = Type.Union([
  Type.Object({ ok: Type.Literal(true), ...openSerial }),
  Type.Object({ ok: Type.Literal(false), text: Type.String(), code: Type.String() }),
])
export type SerialVerdict = AnswerOf<typeof SerialVerdict>

/** `POST /api/portal/exchange/serials` */
export const SerialVerdicts = Type.Object({ totalPoints: Whole, serials: listOf(SerialVerdict) })
export type SerialVerdicts = AnswerOf<typeof SerialVerdicts>

const orderRow = {
  orderNo: Type.String(),
  orderedAt: Moment,
  /** Dictionary ExchangeChannel. */
  channel: Type.String(),
  quantity: Whole,
  points: Whole,
  faceAmount: Whole,
  /** Dictionary ExchangeStatus, and its label. */
  status: Type.String(),
  statusName: Type.String(),
}

const OrderRow = Type.Object(orderRow)
export type OrderRow = AnswerOf<typeof OrderRow>

/** `GET /api/portal/orders/{pageIndex}/{pageSize}` */
export const OrderPage = Type.Object({ totalCount: Whole, pageIndex: Whole, pageSize: Whole, rows: listOf(OrderRow) })
export type OrderPage = AnswerOf<typeof OrderPage>

/** A coupon as who ordered it sees it, its number in clear. */
const Coupon = Type.Object({
  couponNo: Type.String(),
  couponName: Type.String(),
  /** NT$. */
  faceValue: Whole,
  expireDate: Day,
  /** Dictionary CouponStatus, and its label. */
  status: Type.String(),
  statusName: Type.String(),
  usedAt: orNull(Moment),
  recipientName: Type.String(),
  recipientMobile: Type.String(),
  recipientEmail: Type.String(),
})
export type Coupon = AnswerOf<typeof Coupon>

/** A serial or card that paid, and what is left on it. */
const UsedSerial = Type.Object({ last4: Type.String(), usedPoints: Whole, remainingPoints: Whole, expireDate: Day })
export type UsedSerial = AnswerOf<typeof UsedSerial>

const order = {
  ...orderRow,
  coupons: listOf(Coupon),
  /** It was ordered before: this is what was answered then. */
  replayed: Type.Boolean(),
}

/** An order from the account of a member. */
export const AccountOrder = Type.Object(order)
/** An order of whoever holds serials. */
export const SerialOrder = Type.Object({ ...order, serials: listOf(UsedSerial) })
/** An order, whoever pays. */
export type Order = AnswerOf<typeof AccountOrder> & Partial<Pick<AnswerOf<typeof SerialOrder>, 'serials'>>

/** Coupons that were mailed again. */
export const SentCount = Type.Object({ sent: Whole })
export type SentCount = AnswerOf<typeof SentCount>

/** `GET /api/portal/exchange_v2/account` */
export const ExchangeAccount = Type.Object({
  corporateNo: Type.String(),
  companyName: Type.String(),
  availablePoints: Whole,
  /** Exchanged this month, against the limit of a month. */
  monthly: listOf(Type.Object({ couponBatchNo: Type.String(), exchanged: Whole })),
})
export type ExchangeAccount = AnswerOf<typeof ExchangeAccount>
