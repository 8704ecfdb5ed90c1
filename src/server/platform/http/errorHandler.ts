import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { message } from '../../../rules/messages.ts'
import { type Shortage, shortageOf } from '../database/shortage.ts'
import { ApiError, apiError, type FieldErrors } from '../errors.ts'

type ValidationIssue = NonNullable<FastifyError['validation']>[number] & {
  readonly parentSchema?: { readonly title?: string; readonly properties?: Record<string, { readonly title?: string } | undefined> }
}

/** The text shown for a failure of ours. The log has the details under the same reference number. */
function generalText(reference: string): string {
  return `系統發生錯誤，請稍後再試，或提供追蹤碼 ${reference} 給系統管理人員。`
}

function issueText(issue: ValidationIssue): readonly [field: string, text: string] {
  const path = issue.instancePath.split('/').slice(1)
  if (issue.keyword === 'required') {
    const name = String(issue.params.missingProperty)
    return [[...path, name].join('.'), message('M05', { title: issue.parentSchema?.properties?.[name]?.title ?? name })]
  }
  if (issue.keyword === 'additionalProperties') {
    const name = String(issue.params.additionalProperty)
    return [[...path, name].join('.'), message('M06', { title: name })]
  }
  const name = path.join('.')
  return [name, message('M06', { title: issue.parentSchema?.title ?? (name || '資料') })]
}

/** Turns a schema violation into the error body of domain 4.0: fields for a body, one text for a path or a query. */
function fromValidation(error: FastifyError): ApiError {
  const texts = (error.validation ?? []).map((issue) => issueText(issue as ValidationIssue))
  const isAbsent = error.validation?.[0]?.keyword === 'required'
  const code = isAbsent ? 'M05' : 'M06'
  if (error.validationContext !== 'body') return new ApiError(400, code, texts.map(([, text]) => text).join(','))
  const fields: FieldErrors = Object.fromEntries(texts.filter(([field]) => field !== ''))
  return Object.keys(fields).length > 0 ? new ApiError(400, code, fields) : apiError('M06', { title: '資料' })
}

const frameworkTexts: Readonly<Record<number, string>> = {
  400: message('M06', { title: '資料' }),
  408: '等候逾時，請重新執行。',
  413: '資料過大',
  415: '不支援的資料格式',
  429: '嘗試次數過多，請稍後再試。',
}

/** Seconds after which clients should retry: soon after there is space again, but rarely enough not to disturb the recovery. */
const shortageRetrySeconds = 5

const shortageTexts: Readonly<Record<Shortage, string>> = {
  storage: '系統儲存空間不足，暫時無法儲存資料，查詢不受影響。請稍後再試，或通知系統管理人員。',
  time: '查詢時間過長，已停止執行。請縮小查詢範圍後再試。',
}

function fromShortage(shortage: Shortage): ApiError {
  return new ApiError(503, 'E503', shortageTexts[shortage], { headers: { 'retry-after': String(shortageRetrySeconds) } })
}

/** Turns any error into an ApiError. An error that is not meant for the caller becomes a 500 and is logged. */
function toApiError(error: FastifyError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  if (error.validation) return fromValidation(error)
  const shortage = shortageOf(error)
  if (shortage !== null) return fromShortage(shortage)
  const status = error.statusCode ?? 500
  const text = status >= 400 && status < 500 ? (frameworkTexts[status] ?? frameworkTexts[400]) : undefined
  if (text !== undefined) return new ApiError(status, 'M06', text)
  request.log.error({ err: error, requestId: request.id }, 'unexpected error')
  return new ApiError(500, 'E500', generalText(request.id))
}

/** Sends an error: a text, or an object with a text for each field. The code is sent as a header. */
function sendApiError(reply: FastifyReply, error: ApiError): FastifyReply {
  reply.code(error.status).headers(error.headers).header('x-error-code', error.code)
  if (typeof error.body === 'string') return reply.type('text/plain; charset=utf-8').send(error.body)
  return reply.type('application/json; charset=utf-8').send(error.body)
}

/** Installs the only error handler of the server. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => sendApiError(reply, toApiError(error, request)))
  app.setNotFoundHandler((_request, reply) => sendApiError(reply, apiError('M08')))
}
