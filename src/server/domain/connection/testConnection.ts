import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { ConnectionTest } from '../../../answers/connection.ts'
import { apiError } from '../../platform/errors.ts'
import { readKeys } from './keyStore.ts'
import { deriveKeys } from './protocolCrypto.ts'
import { createSampleCall, type ReadAnswer, readSampleAnswer, type SampleAnswer, type SampleCall, sampleMessage } from './sampleCall.ts'

type ShownAnswer = Static<typeof ConnectionTest>

interface RoundTrip {
  readonly call: SampleCall
  readonly address: string
  readonly answer: SampleAnswer
  readonly read: ReadAnswer
  readonly milliseconds: number
}

const fact = (title: string, value: string | number) => ({ title, value })
const copyable = (title: string, value: string) => ({ title, value, copyable: true })

const shownHeaders = ['content-type', 'x-platform-no', 'x-key-version', 'x-timestamp', 'x-nonce', 'x-signature']

function headerTable(title: string, headers: Readonly<Record<string, unknown>>) {
  const rows = shownHeaders.flatMap((name) => (headers[name] === undefined ? [] : [{ name, value: String(headers[name]) }]))
  const columns = [
    { field: 'name', title: '標頭', format: 'text' },
    { field: 'value', title: '內容', format: 'text' },
  ]
  return { title, columns, rows }
}

interface Told {
  readonly code?: unknown
  readonly message?: unknown
  readonly echo?: unknown
}

function verdictOf({ answer, read }: RoundTrip): string {
  if (read.text === null) return '失敗：回應無法解密'
  if (read.isSigned === false) return '失敗：回應簽章不符'
  const { code, message, echo } = JSON.parse(read.text) as Told
  const isRight = answer.status === 200 && code === '0000' && echo === sampleMessage
  return isRight ? '成功' : `失敗：${String(code)} ${String(message)}`
}

const signatureWords = new Map<boolean | null, string>([
  [true, '相符'],
  [false, '不符'],
  [null, '解密前即拒絕，回應為明文'],
])

/** What was sent and what came back, titled as the screen shows it. */
function show(trip: RoundTrip): ShownAnswer {
  const { call, address, answer, read, milliseconds } = trip
  return {
    result: fact('測試結果', verdictOf(trip)),
    duration: fact('回應時間', `${milliseconds} 毫秒`),
    address: fact('模擬來源 IP', address),
    request: fact('請求', `${call.method} ${call.path}`),
    requestHeaders: headerTable('請求標頭', call.headers),
    plainBody: copyable('請求內容（加密前）', call.plainBody),
    encryptedBody: copyable('請求本文（加密後）', call.encryptedBody),
    status: fact('回應 HTTP 狀態', answer.status),
    signature: fact('回應簽章', signatureWords.get(read.isSigned) ?? ''),
    responseHeaders: headerTable('回應標頭', answer.headers),
    encryptedAnswer: copyable('回應本文（收到時）', answer.body),
    plainAnswer: copyable('回應內容（解密後）', read.text ?? ''),
  }
}

/** The first address inside an entry of the allowed addresses, so that the test call is let in. */
function allowedAddress([first]: readonly string[], fallback: string): string {
  return first?.split('/')[0] ?? fallback
}

/** Injects the call into the whole server as if it came from an address: routing, limits, protocol checks and log all apply. */
async function send(app: FastifyInstance, call: SampleCall, address: string): Promise<SampleAnswer> {
  const { statusCode, headers, body } = await app.inject({
    method: call.method,
    url: call.path,
    headers: { ...call.headers },
    payload: call.encryptedBody,
    remoteAddress: address,
  })
  return { status: statusCode, headers, body }
}

/**
 * 測試連線: an echo call with the platform's own newest key, answered by this server itself (domain 4.4). It counts like any call of the
 * platform. It seems to come from the first address that the platform allows, or from who asks when it allows all.
 *
 * @throws ApiError M08 when there is no such platform
 */
export async function testConnection(app: FastifyInstance, id: number, requestAddress: string): Promise<ShownAnswer> {
  const platform = await app.db
    .selectFrom('connectionPlatform')
    .select(['platformNo', 'ipWhitelist'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!platform) throw apiError('M08')
  const now = app.clock.now()
  const [key] = await readKeys(app.db, app.secrets.fieldEncryption, platform.platformNo, now)
  if (!key) throw apiError('M08')
  const keys = deriveKeys(key)
  const call = createSampleCall(platform.platformNo, keys, now)
  const address = allowedAddress(platform.ipWhitelist, requestAddress)
  const startedAt = performance.now()
  const answer = await send(app, call, address)
  const milliseconds = Math.round(performance.now() - startedAt)
  return show({ call, address, answer, read: readSampleAnswer(keys, answer), milliseconds })
}
