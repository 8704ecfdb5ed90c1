import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { partnerAnswer } from '../../../answers/partner.ts'
import { logCategory, logLevel } from '../../../rules/codes.generated.ts'
import { shortened } from '../../../rules/text.ts'
import { shortageOf } from '../../platform/database/shortage.ts'
import { ApiError } from '../../platform/errors.ts'
import { type DerivedKeys, encryptText, newNonce, sign } from '../connection/public.ts'
import { LedgerRefusal } from '../points/public.ts'
import type { CallCounters } from './callCounters.ts'
import { type PartnerCallName, partnerCallNames, partnerCalls } from './catalog/catalog.ts'
import { isPartnerCode, type PartnerCode, PartnerRefusal, partnerCodes } from './catalog/codes.ts'
import { type AdmittedCall, type Gate, openCall, type RawCall } from './protocol/openCall.ts'
import { type CallServices, type PartnerAnswer, runCall } from './runCall.ts'

const answers = { '2xx': partnerAnswer, '4xx': partnerAnswer, '5xx': partnerAnswer }
export const partnerBase = '/api/partner/v1'
export const otherAddresses = `${partnerBase}/*`
export const otherMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const
const bodyBytesMax = 256 * 1024

export interface PartnerServices extends CallServices {
  readonly gate: Gate
  readonly counters: CallCounters
}

/** `/api/partner/v1`: calls that are signed by their sender instead of using a session (domain 8). */
export function partnerRoutes(app: FastifyInstance, services: PartnerServices): void {
  app.register(async (scope) => {
    // The signature covers the bytes of the body, so no parser may read them before. Only JSON is accepted.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error, request, reply) => {
      const isTheirs = statusOf(error) < 500
      sendClear(reply, isTheirs ? new PartnerRefusal('E1009') : partnerRefusalOf(error, request))
    })
    const config = { permission: 'public', signedBySender: true, ownActivity: true, takes: 'bytes' } as const
    for (const name of partnerCallNames) {
      const schema = { summary: partnerCalls[name].title, response: answers }
      scope.post(`${partnerBase}/${name}`, { config, schema }, (request, reply) => answer(app, services, { name, request, reply }))
    }
    // Any other address would be answered by the console, which speaks of sessions.
    scope.route({
      method: [...otherMethods],
      url: otherAddresses,
      config: { ...config, ownActivity: false },
      schema: { summary: '不存在的功能', response: answers },
      handler: (_request, reply) => sendClear(reply, new PartnerRefusal('E1009')),
    })
  })
}

/** What the log row of a call says. Never a key, a signature, a member or anything that was encrypted. */
interface CallFacts {
  code: string
  externalTxnNo?: unknown
  companyNo?: unknown
  transactionNo?: string | null
  replayed?: boolean
}

interface LogCallInput {
  readonly name: PartnerCallName
  readonly raw: RawCall
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly facts: CallFacts
}

async function answer(
  app: FastifyInstance,
  services: PartnerServices,
  { name, request, reply }: { readonly name: PartnerCallName; readonly request: FastifyRequest; readonly reply: FastifyReply },
) {
  const raw = rawCallOf(app, name, request)
  const facts: CallFacts = { code: '0000' }
  let isKnown = false
  try {
    const call = await openCall(services.gate, raw)
    isKnown = true
    return await answerSealed(app, services, { name, call, raw, request, reply, facts })
  } catch (error) {
    const refusal = partnerRefusalOf(error, request)
    facts.code = refusal.refusal
    return sendClear(reply, refusal)
  } finally {
    if (isKnown) services.counters.count(raw.platformNo, facts.code !== '0000', raw.now)
    logCall(app, { name, raw, request, reply, facts })
  }
}

interface AnswerSealedInput extends LogCallInput {
  readonly call: AdmittedCall
}

async function answerSealed(
  app: FastifyInstance,
  services: PartnerServices,
  { name, call, raw, request, reply, facts }: AnswerSealedInput,
): Promise<FastifyReply> {
  const { body, sent, platform, prefetched } = call
  if (body === undefined) throw new PartnerRefusal('E1009')
  describe(facts, body)
  try {
    const { answer, replayed } = await runCall(services, { name, platform, address: raw.address, now: raw.now, body, sent, prefetched })
    Object.assign(facts, { code: answer.code, transactionNo: answer.transactionNo, replayed })
    return sendSealed(reply, { raw, call, answer: { ...answer, replayed }, now: app.clock.now() })
  } catch (error) {
    const refusal = partnerRefusalOf(error, request)
    facts.code = refusal.refusal
    return sendSealed(tellRetryAfter(reply, refusal), {
      raw,
      call,
      answer: { ...refusedAnswer(refusal), replayed: false },
      now: app.clock.now(),
    })
  }
}

