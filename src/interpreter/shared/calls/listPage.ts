import type { RecordPage } from '../../../answers/records.ts'

/** A record of a list; every maintained record has an id. */
export interface ListRow {
  readonly id: number | string
  readonly [field: string]: unknown
}

/** One page of a list from the server (domain 4.0), where every row has an id. `head` is null without a head. */
export type ListPage = Omit<RecordPage, 'rows' | 'head'> & { readonly rows: readonly ListRow[]; readonly head: ListRow | null }

/** Parses the answer of a list call; the body is checked only here. @throws TypeError when it is not a page */
export function parseListPage(body: unknown): ListPage {
  if (!isObject(body) || !Array.isArray(body.rows) || typeof body.totalCount !== 'number') {
    throw new TypeError('The list call did not answer a page with rows and totalCount')
  }
  return {
    totalCount: body.totalCount,
    pageIndex: typeof body.pageIndex === 'number' ? body.pageIndex : 0,
    pageSize: typeof body.pageSize === 'number' ? body.pageSize : body.rows.length,
    rows: body.rows.map(parseRow),
    totals: isObject(body.totals) ? (body.totals as ListPage['totals']) : {},
    head: isObject(body.head) ? parseRow(body.head, 0) : null,
  }
}

function parseRow(row: unknown, index: number): ListRow {
  if (!isObject(row)) throw new TypeError(`Row ${index} of the list is not an object`)
  // Rows of a read model without ids (a grouped report) get a key that is stable within the page.
  const id = typeof row.id === 'number' || typeof row.id === 'string' ? row.id : `row-${index}`
  return { ...row, id }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads an own property, so that names in documents never reach the prototype. */
export function fieldOf(record: Readonly<Record<string, unknown>>, field: string): unknown {
  return Object.hasOwn(record, field) ? record[field] : undefined
}
