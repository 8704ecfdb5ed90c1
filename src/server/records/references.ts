import { type RawBuilder, sql } from 'kysely'
import type { Entity } from '../../language/documents/entity.ts'
import { referencesOf as declaredReferences } from '../../language/entity/references.ts'
import type { Executor } from '../platform/database/tables.ts'
import { apiError } from '../platform/errors.ts'
import type { StoredRecord } from './hooks.ts'
import { columnName, type EntityModel } from './model.ts'

/**
 * A place where other records refer to records of an entity. `column`: a text or number with the key or the id. `list`: a JSON list of
 * keys. `rows`: a JSON list of rows with the key in `member`. `document`: the field `member` of JSON records of the entity `column`, or,
 * with `list`, the member `member` of the rows in that field.
 */
export interface Reference {
  readonly table: string
  readonly column: string
  readonly kind: 'column' | 'list' | 'rows' | 'document'
  readonly names: 'key' | 'id'
  readonly member?: string
  readonly list?: string
  /** Both tables have a company column; it is added to the search, because the largest tables are indexed by it. */
  readonly isByCompany: boolean
  /** Soft-deleted users stay in their table, but no longer count as references. */
  readonly isSoftDeleted: boolean
}

/**
 * Tables that do not count as references. Logs keep the names of their day, whatever happens to the record later. Sums, counters and
 * one-time numbers are derived from other rows or calls; change sheets and the secrets of webhooks belong to their record.
 */
const tellingTables = [
  'activity_log',
  'user_action_log',
  'record_history',
  'record_change',
  'account_daily',
  'company_daily',
  'partner_nonce',
  'partner_minute',
  'login_attempt',
  'serial_attempt',
  'webhook_secret',
  'webhook_delivery',
]

const largeTables: ReadonlySet<string> = new Set(['point_transaction', 'point_entry'])

/**
 * Refuses to remove a record that others refer to. The record is locked. Foreign keys are guarded by the database; this function finds
 * references without foreign keys.
 *
 * @throws M11
 */
export async function assertNotReferenced(
  db: Executor,
  model: EntityModel,
  entities: readonly Entity[],
  record: StoredRecord,
): Promise<void> {
  for (const reference of await referencesTo(db, model, entities)) {
    if (await names(db, reference, model, record)) throw apiError('M11')
  }
}

/**
 * Finds all places that can refer to a record of the entity: columns by their names (`retail_store_no`, `used_retail_store_no`,
 * `retail_store_nos`, `reward_point_id`), so that a new table needs no registration, and lists of rows and JSON records by their documents:
 * what these declare (`x-ref`), and fields that have the name of the key.
 */
export async function referencesTo(db: Executor, model: EntityModel, entities: readonly Entity[]): Promise<readonly Reference[]> {
  const { table } = model.entity
  const fromDocuments = entities.flatMap((entity) => referencesOf(entity, model))
  if (table === undefined) return fromDocuments
  const found = await readColumns(db, table, columnName(model.entity.key))
  // `yearly_discount_no` ends like the key of monthly discounts, but is the key of another entity.
  const ownKeys = new Set(entities.map((entity) => `${entity.table}.${columnName(entity.key)}`))
  return [...found.filter((one) => !ownKeys.has(`${one.table}.${one.column}`)), ...fromDocuments]
}

interface ColumnRow {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly hasCompany: boolean
  readonly hasDeletedAt: boolean
}

