import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isMasked } from '../../../language/entity/maskedFields.ts'
import type { PredicateScope } from '../../../language/predicate/predicate.ts'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import type { ListFilter } from '../../../language/query/listQueryFilters.ts'
import type { ResolvedScreen, SortKey } from '../../../language/resolved.ts'
import { readingsOf } from '../../../rules/typedCodes.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import type { StoredRecord } from '../hooks.ts'
import { type FieldModel, fieldOf } from '../model.ts'
import { conditionSql } from '../predicates/rowSides.ts'
import { scopeCondition } from '../scope.ts'
import type { Storage } from '../storage/storage.ts'
import { allOf, anyOf, containsText, filterSql } from './listFilterSql.ts'

export interface ListContext {
  readonly storage: Storage
  readonly screen: ResolvedScreen | null
  readonly actor: Actor
  readonly scope: PredicateScope
  /** Fields that the search box searches. */
  readonly searchFields: readonly FieldModel[]
}

/** All conditions on the rows of a list: entity, row scope, the screen's own filter, view, filters and search. */
export function whereSql(context: ListContext, query: ListQuery): RawBuilder<SqlBool> {
  const { storage, screen, actor, scope } = context
  const view = screen?.list.views.find((one) => one.name === query.view)
  return allOf([
    storage.source.condition,
    scopeCondition(storage, actor),
    ...(screen?.filter ? [conditionSql(storage, screen.filter, scope)] : []),
    ...(view ? [conditionSql(storage, view.filter, scope)] : []),
    ...query.filters.map((filter) => conditionOf(storage, filter)),
    ...(query.alternatives.length === 0
      ? []
      : [anyOf(query.alternatives.map((group) => allOf(group.map((one) => conditionOf(storage, one)))))]),
    ...(query.search === '' ? [] : [searchSql(context, query.search)]),
  ])
}

function conditionOf(storage: Storage, filter: ListFilter): RawBuilder<SqlBool> {
  const field = fieldOf(storage.model, filter.field)
  return filterSql(field, storage.expression(field), asTyped(field, filter))
}

/** A number asked for as a whole is found however it was typed. A masked one has only its one complete form, and keys are not typed. */
function asTyped({ kind, property }: FieldModel, filter: ListFilter): ListFilter {
  const [value] = filter.values
  if (filter.op !== 'eq' || filter.values.length !== 1 || typeof value !== 'string') return filter
  if (kind !== 'text' || isMasked(property) || property['x-dictionary'] !== undefined) return filter
  const values = readingsOf(value)
  return values.length === 1 ? filter : { ...filter, op: 'in', values }
}

function searchSql({ storage, searchFields }: ListContext, text: string): RawBuilder<SqlBool> {
  return anyOf(searchFields.map((field) => containsText(storage.expression(field), text)))
}

/** Order of a list. Rows with equal sort values are ordered by id, so that no row is repeated or lost between pages. */
export function orderSql(storage: Storage, sort: readonly SortKey[]): RawBuilder<unknown> {
  const keys = completeSort(sort).map(({ field, direction }) => {
    const expression = storage.expression(fieldOf(storage.model, field))
    return direction === 'desc' ? sql`${expression} desc` : sql`${expression} asc`
  })
  return sql.join(keys)
}

export function completeSort(sort: readonly SortKey[]): readonly SortKey[] {
  return sort.some((key) => key.field === 'id') ? sort : [...sort, { field: 'id', direction: 'asc' }]
}

/** Reads one page of rows. Lists inside a row are read only when they are shown. */
export async function selectPage(
  db: Executor,
  storage: Storage,
  where: RawBuilder<SqlBool>,
  page: PageOfRows,
): Promise<readonly StoredRecord[]> {
  const { from } = storage.source
  const columns = storage.source.listColumns(page.shown)
  const order = orderSql(storage, page.sort)
  const chosen = sql`from ${from} where ${where} order by ${order} limit ${page.pageSize} offset ${page.pageIndex * page.pageSize}`
  const { rows } = await (page.idsFirst
    ? sql`select ${columns} from ${from} join (select r.id ${chosen}) as chosen on chosen.id = r.id order by ${order}`
    : sql`select ${columns} ${chosen}`
  ).execute(db.withoutPlugins())
  return rows.map((row) => storage.read(row))
}

interface PageOfRows {
  readonly sort: readonly SortKey[]
  readonly pageIndex: number
  readonly pageSize: number
  readonly shown: ReadonlySet<string>
  /** See {@link RecordHooks.idsFirst}. */
  readonly idsFirst?: true | undefined
}

/** What the 總計 row sums: these fields, of all rows or of those that meet a condition; some rows may be subtracted. */
interface Sums {
  readonly fields: readonly string[]
  readonly of?: RawBuilder<SqlBool>
  readonly minus?: RawBuilder<SqlBool>
}

export function sumsOf({ storage, screen, scope }: Pick<ListContext, 'storage' | 'screen' | 'scope'>): Sums {
  const { totals = [], totalsOf, totalsMinus } = screen?.list ?? {}
  return {
    fields: totals,
    ...(totalsOf && { of: conditionSql(storage, totalsOf, scope) }),
    ...(totalsMinus && { minus: conditionSql(storage, totalsMinus, scope) }),
  }
}

/** Counts and sums all rows of the list in a separate query, which is cheaper than `count(*) over ()`. */
export async function selectTotals(
  db: Executor,
  storage: Storage,
  where: RawBuilder<SqlBool>,
  { fields, of, minus }: Sums,
): Promise<{ totalCount: number; totals: Record<string, number> }> {
  const only = of ? sql` filter (where ${of})` : sql``
  const sums = fields.map((name) => {
    const value = storage.expression(fieldOf(storage.model, name))
    const signed = minus ? sql`case when ${minus} then -${value} else ${value} end` : value
    return sql`coalesce(sum(${signed})${only}, 0) as ${sql.id(name)}`
  })
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join([sql`count(*) as "#count"`, ...sums])} from ${storage.source.from} where ${where}
  `.execute(db.withoutPlugins())
  const { '#count': totalCount = 0, ...totals } = rows[0] ?? {}
  return { totalCount, totals }
}

/** Counts rows, up to the largest number that is shown. */
export async function countRows(db: Executor, storage: Storage, where: RawBuilder<SqlBool>, limit: number | undefined): Promise<number> {
  if (limit === undefined) return (await selectTotals(db, storage, where, { fields: [] })).totalCount
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${storage.source.from} where ${where} limit ${limit}) as first
  `.execute(db.withoutPlugins())
  return Number(rows[0]?.count ?? 0)
}
