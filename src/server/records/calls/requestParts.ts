import { type ListQuery, parseListQuery, type QueryParams } from '../../../language/query/listQuery.ts'
import type { ResolvedList } from '../../../language/resolved.ts'
import { ApiError, apiError, fieldsError } from '../../platform/errors.ts'
import type { BulkBatch, BulkSelection, SeenVersions } from '../engine.ts'
import type { RecordValues } from '../hooks.ts'

/** The parts of a request that the verbs of a screen read. */
export interface DocumentRequest {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: URLSearchParams
  readonly body: unknown
}

/** @throws M06 when there is no body, or it is not an object */
export function bodyOf({ body }: DocumentRequest): RecordValues {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw apiError('M06', { title: '資料' })
  return body as RecordValues
}

/** The record id from the path, or from the query or body when the path has none (`api`). */
export function idOf(request: DocumentRequest): number {
  const body = request.body as { readonly id?: unknown } | null | undefined
  const given = request.params.id ?? request.query.get('id') ?? (typeof body === 'object' ? body?.id : undefined)
  const id = typeof given === 'string' && /^\d{1,16}$/.test(given) ? Number(given) : given
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) throw apiError('M08')
  return id
}

/** `rowVersion` of a body or a query; undefined when absent. */
export function rowVersionOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  const version = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  if (typeof version !== 'number' || !Number.isSafeInteger(version)) throw fieldsError({ rowVersion: '版本 格式錯誤' })
  return version
}

/** @throws M05 when it is absent */
export function requiredRowVersion(value: unknown): number {
  const version = rowVersionOf(value)
  if (version === undefined) throw fieldsError({ rowVersion: '版本 必填' }, 'M05')
  return version
}

/** The page from the path, otherwise from the query. */
export function listQueryOf(request: DocumentRequest, list: ResolvedList): ListQuery {
  const params = request.body === undefined || request.body === null ? mergePage(request) : flatten(bodyOf(request))
  return parseOrRefuse(params, list)
}

export function parseOrRefuse(params: QueryParams, list: ResolvedList): ListQuery {
  const { query, problems } = parseListQuery(params, list)
  const first = problems[0]
  if (first) throw new ApiError(400, 'M06', first.text)
  return query
}

function mergePage({ params, query }: DocumentRequest): URLSearchParams {
  const merged = new URLSearchParams(query)
  if (params.pageIndex !== undefined) merged.set('pageIndex', params.pageIndex)
  if (params.pageSize !== undefined) merged.set('pageSize', params.pageSize)
  return merged
}

/** Flattens `{pageIndex, pageSize, filters: {...}, sort}` into one level. */
function flatten({ filters, ...rest }: RecordValues): RecordValues {
  if (filters === undefined || filters === null) return rest
  if (typeof filters !== 'object' || Array.isArray(filters)) throw apiError('M06', { title: 'filters' })
  return { ...filters, ...rest }
}

/**
 * The selected records (`ids`, with `rowVersions` by id where they are known), or all that match a list query (`query`: its parameters as
 * an object or a text; `matching`, how many they were when the person chose them).
 */
export function selectionOf(body: RecordValues, list: ResolvedList): { selection: BulkSelection; input: RecordValues } {
  const { ids, rowVersions, query, batch, matching, ...input } = body
  if (ids !== undefined) return { selection: { kind: 'ids', ids: idsOf(ids), versions: versionsOf(rowVersions) }, input }
  if (query === undefined || query === null) throw apiError('M16')
  const params = typeof query === 'string' ? new URLSearchParams(query) : (query as RecordValues)
  const ofBatch = batch === undefined ? {} : { batch: batchOf(batch) }
  const told = matching === undefined ? {} : { matching: countOf(matching) }
  return { selection: { kind: 'query', query: parseOrRefuse(params, list), ...ofBatch, ...told }, input }
}

function countOf(value: unknown): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw apiError('M06', { title: 'matching' })
  return Number(value)
}

function batchOf(value: unknown): BulkBatch {
  const { after, size } = (typeof value === 'object' && value !== null ? value : {}) as RecordValues
  const isBatch = Number.isSafeInteger(after) && Number(after) >= 0 && Number.isSafeInteger(size) && Number(size) >= 1
  if (!isBatch) throw apiError('M06', { title: 'batch' })
  return { after: Number(after), size: Number(size) }
}

function versionsOf(value: unknown = {}): SeenVersions {
  const versions = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [['', null] as const]
  if (!versions.every(([id, version]) => /^\d{1,15}$/.test(id) && Number.isSafeInteger(version)))
    throw apiError('M06', { title: 'rowVersions' })
  return new Map(versions.map(([id, version]) => [Number(id), Number(version)]))
}

function idsOf(value: unknown): readonly number[] {
  const isIds = Array.isArray(value) && value.every((id) => typeof id === 'number' && Number.isSafeInteger(id) && id > 0)
  if (!isIds) throw apiError('M06', { title: 'ids' })
  return value as readonly number[]
}
