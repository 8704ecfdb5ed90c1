import type { HttpClient } from '../../../src/client/http/httpClient.ts'
import type { PointRequest } from '../../../src/rules/pointRequest.ts'

const base = '/api/portal/point_requests'

export const requestsPath = (pageIndex: number, pageSize: number) => `${base}/${pageIndex}/${pageSize}`

/** How far a request has come; the last three lead no further. */
export type RequestStage = 'received' | 'processing' | 'approved' | 'generated' | 'delivered' | 'returned' | 'withdrawn' | 'void'

export interface OwnRequest {
  readonly settlementNo: string
  readonly requestedAt: string
  /** Dictionary DeliveryMethod. */
  readonly deliveryMethod: string
  readonly pointsPerSerial: number
  readonly quantity: number
  readonly totalPoints: number
  readonly purpose: string | null
  readonly stage: RequestStage
  /** NT$ with tax; null before the approval. */
  readonly totalAmount: number | null
  readonly isPaid: boolean
  readonly reason: string | null
  readonly canWithdraw: boolean
}

export interface RequestPage {
  readonly totalCount: number
  readonly rows: readonly OwnRequest[]
}

/** The same key and content are one request. @returns its number */
export async function sendRequest(http: HttpClient, body: PointRequest, idempotencyKey: string): Promise<string> {
  return (await http.send<{ settlementNo: string }>({ method: 'POST', path: base, body, idempotencyKey })).data.settlementNo
}

export function withdrawRequest(http: HttpClient, settlementNo: string): Promise<unknown> {
  return http.post(`${base}/${settlementNo}/withdraw`)
}
