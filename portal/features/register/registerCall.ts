import type { SentApplication } from '../../../src/answers/corporate.ts'
import type { HttpClient } from '../../../src/client/http/httpClient.ts'
import { type CompanyValues, companyBody } from '../../shared/companyForm/companyForm.ts'

export interface Registration {
  readonly values: CompanyValues
  /** Versions of the terms shown. */
  readonly policyVersion: string
  readonly privacyVersion: string
  readonly captcha: string
  /** The same key and form always mean one application. */
  readonly requestKey: string
}

/** `POST /api/portal/corporate_member_register`. @returns the number of the application */
export async function sendRegistration(http: HttpClient, registration: Registration): Promise<string> {
  const { values, requestKey, ...rest } = registration
  const answer = await http.send<SentApplication>({
    method: 'POST',
    path: '/api/portal/corporate_member_register',
    body: { ...companyBody(values), ...rest, agree: true },
    idempotencyKey: requestKey,
  })
  return answer.data.applyNo
}
