import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SortKey } from '../../../language/resolved.ts'
import { inBackground } from '../../platform/database/workKind.ts'
import type { StoredRecord } from '../hooks.ts'
import { fieldOf, type ValueKind } from '../model.ts'
import { allOf, anyOf } from '../read/listFilterSql.ts'
import { completeSort, orderSql } from '../read/listSql.ts'
import type { PreparedCall } from '../services.ts'

/** Rows per page. Fewer when a row may have a picture, a long text or a list of rows, because a whole page is in memory. */
const pageRows = { plain: 2000, large: 100 } as const
const largeFormats: readonly (string | undefined)[] = ['imageDataUrl', 'html', 'json']

interface CursorKey {
  readonly expression: RawBuilder<unknown>
  readonly direction: SortKey['direction']
  readonly cast: RawBuilder<unknown>
}

/** The sort values of the last row read, as texts; null sorts as a value of its own. */
type Cursor = readonly (string | null)[]

/**
 * Reads all rows of a list in its order, page by page. Each page starts after the last row of the previous one, so rows written meanwhile
 * neither shift nor repeat others, and later pages cost no more than the first.
 */
export async function* readPages(
  prepared: PreparedCall,
  where: RawBuilder<SqlBool>,
  sort: readonly SortKey[],
): AsyncGenerator<readonly StoredRecord[]> {
  const { storage, call } = prepared
  const keys = cursorKeys(prepared, sort)
  const limit = pageRowsOf(prepared)
  const cursorColumns = keys.map((key, index) => sql`(${key.expression})::text as ${sql.id(`#${index}`)}`)
  for (const part of partsOf(keys)) {
    let after: RawBuilder<SqlBool> = sql`true`
    for (let isLast = false; !isLast; ) {
      const page = sql<Record<string, unknown>>`
        select ${storage.source.listColumns()}, ${sql.join(cursorColumns)} from ${storage.source.from}
        where ${where} and ${part} and ${after} order by ${orderSql(storage, sort)} limit ${limit}
      `
      // Runs as background work, because the reader of the file decides when the next page is read, and no user waits for this statement.
      const { rows } = await inBackground(() => page.execute(call.db.withoutPlugins()))
      if (rows.length > 0) yield rows.map((row) => storage.read(row))
      const last = rows.at(-1)
      isLast = rows.length < limit || last === undefined
      const cursor = keys.map((_key, index) => (last?.[`#${index}`] ?? null) as string | null)
      after = afterSql(keys, cursor)
    }
  }
}

/**
 * Splits the rows into those with and those without a value of the first sort key, in the order in which the database sorts them. Each part
 * is then one range of an index.
 */
function partsOf([first]: readonly CursorKey[]): readonly RawBuilder<SqlBool>[] {
  if (first === undefined) return [sql`true`]
  const empty = sql<SqlBool>`${first.expression} is null`
  const filled = sql<SqlBool>`${first.expression} is not null`
  return first.direction === 'asc' ? [filled, empty] : [empty, filled]
}

function pageRowsOf({ model }: PreparedCall): number {
  const isLarge = [...model.fields.values()].some(
    ({ property: { format, type, items } }) => largeFormats.includes(format) || (type === 'array' && items?.type === 'object'),
  )
  return isLarge ? pageRows.large : pageRows.plain
}

function cursorKeys({ storage, model }: PreparedCall, sort: readonly SortKey[]): readonly CursorKey[] {
  return completeSort(sort).map(({ field: name, direction }) => {
    const field = fieldOf(model, name)
    return { expression: storage.expression(field), direction, cast: sql.raw(casts[field.kind]) }
  })
}

const casts: Record<ValueKind, string> = {
  text: 'text',
  integer: 'numeric',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'timestamptz',
  json: 'jsonb',
}

/** Conditions for the rows after the cursor: equal in the first keys and later in the next one, for each number of first keys. */
function afterSql(keys: readonly CursorKey[], cursor: Cursor): RawBuilder<SqlBool> {
  const later = anyOf(
    keys.map((key, index) =>
      allOf([
        ...keys.slice(0, index).map((earlier, place) => equalSql(earlier, cursor[place] ?? null)),
        laterSql(key, cursor[index] ?? null),
      ]),
    ),
  )
  return allOf([...rangeSql(keys[0], cursor[0] ?? null), later])
}

/** Redundant, but it lets the database start in the middle of an index instead of skipping all earlier rows. */
function rangeSql(key: CursorKey | undefined, value: string | null): readonly RawBuilder<SqlBool>[] {
  if (key === undefined || value === null) return []
  const { expression, direction, cast } = key
  return [direction === 'desc' ? sql`${expression} <= ${value}::${cast}` : sql`${expression} >= ${value}::${cast}`]
}

function equalSql({ expression, cast }: CursorKey, value: string | null): RawBuilder<SqlBool> {
  return value === null ? sql`${expression} is null` : sql`${expression} = ${value}::${cast}`
}

/** PostgreSQL sorts nulls last in ascending order and first in descending order. */
function laterSql({ expression, direction, cast }: CursorKey, value: string | null): RawBuilder<SqlBool> {
  if (direction === 'asc') return value === null ? sql`false` : sql`(${expression} > ${value}::${cast} or ${expression} is null)`
  return value === null ? sql`${expression} is not null` : sql`${expression} < ${value}::${cast}`
}
