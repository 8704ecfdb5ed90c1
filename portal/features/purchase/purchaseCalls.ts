import type { SentRequest } from '../../../src/answers/settlement.ts'
import type { HttpClient } from '../../../src/client/http/httpClient.ts'
import type { PointRequest } from '../../../src/rules/pointRequest.ts'

const base = '/api/portal/point_requests'

export const requestsPath = (pageIndex: number, pageSize: number) => `${base}/${pageIndex}/${pageSize}`

/** The same key and content always mean one request. @returns its number */
export async function sendRequest(http: HttpClient, body: PointRequest, idempotencyKey: string): Promise<string> {
  return (await http.send<SentRequest>({ method: 'POST', path: base, body, idempotencyKey })).data.settlementNo
}

export function withdrawRequest(http: HttpClient, settlementNo: string): Promise<unknown> {
  return http.post(`${base}/${settlementNo}/withdraw`)
}