async function readColumns(db: Executor, table: string, key: string): Promise<readonly Reference[]> {
  const { rows } = await sql<ColumnRow>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
      exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'company_no')
        and exists (select from pg_attribute x where x.attrelid = own.oid and x.attname = 'company_no') as "hasCompany",
      exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'deleted_at') as "hasDeletedAt"
    from pg_class c
    join pg_namespace s on s.oid = c.relnamespace and s.nspname = current_schema()
    join pg_class own on own.relnamespace = s.oid and own.relname = ${table}
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not (c.relname = any(${tellingTables}::text[]))
      and not (c.oid = own.oid and a.attname = ${key})
      -- A key that only together with others is one names nothing by itself.
      and (
        a.attname ~ ('(^|_)' || ${table}::text || '_id$')
        or a.attname ~ ('(^|_)' || ${key}::text || 's?$') and exists (
          select from pg_index i where i.indrelid = own.oid and i.indisunique and i.indnkeyatts = 1
            and pg_get_indexdef(i.indexrelid, 1, true) = ${key}))
      -- What goes with the record is a part of it.
      and not exists (select from pg_constraint f
        where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = own.oid and f.confdeltype = 'c')
    order by 1, 2
  `.execute(db.withoutPlugins())
  return rows.map((row) => ({
    table: row.table,
    column: row.column,
    kind: row.type === 'jsonb' ? 'list' : 'column',
    names: row.column.endsWith(`${table}_id`) ? 'id' : 'key',
    isByCompany: row.hasCompany && largeTables.has(row.table),
    isSoftDeleted: row.hasDeletedAt,
  }))
}

function referencesOf(entity: Entity, { entity: named }: EntityModel): readonly Reference[] {
  const common = { names: 'key', isByCompany: false, isSoftDeleted: false } as const
  const declared = declaredReferences(entity.properties)
  return [
    ...declared.flatMap(({ list, field, reference }): readonly Reference[] =>
      reference.entity === named.name && reference.onDelete !== 'clear'
        ? [
            {
              ...common,
              table: 'record_document',
              column: entity.name,
              kind: 'document',
              member: field,
              ...(list !== undefined && { list }),
            },
          ]
        : [],
    ),
    ...namedReferences(entity, named, new Set(declared.map(({ list, field }) => list ?? field))),
  ]
}

/** @param declared fields that say by themselves to what they refer */
function namedReferences(entity: Entity, named: Entity, declared: ReadonlySet<string>): readonly Reference[] {
  const common = { names: 'key', isByCompany: false, isSoftDeleted: false } as const
  return Object.entries(entity.properties).flatMap(([name, property]): readonly Reference[] => {
    if (entity.table === undefined) {
      return isNameOf(name, named.key) && entity.name !== named.name && !declared.has(name) && property['x-borrowed'] === undefined
        ? [{ ...common, table: 'record_document', column: entity.name, kind: 'document', member: name }]
        : []
    }
    if (entity.readonly || property['x-computed']) return []
    const members = Object.keys(property.items?.properties ?? {}).filter((member) => isNameOf(member, named.key))
    return members.map((member) => ({ ...common, table: entity.table ?? '', column: columnName(name), kind: 'rows', member }))
  })
}

/**
 * `companyNo` is referred to by `companyNo`, `parentCompanyNo` and the list `companyNos`. A key like `code` is too general for this rule.
 */
function isNameOf(field: string, key: string): boolean {
  const tail = `${key.charAt(0).toUpperCase()}${key.slice(1)}`
  return /[A-Z]/.test(key) && (field === key || field === `${key}s` || field.endsWith(tail) || field.endsWith(`${tail}s`))
}

async function names(db: Executor, reference: Reference, model: EntityModel, record: StoredRecord): Promise<boolean> {
  const value = String(reference.names === 'id' ? record.id : (record[model.entity.key] ?? ''))
  if (value === '') return false
  const ownTable = model.entity.table ?? 'record_document'
  const isOther = reference.table === ownTable ? sql`r.id <> ${record.id}` : sql`true`
  const ofCompany = reference.isByCompany ? sql`r.company_no = ${String(record.companyNo)}` : sql`true`
  const notDeleted = reference.isSoftDeleted ? sql`r.deleted_at is null` : sql`true`
  const { rows } = await sql`
    select 1 from ${sql.table(reference.table)} as r
    where ${isOther} and ${ofCompany} and ${notDeleted} and ${holds(reference, value)} limit 1
  `.execute(db.withoutPlugins())
  return rows.length > 0
}

function holds({ kind, column, member = '', list }: Reference, value: string): RawBuilder<unknown> {
  const place = sql.ref(`r.${column}`)
  switch (kind) {
    case 'column':
      // Compared in the type of the column, so that its index can be used.
      return sql`${place} = ${value}`
    case 'list':
      return sql`${place} @> ${JSON.stringify([value])}::jsonb`
    case 'rows':
      return sql`${place} @> ${JSON.stringify([{ [member]: value }])}::jsonb`
    case 'document':
      if (list !== undefined) return sql`r.entity = ${column} and r.body @> ${JSON.stringify({ [list]: [{ [member]: value }] })}::jsonb`
      return sql`r.entity = ${column} and (r.body @> ${JSON.stringify({ [member]: value })}::jsonb
        or r.body @> ${JSON.stringify({ [member]: [value] })}::jsonb)`
  }
}
