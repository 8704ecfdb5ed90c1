import type { HttpClient } from '../../client/http/httpClient.ts'
import type { ResolvedForm, ResolvedScreen } from '../../language/resolved.ts'
import { type MessageCode, messages } from '../../rules/messages.ts'
import { sendRecordCall } from '../screen/recordCalls.ts'
import type { FormStart } from './formDraft.ts'
import type { FormScope, FormValues } from './formScope.ts'
import { createBody, updateBody } from './formValues.ts'

interface WriteOptions {
  readonly http: HttpClient
  readonly screen: ResolvedScreen
  readonly form: ResolvedForm
  /** Of the stored record; undefined creates one. */
  readonly id: unknown
  readonly start: FormStart
  readonly values: FormValues
  readonly scope: FormScope
}

/** Creates or updates a record; resolves with the record as the server answers it and the text to show. */
export async function writeRecord({ http, screen, form, id, start, values, scope }: WriteOptions) {
  const isNew = form.mode === 'create' || (typeof id !== 'number' && typeof id !== 'string')
  const answer = isNew
    ? await sendRecordCall(http, screen.api.create, null, createBody(form, values, scope))
    : await sendRecordCall(http, screen.api.update, id, {
        ...updateBody(form, values, start.base, scope),
        ...(start.rowVersion !== null && { rowVersion: start.rowVersion }),
      })
  const record = typeof answer.data === 'object' && answer.data !== null ? (answer.data as FormValues) : {}
  return { record, text: messages[messageCode(answer.messageCode) ?? (isNew ? 'M01' : 'M02')] }
}

function messageCode(code: string | null): MessageCode | null {
  return code !== null && Object.hasOwn(messages, code) ? (code as MessageCode) : null
}
