import type { Confirm } from '../../../client/dialogs/DialogProvider.tsx'
import type { HttpClient } from '../../../client/http/httpClient.ts'
import type { ResolvedForm, ResolvedScreen } from '../../../language/resolved.ts'
import { type MessageCode, messages } from '../../../rules/messages.ts'
import { confirmedCall } from '../../shared/calls/confirmedCall.ts'
import { sendRecordCall } from '../../shared/calls/recordCalls.ts'
import type { FormStart } from '../values/formDraft.ts'
import type { FormScope, FormValues } from '../values/formScope.ts'
import { createBody, updateBody } from '../values/formValues.ts'

interface WriteOptions {
  readonly http: HttpClient
  /** Asks the questions of the server before it does something. */
  readonly confirm: Confirm
  readonly screen: ResolvedScreen
  readonly form: ResolvedForm
  /** Id of the stored record; undefined to create one. */
  readonly id: unknown
  readonly start: FormStart
  readonly values: FormValues
  readonly scope: FormScope
}

/** Creates or updates a record. Resolves to the record in the server's answer and the text to show. */
export async function writeRecord({ http, confirm, screen, form, id, start, values, scope }: WriteOptions) {
  const isNew = form.mode === 'create' || (typeof id !== 'number' && typeof id !== 'string')
  const version = start.rowVersion === null ? {} : { rowVersion: start.rowVersion }
  const body = isNew ? createBody(form, values, scope) : { ...updateBody(form, values, start.base, scope), ...version }
  const call = isNew ? screen.api.create : screen.api.update
  const answer = await confirmedCall(confirm, (confirmations) =>
    sendRecordCall(http, {
      call,
      id: isNew ? null : id,
      payload: { ...body, ...confirmations },
      values: {},
      idempotencyKey: isNew ? start.requestKey : null,
    }),
  )
  const record = typeof answer.data === 'object' && answer.data !== null ? (answer.data as FormValues) : {}
  return { record, text: answer.messageText ?? messages[messageCode(answer.messageCode) ?? (isNew ? 'M01' : 'M02')] }
}

function messageCode(code: string | null): MessageCode | null {
  return code !== null && Object.hasOwn(messages, code) ? (code as MessageCode) : null
}