function rawCallOf(app: FastifyInstance, name: PartnerCallName, request: FastifyRequest): RawCall {
  return {
    name,
    method: request.method,
    path: request.url,
    platformNo: headerOf(request, 'x-platform-no'),
    keyVersion: headerOf(request, 'x-key-version'),
    timestamp: headerOf(request, 'x-timestamp'),
    nonce: headerOf(request, 'x-nonce'),
    signature: headerOf(request, 'x-signature'),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    address: request.ip,
    now: app.clock.now(),
  }
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

function describe(facts: CallFacts, body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  const { externalTxnNo, companyNo } = body as Record<string, unknown>
  if (typeof externalTxnNo === 'string') facts.externalTxnNo = shortened(externalTxnNo, 40)
  if (typeof companyNo === 'string') facts.companyNo = shortened(companyNo, 7)
}

interface SendSealedInput {
  readonly raw: RawCall
  readonly call: AdmittedCall
  readonly answer: object
  readonly now: Date
}

/** Encrypts with the answer key and signs; same headers as a request. */
function sendSealed(reply: FastifyReply, { raw, call, answer, now }: SendSealedInput): FastifyReply {
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

/** Failures before decryption: clear JSON without detail. */
function sendClear(reply: FastifyReply, refusal: PartnerRefusal): FastifyReply {
  return tellRetryAfter(reply, refusal)
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send({ code: refusal.refusal, message: refusal.body })
}

/** Adds `retry-after` when the refusal knows when the call may be repeated. */
function tellRetryAfter(reply: FastifyReply, { retryAfter }: PartnerRefusal): FastifyReply {
  return retryAfter === null ? reply : reply.header('retry-after', String(retryAfter))
}

/** The refusal to send for an error. Failures of ours are logged and become E1900, which says that the outcome is unknown. */
function partnerRefusalOf(error: unknown, request: FastifyRequest): PartnerRefusal {
  const refusal = refusalOf(error)
  if (refusal) return refusal
  // No space, or a statement that took too long: reported once by the platform, so it is not logged for every call.
  if (shortageOf(error) !== null) return new PartnerRefusal('E1900')
  request.log.error({ err: error, requestId: request.id }, 'partner call failed')
  return new PartnerRefusal('E1900')
}

/** Ledger codes that have another code in the partner API. */
const otherCodes: Readonly<Record<string, Exclude<PartnerCode, '0000'>>> = { M21: 'E1016', M22: 'E1301' }

/** The refusal that an error means; null for a failure of ours. */
function refusalOf(error: unknown): PartnerRefusal | null {
  if (error instanceof PartnerRefusal) return error
  if (!(error instanceof ApiError)) return null
  const code = otherCodes[error.code] ?? error.code
  if (!isPartnerCode(code) || code === '0000') return null
  return new PartnerRefusal(code, error instanceof LedgerRefusal ? { detail: error.detail } : {})
}

function refusedAnswer(refusal: PartnerRefusal): PartnerAnswer {
  return { code: refusal.refusal, message: String(refusal.body), transactionNo: null, ...refusal.detail }
}

/** Status of a refusal before the call itself: by the body parser, or by the checks of unsafe input. */
function statusOf(error: unknown): number {
  if (error instanceof ApiError) return error.status
  return (error as { readonly statusCode?: number }).statusCode ?? 500
}

function logCall(app: FastifyInstance, { name, raw, request, reply, facts }: LogCallInput) {
  const isOurs = reply.statusCode >= 500
  app.activity.write({
    category: logCategory.partnerCall,
    level: isOurs ? logLevel.error : facts.code === '0000' ? logLevel.info : logLevel.warning,
    message: `${partnerCalls[name].title} ${facts.code}`,
    detail: { ...facts, ...(/^\d{1,9}$/.test(raw.keyVersion) ? { keyVersion: Number(raw.keyVersion) } : {}) },
    platformNo: /^P\d{4}$/.test(raw.platformNo) ? raw.platformNo : null,
    method: raw.method,
    path: `${partnerBase}/${name}`,
    statusCode: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime),
    ipAddress: raw.address,
    userAgent: request.headers['user-agent'],
    requestId: request.id,
  })
}
