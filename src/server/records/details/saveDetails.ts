import { sql } from 'kysely'
import type { Entity } from '../../../language/documents/entity.ts'
import type { Details } from '../../../language/documents/relations.ts'
import { type DetailField, detailsOf, rowFields } from '../../../language/entity/details.ts'
import { ApiError, apiError, fieldsError } from '../../platform/errors.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import { fieldOf } from '../model.ts'
import { isSame } from '../sameValue.ts'
import { type OpenWrite, type PreparedCall, prepare } from '../services.ts'
import { idOfRow, isRow } from './detailRows.ts'

/**
 * Stores the rows of a record that are records of another entity: removes those that are no longer there, changes the others, creates the
 * new ones, and notes their order. The record is locked and has the version that its form has seen, so the stored rows are those of the
 * form. A row of an id that the record does not have is a new one: what somebody has typed is not lost because its record was removed.
 *
 * @param master the stored record, with its rows before the write
 * @throws 400 with a text per field of a row
 */
export async function saveDetails(open: OpenWrite, master: StoredRecord, values: RecordValues): Promise<void> {
  const { entity } = open.prepared.model
  for (const one of detailsOf(entity.properties)) {
    if (!Object.hasOwn(values, one.field)) continue
    const inner = rowsOf(open, one)
    const before = storedRows(master, one)
    const rows = Array.isArray(values[one.field]) ? (values[one.field] as readonly unknown[]).filter(isRow) : []
    const kept = new Set(rows.map(idOfRow))
    for (const [id] of before) if (!kept.has(id)) await told(one, null, () => inner.prepared.services.writes.remove(inner, id, undefined))
    const places = await placesOf(inner, one.details, [...before.keys()])
    for (const [index, row] of rows.entries()) {
      const id = idOfRow(row)
      const stored = id === null ? undefined : before.get(id)
      // Of two rows with one id, the second is a new row.
      before.delete(id ?? 0)
      await told(one, index, () =>
        saveRow(inner, { master, entity, one, row, place: index + 1, stored, isInPlace: places?.get(id) === index + 1 }),
      )
    }
  }
}

/** @throws 400 for another company of a record whose rows belong to the former one */
export function assertSameCompany({ scope, properties }: Entity, master: StoredRecord, values: RecordValues): void {
  if (scope === undefined || !Object.hasOwn(values, scope) || isSame(values[scope], master[scope])) return
  const one = detailsOf(properties).find((each) => storedRows(master, each).size > 0)
  if (one) throw fieldsError({ [scope]: `已有${one.property.title ?? one.field}，不可改屬其他特約商` })
}

/** Removes the rows of a record that is removed itself. */
export async function removeDetails(open: OpenWrite, master: StoredRecord): Promise<void> {
  for (const one of detailsOf(open.prepared.model.entity.properties)) {
    const before = storedRows(master, one)
    if (before.size === 0) continue
    const inner = rowsOf(open, one)
    for (const [id] of before) await told(one, null, () => inner.prepared.services.writes.remove(inner, id, undefined))
  }
}

/** The write goes on with the rows. Whoever may save the record may save its rows, and no screen of theirs limits which fields. */
function rowsOf(open: OpenWrite, { details }: DetailField): OpenWrite {
  const { services, call } = open.prepared
  // The other entity may be away for a moment, until its file is right again.
  const child = services.findEntity(details.child)
  if (child === undefined || child.table !== undefined) throw apiError('M09')
  const { allProblems: _one, ...own } = call
  return { ...open, prepared: prepare(services, { ...own, db: open.trx, screen: null, entity: details.child }), isOfMaster: true }
}

function storedRows(master: StoredRecord, { field }: DetailField): Map<number, RecordValues> {
  const rows: unknown = master[field]
  return new Map((Array.isArray(rows) ? rows.filter(isRow) : []).flatMap((row) => [[idOfRow(row) ?? 0, row] as const]))
}

