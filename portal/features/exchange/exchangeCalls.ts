import type { HttpClient } from '../../../src/client/http/httpClient.ts'
import type { Coupon } from '../../shared/coupon/CouponTicket.tsx'
import type { Offer } from './offers.ts'
import type { Recipient } from './recipients.ts'

/** Dictionary ExchangeChannel: by serials without sign-in, or from the account of a member. */
export type Channel = '1' | '2'

export const offersPath = (channel: Channel) => `/api/portal/exchange/coupons?channel=${channel}`

export interface Offers {
  readonly coupons: readonly Offer[]
}

export interface Credential {
  readonly serialNo: string
  readonly pin: string
}

/** What a right pin opens. */
export interface OpenSerial {
  readonly last4: string
  readonly remainingPoints: number
  /** YYYY-MM-DD */
  readonly expireDate: string
}

/** The verdict on one serial or card. */
export type SerialVerdict = ({ readonly ok: true } & OpenSerial) | { readonly ok: false; readonly text: string }

/** Looks at one serial; a wrong pin counts. */
export async function checkSerial(http: HttpClient, credential: Credential): Promise<SerialVerdict> {
  const answer = await http.post<{ serials: readonly SerialVerdict[] }>('/api/portal/exchange/serials', { serials: [credential] })
  const [verdict] = answer.serials
  if (!verdict) throw new Error('the check of a serial has no verdict')
  return verdict
}

/** A serial or card that paid, and what is left on it. */
export interface UsedSerial {
  readonly last4: string
  readonly usedPoints: number
  readonly remainingPoints: number
  /** YYYY-MM-DD */
  readonly expireDate: string
}

export interface Order {
  readonly orderNo: string
  readonly quantity: number
  readonly points: number
  readonly coupons: readonly Coupon[]
  /** Of an order paid by serials. */
  readonly serials?: readonly UsedSerial[]
}

interface Item {
  readonly couponBatchNo: string
  readonly quantity: number
}

export interface SerialOrder {
  /** The same key and content are the same order, however often they are sent. */
  readonly orderKey: string
  readonly serials: readonly Credential[]
  readonly items: readonly Item[]
  readonly recipient: Recipient
  readonly captcha: string
}

/** Mails an order of serials again, by its number and key. */
export const resendPath = '/api/portal/exchange/mail'

export function orderBySerials(http: HttpClient, order: SerialOrder): Promise<Order> {
  return http.post('/api/portal/exchange', order)
}

export interface AccountOrder {
  readonly orderKey: string
  readonly recipients: readonly (Recipient & Item)[]
}

export function orderFromAccount(http: HttpClient, order: AccountOrder): Promise<Order> {
  return http.post('/api/portal/exchange_v2', order)
}

/** `GET /api/portal/exchange_v2/account`. */
export interface ExchangeAccount {
  readonly availablePoints: number
  /** Exchanged this month, against the limit of a month. */
  readonly monthly: readonly { readonly couponBatchNo: string; readonly exchanged: number }[]
}
