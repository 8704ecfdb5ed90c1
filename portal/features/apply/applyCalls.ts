import type { OpenedApplication, OwnApplication, OwnData } from '../../../src/answers/corporate.ts'
import type { HttpClient } from '../../../src/client/http/httpClient.ts'
import { type CompanyValues, companyBody } from '../../shared/companyForm/companyForm.ts'

export interface Credentials {
  readonly applyNo: string
  readonly taxNumber: string
}

const base = '/api/portal/corporate_member_apply'

/** Requests a code by mail. @returns a text that is the same for right and wrong data */
export function requestCode(http: HttpClient, credentials: Credentials, captcha: { captcha: string }): Promise<string> {
  return http.post(`${base}/code`, { ...trimmed(credentials), ...captcha })
}

export function openApplication(http: HttpClient, credentials: Credentials, code: string): Promise<OpenedApplication> {
  return http.post(`${base}/open`, { ...trimmed(credentials), code })
}

export async function sendSupplement(
  http: HttpClient,
  supplement: { readonly ticket: string; readonly values: CompanyValues; readonly requestKey: string },
): Promise<OwnApplication> {
  const { taxNumber: _fixed, ...fields } = companyBody(supplement.values)
  const answer = await http.send<OwnApplication>({
    method: 'POST',
    path: `${base}/supplement`,
    body: { ...fields, ticket: supplement.ticket },
    idempotencyKey: supplement.requestKey,
  })
  return answer.data
}

/** @param key the same key and body always get the first answer */
export async function changeOwnData(http: HttpClient, body: Readonly<Record<string, unknown>>, key: string): Promise<OwnData> {
  return (await http.send<OwnData>({ method: 'PUT', path: base, body, idempotencyKey: key })).data
}

function trimmed({ applyNo, taxNumber }: Credentials): Credentials {
  return { applyNo: applyNo.trim(), taxNumber: taxNumber.trim() }
}
