import type { HttpClient, WriteAnswer } from '../../../client/http/httpClient.ts'
import { keyCall } from '../../../language/recordCall.ts'
import type { ResolvedCall } from '../../../language/resolved.ts'
import { fillPath, hasPlaceholder, type PathValues } from './callPath.ts'
import type { ListRow } from './listPage.ts'

/** What a write answers: the body, and what it has to tell. */
export type CallAnswer = WriteAnswer<unknown>

interface SendRecordCallInput {
  readonly call: ResolvedCall
  readonly id: ListRow['id'] | null
  readonly payload: Readonly<Record<string, unknown>>
  readonly values?: PathValues | undefined
  readonly idempotencyKey?: string | null | undefined
}

/**
 * Sends one call of a screen's API about one record. When the path has no `{id}` the id goes into the query (GET, DELETE)
 * or the body (POST, PUT), as the irregular account calls want it (specification 7).
 *
 * @param idempotencyKey of a create that may be sent again after its answer was lost
 */
export function sendRecordCall(
  http: HttpClient,
  { call, id, payload, values = {}, idempotencyKey = null }: SendRecordCallInput,
): Promise<CallAnswer> {
  const path = fillPath(call.path, id === null ? values : { ...values, id })
  const idOutsidePath = id !== null && !hasPlaceholder(call.path, 'id') ? { id } : {}
  const content = { ...idOutsidePath, ...payload }
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  const repeatable = idempotencyKey === null ? {} : { idempotencyKey }
  return http.send<unknown>(
    inQuery ? { method: call.method, path, params: content } : { method: call.method, path, body: content, ...repeatable },
  )
}

/** Reads one whole record. */
export async function getRecord(http: HttpClient, call: ResolvedCall, id: ListRow['id']): Promise<ListRow> {
  const { data } = await sendRecordCall(http, { call, id, payload: {} })
  return { ...parseRecord(data), id }
}

/**
 * Reads one whole record by the key that people know it by.
 * @param get the screen's call for a record by its id
 * @param by another unique field than the one that addresses use
 */
export async function findRecord(http: HttpClient, get: ResolvedCall, key: string, by?: string): Promise<ListRow> {
  const { method, path } = keyCall(get)
  const { data } = await http.send<unknown>({ method, path, params: { key, ...(by !== undefined && { by }) } })
  const record = parseRecord(data)
  if (typeof record.id !== 'number' && typeof record.id !== 'string') throw new TypeError('The record has no id')
  return { ...record, id: record.id }
}

function parseRecord(data: unknown): Readonly<Record<string, unknown>> {
  if (typeof data !== 'object' || data === null) throw new TypeError('The call did not answer a record')
  return data as Readonly<Record<string, unknown>>
}
