import type { Static, TSchema } from 'typebox'
import { exchangeDirection, txnKind } from '../../../../rules/codes.generated.ts'
import * as schemas from './schemas.ts'

interface CallDefinition {
  readonly title: string
  /** PartnerApi that the platform must be allowed; null = every platform may. */
  readonly api: string | null
  readonly body: TSchema
  /** For calls that write: the kind under which the external number counts once; TxnKind where points move. Null = reads only. */
  readonly kind: string | null
}

/** Every call of the partner API (domain 8), by the end of its address. */
export const partnerCalls = {
  echo: { title: '測試連線', api: null, body: schemas.EchoBody, kind: null },
  'points/issue': { title: '贈點', api: 'issue', body: schemas.IssueBody, kind: txnKind.issue },
  'points/redeem': { title: '兌點', api: 'redeem', body: schemas.RedeemBody, kind: txnKind.redeem },
  'points/issue_return': { title: '贈點取消', api: 'issue_return', body: schemas.IssueReturnBody, kind: txnKind.issueReturn },
  'points/redeem_return': { title: '兌點取消', api: 'redeem_return', body: schemas.RedeemReturnBody, kind: txnKind.redeemReturn },
  'points/balance': { title: '查詢點數', api: 'balance', body: schemas.BalanceBody, kind: null },
  'points/convert': { title: '點數轉換', api: 'convert', body: schemas.ConvertBody, kind: 'convert' },
  'transactions/query': { title: '交易查詢', api: 'txn_query', body: schemas.QueryBody, kind: null },
  'members/register': { title: '會員註冊', api: 'member', body: schemas.RegisterBody, kind: 'register' },
  'members/bind_card': { title: '會員綁卡', api: 'member', body: schemas.BindCardBody, kind: 'bind_card' },
  'coupons/verify': { title: '票券驗證', api: 'coupon', body: schemas.CouponVerifyBody, kind: null },
  'coupons/use': { title: '票券核銷', api: 'coupon', body: schemas.CouponUseBody, kind: 'coupon_use' },
  'coupons/cancel_use': { title: '取消票券核銷', api: 'coupon', body: schemas.CouponUseBody, kind: 'coupon_cancel' },
  'serials/deposit': { title: '序號存入', api: 'serial', body: schemas.SerialDepositBody, kind: txnKind.serialDeposit },
  'cards/activate': { title: '實體卡開卡', api: 'card', body: schemas.CardActivateBody, kind: txnKind.cardActivate },
  reconcile: { title: '對帳', api: 'reconcile', body: schemas.ReconcileBody, kind: null },
} as const satisfies Record<string, CallDefinition>

export type PartnerCallName = keyof typeof partnerCalls
export const partnerCallNames = Object.keys(partnerCalls) as readonly PartnerCallName[]

/** Body of a call, checked against its schema. */
export type BodyOf<Name extends PartnerCallName> = Static<(typeof partnerCalls)[Name]['body']>

/** TxnKind of a conversion: its direction decides. */
export const convertKinds = {
  [exchangeDirection.inbound]: txnKind.convertIn,
  [exchangeDirection.outbound]: txnKind.convertOut,
} as const

/** Every kind under which numbers count. */
export const countedKinds: ReadonlySet<string> = new Set([
  ...Object.values(partnerCalls).flatMap(({ kind }) => (kind === null || kind === 'convert' ? [] : [kind])),
  ...Object.values(convertKinds),
])

/** The kind under which a request's number counts. */
export function kindOf(name: PartnerCallName, body: unknown): string | null {
  if (name !== 'points/convert') return partnerCalls[name].kind
  return convertKinds[(body as BodyOf<'points/convert'>).direction]
}
