import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { partnerAnswer } from '../../../answers/partner.ts'
import { logCategory, logLevel } from '../../../rules/codes.generated.ts'
import { shortageOf } from '../../platform/database/shortage.ts'
import { ApiError } from '../../platform/errors.ts'
import type { CallCounters } from './callCounters.ts'
import { type PartnerCallName, partnerCallNames, partnerCalls } from './calls/catalog.ts'
import { refusalOf, refusedAnswer, sendClear, sendSealed, tellRetryAfter } from './protocol/answer.ts'
import { PartnerRefusal } from './protocol/codes.ts'
import { type AdmittedCall, type Gate, getBodyOrThrow, openCall, type RawCall } from './protocol/openCall.ts'
import { type CallServices, runCall } from './runCall.ts'

const answers = { '2xx': partnerAnswer, '4xx': partnerAnswer, '5xx': partnerAnswer }
export const partnerBase = '/api/partner/v1'
const bodyBytesMax = 256 * 1024

export interface PartnerServices extends CallServices {
  readonly gate: Gate
  readonly counters: CallCounters
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
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

/** What the log of a call says; never a key, a signature, a member or what was encrypted. */
interface CallFacts {
  code: string
  externalTxnNo?: unknown
  companyNo?: unknown
  transactionNo?: string | null
  replayed?: boolean
}

function describe(facts: CallFacts, body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  const { externalTxnNo, companyNo } = body as Record<string, unknown>
  if (typeof externalTxnNo === 'string') facts.externalTxnNo = externalTxnNo.slice(0, 40)
  if (typeof companyNo === 'string') facts.companyNo = companyNo.slice(0, 7)
}

interface LogCallInput {
  readonly name: PartnerCallName
  readonly raw: RawCall
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly facts: CallFacts
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

/** The refusal that an error means to a partner; failures of ours go to the log and say only that the outcome is not known. */
function partnerRefusalOf(error: unknown, request: FastifyRequest): PartnerRefusal {
  const refusal = refusalOf(error)
  if (refusal) return refusal
  // No space, or too slow: known and told once, not with every call.
  if (shortageOf(error) !== null) return new PartnerRefusal('E1900')
  request.log.error({ err: error, requestId: request.id }, 'partner call failed')
  return new PartnerRefusal('E1900')
}

interface AnswerSealedInput extends LogCallInput {
  readonly call: AdmittedCall
}

async function answerSealed(
  app: FastifyInstance,
  services: PartnerServices,
  { name, call, raw, request, reply, facts }: AnswerSealedInput,
): Promise<FastifyReply> {
  const body = getBodyOrThrow(call)
  describe(facts, body)
  const { platform, prefetched } = call
  try {
    const { answer, replayed } = await runCall(services, { name, platform, address: raw.address, now: raw.now, body, prefetched })
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

/** Of a refusal before the call itself: by the parser of bodies, or by what refuses unsafe input everywhere. */
function statusOf(error: unknown): number {
  if (error instanceof ApiError) return error.status
  return (error as { readonly statusCode?: number }).statusCode ?? 500
}

/** `/api/partner/v1`: calls that their sender signs instead of signing in (domain 8). */
export function partnerRoutes(app: FastifyInstance, services: PartnerServices): void {
  app.register(async (scope) => {
    // The signature covers the bytes, so nobody may read them as JSON before, and nothing but JSON is read at all.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error, request, reply) => {
      const isTheirs = statusOf(error) < 500
      sendClear(reply, isTheirs ? new PartnerRefusal('E1009') : partnerRefusalOf(error, request))
    })
    for (const name of partnerCallNames) {
      const config = { permission: 'public', signedBySender: true, ownActivity: true, takes: 'bytes' } as const
      const schema = { summary: partnerCalls[name].title, response: answers }
      scope.post(`${partnerBase}/${name}`, { config, schema }, (request, reply) => answer(app, services, { name, request, reply }))
    }
  })
}
