import { type RawBuilder, sql } from 'kysely'
import type { Borrowed } from '../../../language/documents/relations.ts'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { isKnownName, readableFields } from '../allowedFields.ts'
import { isRow } from '../details/detailRows.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import { type EntityModel, fieldOf } from '../model.ts'
import { findStorage, type PreparedCall } from '../services.ts'
import { hasKeyOf, shownField } from '../storage/recordKeys.ts'
import type { Storage } from '../storage/storage.ts'
import { storedValue } from '../storage/values.ts'

/** A member of rows whose value stands in the record that the row names. */
interface RowField {
  readonly list: string
  readonly member: string
  readonly borrowed: Borrowed
}

/** What is shown of a record, by its fields, and the company to which it belongs. */
interface NamedRecord {
  readonly company: unknown
  readonly values: RecordValues
}

/** By entity and key. */
type NamedRecords = ReadonlyMap<string, ReadonlyMap<string, NamedRecord>>

/**
 * Adds to rows within records what these show of the records that they name, as the screen of this reader may show it. It is read for the
 * answer only, once for each entity that is named, and never a part of what is stored, compared and kept in histories. As everywhere, a
 * record of another company does not count, whatever key is stored.
 */
export async function withNamedInRows(
  prepared: PreparedCall,
  db: Executor,
  records: readonly StoredRecord[],
  place: 'list' | 'record',
): Promise<readonly StoredRecord[]> {
  const { call, model } = prepared
  const fields = call.screen === null ? [] : shownInRows(call.screen, model, place)
  if (fields.length === 0) return records
  const named = await readNamed(prepared, db, fields, records)
  const lists = [...new Set(fields.map(({ list }) => list))]
  const { scope } = model.entity
  return records.map((record) => {
    const company = scope === undefined ? undefined : (record[scope] ?? null)
    const filled = lists.map((list) => {
      const own = fields.filter((field) => field.list === list)
      return [list, rowsOf(record[list])?.map((row) => ({ ...row, ...shownOf(row, own, { named, company }) })) ?? record[list]]
    })
    return { ...record, ...Object.fromEntries(filled) }
  })
}

const known = new WeakMap<EntityModel, readonly RowField[]>()

/** Most entities have none, and every answer asks. */
function rowFieldsOf(model: EntityModel): readonly RowField[] {
  const before = known.get(model)
  if (before !== undefined) return before
  const fields = Object.entries(model.entity.properties).flatMap(([list, { items }]) =>
    Object.entries(items?.properties ?? {}).flatMap(([member, property]) => {
      const borrowed = property['x-borrowed']
      return borrowed === undefined ? [] : [{ list, member, borrowed }]
    }),
  )
  known.set(model, fields)
  return fields
}

function shownInRows(screen: ResolvedScreen, model: EntityModel, place: 'list' | 'record'): readonly RowField[] {
  const fields = rowFieldsOf(model)
  if (fields.length === 0) return fields
  const readable = readableFields(screen, model, place)
  return fields.filter(
    ({ list, member, borrowed }) => readable.has(list) && (borrowed.isBeside !== true || isKnownName(screen, model, `${list}.${member}`)),
  )
}

function rowsOf(value: unknown): readonly RecordValues[] | undefined {
  return Array.isArray(value) && value.every(isRow) ? value : undefined
}

async function readNamed(
  prepared: PreparedCall,
  db: Executor,
  fields: readonly RowField[],
  records: readonly StoredRecord[],
): Promise<NamedRecords> {
  const named = new Map<string, ReadonlyMap<string, NamedRecord>>()
  for (const entity of new Set(fields.map(({ borrowed }) => borrowed.entity))) {
    const asked = fields.filter(({ borrowed }) => borrowed.entity === entity)
    const keys = new Set(asked.flatMap(({ list, borrowed }) => records.flatMap((record) => keysIn(record[list], borrowed.by))))
    // The other entity may be away for a moment, until its file is right again.
    const other = findStorage(prepared.services)(entity)
    // A record of a company names nothing that belongs to nobody in particular.
    const isOpen = other !== undefined && (prepared.model.entity.scope === undefined || other.model.entity.scope !== undefined)
    if (keys.size > 0 && isOpen) named.set(entity, await readRecords(db, other, [...keys], new Set(asked.map((one) => one.borrowed.field))))
  }
  return named
}

function keysIn(value: unknown, by: string): readonly string[] {
  return (rowsOf(value) ?? []).flatMap((row) => (typeof row[by] === 'string' && row[by] !== '' ? [row[by]] : []))
}

async function readRecords(
  db: Executor,
  other: Storage,
  keys: readonly string[],
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, NamedRecord>> {
  const { model, source, expression } = other
  const { key, scope } = model.entity
  const shown = [...names].flatMap((name) => shownField(other, name) ?? [])
  const columns: readonly RawBuilder<unknown>[] = [
    sql`${expression(fieldOf(model, key))} as "#key"`,
    scope === undefined ? sql`null as "#company"` : sql`${expression(fieldOf(model, scope))} as "#company"`,
    ...shown.map((field) => sql`${expression(field)} as ${sql.id(field.name)}`),
  ]
  const { rows } = await sql<RecordValues>`
    select ${sql.join(columns)} from ${source.from} where ${source.condition} and ${hasKeyOf(other, keys)}`.execute(db.withoutPlugins())
  return new Map(
    rows.map((row) => {
      const values = shown.map((field) => [field.name, storedValue(field.kind, row[field.name])] as const)
      return [String(row['#key']), { company: row['#company'], values: Object.fromEntries(values) }]
    }),
  )
}

interface Shown {
  readonly named: NamedRecords
  /** Company of the record with the row; undefined when it belongs to nobody in particular. */
  readonly company: unknown
}

/** What a row shows of others. Like in what is stored, there are no empty members. */
function shownOf(row: RecordValues, fields: readonly RowField[], { named, company }: Shown): RecordValues {
  const entries = fields.flatMap(({ member, borrowed: { by, entity, field } }) => {
    const record = named.get(entity)?.get(String(row[by] ?? ''))
    if (record === undefined || (company !== undefined && (company === null || record.company !== company))) return []
    return [[member, record.values[field] ?? null] as const]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== null))
}
