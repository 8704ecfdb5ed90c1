import type { FastifyReply } from 'fastify'
import { ApiError } from '../../../platform/errors.ts'
import { type DerivedKeys, encryptText, newNonce, sign } from '../../connection/public.ts'
import { LedgerRefusal } from '../../points/public.ts'
import { isPartnerCode, type PartnerCode, PartnerRefusal, partnerCodes } from './codes.ts'
import type { AdmittedCall, RawCall } from './openCall.ts'

/** What a call is answered; `replayed` is added when it is sent. */
export interface PartnerAnswer {
  readonly code: PartnerCode
  readonly message: string
  readonly transactionNo: string | null
  readonly [field: string]: unknown
}

/** Refusals of the ledger that the API has another word for. */
const otherCodes: Readonly<Record<string, Exclude<PartnerCode, '0000'>>> = { M21: 'E1016', M22: 'E1301' }

/** The refusal that an error means; null for a failure of ours. */
export function refusalOf(error: unknown): PartnerRefusal | null {
  if (error instanceof PartnerRefusal) return error
  if (!(error instanceof ApiError)) return null
  const code = otherCodes[error.code] ?? error.code
  if (!isPartnerCode(code) || code === '0000') return null
  return new PartnerRefusal(code, error instanceof LedgerRefusal ? { detail: error.detail } : {})
}

export function refusedAnswer(refusal: PartnerRefusal): PartnerAnswer {
  return { code: refusal.refusal, message: String(refusal.body), transactionNo: null, ...refusal.detail }
}

/** When the call may come again, where that is known. */
export function tellRetryAfter(reply: FastifyReply, { retryAfter }: PartnerRefusal): FastifyReply {
  return retryAfter === null ? reply : reply.header('retry-after', String(retryAfter))
}

/** Failures before decryption: clear JSON without detail. */
export function sendClear(reply: FastifyReply, refusal: PartnerRefusal): FastifyReply {
  return tellRetryAfter(reply, refusal)
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send({ code: refusal.refusal, message: refusal.body })
}

interface SendSealedInput {
  readonly raw: RawCall
  readonly call: AdmittedCall
  readonly answer: object
  readonly now: Date
}

/** Encrypts with the answer key and signs; same headers as a request. */
export function sendSealed(reply: FastifyReply, { raw, call, answer, now }: SendSealedInput): FastifyReply {
  const code = 'code' in answer && typeof answer.code === 'string' && isPartnerCode(answer.code) ? answer.code : '0000'
  const { headers, body } = seal(raw, call.keys, answer, now)
  return reply.code(partnerCodes[code].status).headers(headers).type('application/json; charset=utf-8').send(body)
}

function seal(raw: RawCall, keys: DerivedKeys, answer: object, now: Date): { headers: Record<string, string>; body: string } {
  const { method, path, platformNo } = raw
  const { keyVersion } = keys
  const sealed = { platformNo, nonce: newNonce(), timestamp: String(Math.floor(now.getTime() / 1000)) }
  const body = JSON.stringify({ data: encryptText(keys.response, sealed, JSON.stringify(answer)) })
  const signature = sign(keys.signature, { ...sealed, method, path, keyVersion, body })
  const headers = {
    'x-platform-no': platformNo,
    'x-key-version': String(keyVersion),
    'x-timestamp': sealed.timestamp,
    'x-nonce': sealed.nonce,
    'x-signature': signature,
  }
  return { headers, body }
}
