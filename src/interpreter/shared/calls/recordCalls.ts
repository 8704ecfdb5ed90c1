import type { HttpClient, WriteAnswer } from '../../../client/http/httpClient.ts'
import { keyCall } from '../../../language/resolve/recordCall.ts'
import type { ResolvedCall } from '../../../language/resolved.ts'
import { fillPath, hasPlaceholder, type PathValues } from './callPath.ts'
import type { ListRow } from './listPage.ts'

/** Answer of a write: the body, and the message to show. */
export type CallAnswer = WriteAnswer<unknown>

interface SendRecordCallInput {
  readonly call: ResolvedCall
  readonly id: ListRow['id'] | null
  readonly payload: Readonly<Record<string, unknown>>
  readonly values?: PathValues | undefined
  readonly idempotencyKey?: string | null | undefined
}

/**
 * Sends a call of a screen's API about one record. When the path has no `{id}`, the id is sent in the query (GET, DELETE) or the body
 * (POST, PUT), as the irregular account calls need (specification 7).
 *
 * @param idempotencyKey for a write that may be repeated after a lost answer
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

/** Reads a record by its id. */
export async function getRecord(http: HttpClient, call: ResolvedCall, id: ListRow['id']): Promise<ListRow> {
  const { data } = await sendRecordCall(http, { call, id, payload: {} })
  return { ...parseRecord(data), id }
}

/**
 * Reads a record by its key. @param get the screen's call that reads a record by id @param by another unique field than the one used in
 * addresses
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
