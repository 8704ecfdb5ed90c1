import type { FieldTexts } from '../../answers/refusals.ts'
import { type MessageCode, message, messageStatus } from '../../rules/messages.ts'

export type FieldErrors = FieldTexts

/**
 * An error that the caller should see: one text, or a text for each field (domain 4.0 "Error bodies"). Sent as `status` with the header
 * `x-error-code: code`. Any other error becomes a 500 with a reference number.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly body: string | FieldErrors
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    body: string | FieldErrors,
    options: { cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(typeof body === 'string' ? body : Object.values(body).join(','), { cause: options.cause })
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.body = body
    this.headers = options.headers ?? {}
  }
}

/** A standard message as an error: `throw apiError('M09')`. Returns the error; the caller throws it. */
export function apiError(code: MessageCode, values: Record<string, string | number> = {}): ApiError {
  return new ApiError(messageStatus[code], code, message(code, values))
}

/** An error of the domain with a text of its own: `throw textError(409, '此角色尚有使用者，無法刪除。')`. */
export function textError(status: number, text: string, code = 'M00'): ApiError {
  return new ApiError(status, code, text)
}

/** Errors of single fields: `throw fieldsError({ taxNumber: '統編錯誤' })`. */
export function fieldsError(fields: FieldErrors, code: MessageCode = 'M06', status = 400): ApiError {
  return new ApiError(status, code, fields)
}