/** The stored places of rows; null when the rows have no order of their own. */
async function placesOf(
  { prepared, trx }: OpenWrite,
  { order }: Details,
  ids: readonly number[],
): Promise<ReadonlyMap<number | null, unknown> | null> {
  if (order === undefined || ids.length === 0) return null
  const { storage, model } = prepared
  const { rows } = await sql<{ id: number; place: unknown }>`
    select r.id, ${storage.expression(fieldOf(model, order))} as place from ${storage.source.from}
    where ${storage.source.condition} and r.id = any(${ids}::bigint[])`.execute(trx.withoutPlugins())
  return new Map(rows.map(({ id, place }) => [id, place]))
}

interface SavedRow {
  readonly master: StoredRecord
  /** Entity of the master. */
  readonly entity: Entity
  readonly one: DetailField
  readonly row: RecordValues
  /** From 1. */
  readonly place: number
  readonly isInPlace: boolean
  /** The row as it is stored; undefined for a new one. */
  readonly stored: RecordValues | undefined
}

async function saveRow(inner: OpenWrite, saved: SavedRow): Promise<void> {
  const {
    one: { details },
    row,
    place,
    isInPlace,
    stored,
  } = saved
  const { writes } = inner.prepared.services
  const entered = enteredFields(inner.prepared, details, row)
  const values = { ...entered, ...(details.order !== undefined && { [details.order]: place }) }
  if (stored === undefined) {
    const given = Object.entries(values).filter(([, value]) => value !== null)
    await writes.create(inner, { ...Object.fromEntries(given), ...namesMaster(inner, saved) }, createEvent)
    return
  }
  assertFixed(inner.prepared, stored, entered)
  const isSameRow = Object.entries(entered).every(([name, value]) => isSame(stored[name], value))
  if (isSameRow && (details.order === undefined || isInPlace)) return
  await writes.update(inner, idOfRow(stored) ?? 0, undefined, values)
}

const createEvent = { action: 'create', label: '新增' } as const

/** What people fill in; the rest of a row is computed. */
function enteredFields({ model }: PreparedCall, details: Details, row: RecordValues): RecordValues {
  const written = rowFields(details, model.entity).filter((name) => fieldOf(model, name).property['x-computed'] !== true)
  return Object.fromEntries(written.map((name) => [name, row[name] ?? null]))
}

/** @throws 400 for a changed field that is fixed once its record exists */
function assertFixed({ model }: PreparedCall, stored: RecordValues, entered: RecordValues): void {
  const changed = Object.keys(entered).filter(
    (name) => model.fields.get(name)?.property['x-immutable'] === true && !isSame(stored[name], entered[name]),
  )
  if (changed.length > 0) throw fieldsError(Object.fromEntries(changed.map((name) => [name, `${fieldOf(model, name).title} 不可修改`])))
}

/** A row belongs to its record, and to the company of it. */
function namesMaster({ prepared }: OpenWrite, { master, one: { details }, entity }: SavedRow): RecordValues {
  const { scope } = prepared.model.entity
  return {
    [details.by]: master[entity.key],
    ...(scope !== undefined && entity.scope !== undefined && { [scope]: master[entity.scope] ?? null }),
  }
}

/** Tells what is wrong with a record at the place of its row. */
async function told<T>({ field, property, details }: DetailField, index: number | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const title = property.title ?? field
    if (index === null) throw new ApiError(error.status, error.code, `${title}：${error.message}`, { cause: error })
    if (typeof error.body === 'string') throw atRow(error, { [field]: `第 ${index + 1} 列：${error.body}` })
    const texts = Object.entries(error.body).map(([path, text]) =>
      details.fields.includes(path.split('.')[0] ?? '') ? [`${field}.${index}.${path}`, text] : [field, `第 ${index + 1} 列：${text}`],
    )
    throw atRow(error, Object.fromEntries(texts))
  }
}

function atRow(error: ApiError, texts: Record<string, string>): ApiError {
  return new ApiError(error.status, error.code, texts, { cause: error })
}
