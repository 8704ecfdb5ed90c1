import type { Order, SerialVerdict, SerialVerdicts } from '../../../src/answers/exchange.ts'
import type { HttpClient } from '../../../src/client/http/httpClient.ts'
import type { Recipient } from './recipients.ts'

/** Dictionary ExchangeChannel: by serials without sign-in, or from the account of a member. */
export type Channel = '1' | '2'

export const offersPath = (channel: Channel) => `/api/portal/exchange/coupons?channel=${channel}`

export interface Credential {
  readonly serialNo: string
  readonly pin: string
}

/** Checks one serial; wrong pins are counted. */
export async function checkSerial(http: HttpClient, credential: Credential): Promise<SerialVerdict> {
  const answer = await http.post<SerialVerdicts>('/api/portal/exchange/serials', { serials: [credential] })
  const [verdict] = answer.serials
  if (!verdict) throw new Error('the check of a serial has no verdict')
  return verdict
}

interface Item {
  readonly couponBatchNo: string
  readonly quantity: number
}

export interface SerialOrder {
  /** The same key and content always mean the same order. */
  readonly orderKey: string
  readonly serials: readonly Credential[]
  readonly items: readonly Item[]
  readonly recipient: Recipient
  readonly captcha: string
}

/** Path for mailing an order of serials again, by its number and key. */
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
