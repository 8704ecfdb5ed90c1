import { createHmac } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { stableJson } from '../../../language/resolve/contentHash.ts'
import { captchaLengthMax } from '../../../rules/captcha.ts'

const closed = { additionalProperties: false } as const

const couponBatchNo = Type.String({ title: '票券批次', pattern: '^CB[0-9]{10}$' })
const quantity = Type.Integer({ title: '張數', minimum: 1, maximum: 999 })
const Item = Type.Object({ couponBatchNo, quantity }, closed)
const Items = Type.Array(Item, { title: '票券', minItems: 1, maxItems: 50 })
const recipient = {
  name: Type.String({ title: '收件人', minLength: 1, maxLength: 50 }),
  mobile: Type.String({ title: '手機', pattern: '^09[0-9]{8}$' }),
  email: Type.String({ title: '電子郵件', format: 'email', maxLength: 100 }),
}
const Serials = Type.Array(
  Type.Object(
    {
      serialNo: Type.String({ title: '序號', minLength: 1, maxLength: 30 }),
      pin: Type.String({ title: '密碼', minLength: 1, maxLength: 10 }),
    },
    closed,
  ),
  { title: '序號', minItems: 1, maxItems: 20 },
)
const orderKey = Type.String({ title: '訂單識別碼', pattern: '^[A-Za-z0-9-]{16,64}$' })
const channel = Type.Union([Type.Literal('1'), Type.Literal('2')], { title: '兌換通路' })

export const OffersQuery = Type.Object({ channel }, closed)
export const CalculateBody = Type.Object(
  { channel, items: Items, totalPoints: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })) },
  closed,
)
export const SerialsBody = Type.Object({ serials: Serials }, closed)
export const SerialOrderBody = Type.Object(
  {
    ...{ orderKey, serials: Serials, items: Items, recipient: Type.Object(recipient, closed) },
    captcha: Type.Optional(Type.String({ maxLength: captchaLengthMax })),
  },
  closed,
)
export const OrderNo = Type.String({ title: '訂單編號', pattern: '^EX[0-9]{14}$' })
/** The order and the key that the page of its holder made for it. */
export const ResendBody = Type.Object({ orderNo: OrderNo, orderKey }, closed)
export const AccountOrderBody = Type.Object(
  {
    orderKey,
    recipients: Type.Array(Type.Object({ ...recipient, couponBatchNo, quantity }, closed), { title: '收件人', minItems: 1, maxItems: 500 }),
  },
  closed,
)

export type CalculateBody = Static<typeof CalculateBody>
export type SerialsBody = Static<typeof SerialsBody>
export type SerialOrderBody = Static<typeof SerialOrderBody>
export type ResendBody = Static<typeof ResendBody>
export type AccountOrderBody = Static<typeof AccountOrderBody>

/** Keyed hash over what makes an order the same one: pins are part of it, a captcha is not. */
export function contentHashOf(key: Uint8Array, content: unknown): string {
  return createHmac('sha256', key).update(stableJson(content)).digest('hex')
}
