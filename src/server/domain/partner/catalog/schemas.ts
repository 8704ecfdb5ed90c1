import Type, { type TObject, type TProperties } from 'typebox'
import { pointsMax } from '../../../../rules/numbers.ts'

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const Points = Type.Integer({ minimum: 1, maximum: pointsMax })
const Amount = Type.Integer({ minimum: 1, maximum: pointsMax })
const AmountOrZero = Type.Integer({ minimum: 0, maximum: pointsMax })
const ExternalTxnNo = text(40)
const BusinessAt = Type.String({ format: 'date-time' })

/** One of the three. */
const MemberRef = Type.Object(
  {
    memberNo: Type.Optional(Type.String({ pattern: '^88[0-9]{10}$' })),
    cardNo: Type.Optional(Type.String({ pattern: '^[0-9]{8,19}$' })),
    mobile: Type.Optional(Type.String({ pattern: '^09[0-9]{8}$' })),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
)

/** Where a call comes from; every call but the echo has it. */
const place = {
  companyNo: Type.String({ pattern: '^C[0-9]{6}$' }),
  retailStoreCode: Type.Optional(text(20)),
  terminalId: Type.Optional(text(20)),
}

const object = <P extends TProperties>(properties: P): TObject<P> => Type.Object(properties, { additionalProperties: false })

/** A call that writes: it has a number that counts once for ever. */
const writing = <P extends TProperties>(properties: P) =>
  object({ ...place, externalTxnNo: ExternalTxnNo, businessAt: BusinessAt, ...properties })

/** A call that writes and happens in an outlet. */
const selling = <P extends TProperties>(properties: P) => writing({ ...properties, retailStoreCode: text(20) })

/** A call that only reads. */
const reading = <P extends TProperties>(properties: P) =>
  object({ ...place, externalTxnNo: Type.Optional(ExternalTxnNo), businessAt: Type.Optional(BusinessAt), ...properties })

const Payment = object({
  paymentType: text(2),
  amount: AmountOrZero,
  cardNo6: Type.Optional(Type.String({ pattern: '^[0-9]{6,8}$' })),
  cardType: Type.Optional(text(2)),
})

export const EchoBody = object({ message: Type.String({ maxLength: 200 }), sentAt: Type.Optional(Type.String({ maxLength: 40 })) })

export const IssueBody = selling({
  member: MemberRef,
  amount: Amount,
  payments: Type.Optional(Type.Array(Payment, { maxItems: 20 })),
  pointPart: Type.Optional(AmountOrZero),
  rewardPointId: Type.Optional(text(16)),
  activityCode: Type.Optional(text(40)),
  points: Type.Optional(AmountOrZero),
})

export const RedeemBody = selling({ member: MemberRef, amount: Amount, points: Points })

export const IssueReturnBody = writing({
  originalExternalTxnNo: ExternalTxnNo,
  returnAmount: Type.Optional(Amount),
  returnPoints: Type.Optional(Points),
  acceptPartial: Type.Optional(Type.Boolean()),
})

export const RedeemReturnBody = writing({ originalExternalTxnNo: ExternalTxnNo, returnPoints: Points })

export const BalanceBody = reading({ member: MemberRef })

export const ConvertBody = writing({
  member: MemberRef,
  direction: Type.Union([Type.Literal('1'), Type.Literal('2')]),
  partnerPoints: Points,
  partnerTxnNo: text(40),
})

export const QueryBody = object({ ...place, businessAt: Type.Optional(BusinessAt), externalTxnNo: ExternalTxnNo, kind: text(20) })

export const RegisterBody = writing({
  mobile: Type.String({ pattern: '^09[0-9]{8}$' }),
  name: text(50),
  birthday: Type.Optional(Type.String({ format: 'date' })),
  email: Type.Optional(Type.String({ format: 'email', maxLength: 100 })),
  gender: Type.Optional(Type.Union([Type.Literal('M'), Type.Literal('F'), Type.Literal('X')])),
  consentVersion: text(20),
})

export const BindCardBody = writing({
  member: MemberRef,
  cardNo: Type.String({ pattern: '^[0-9]{8,19}$' }),
  cardType: Type.Optional(text(2)),
})

export const CouponVerifyBody = reading({ couponNo: text(40), amount: Type.Optional(Amount) })
export const CouponUseBody = selling({ couponNo: text(40), amount: Type.Optional(Amount) })

export const SerialDepositBody = writing({ member: MemberRef, serialNo: text(40), pin: Type.Optional(text(20)) })

export const CardActivateBody = writing({ cardNo: text(40), pin: Type.Optional(text(20)) })

export const ReconcileBody = reading({
  date: Type.String({ format: 'date' }),
  kinds: Type.Array(object({ kind: text(2), count: AmountOrZero, points: AmountOrZero }), { maxItems: 30 }),
})
