import type { HttpClient } from '../../client/http/httpClient.ts'
import { type ListQuery, parseListQuery } from '../../language/query/listQuery.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { fetchListPage } from '../shared/calls/listCall.ts'
import type { ListPage } from '../shared/calls/listPage.ts'

/** Most rows of one print, about 70 sheets. For more rows there is the export. */
export const printedRowsMax = 2000

/** Most rows in one answer of the server. */
const rowsPerCall = 500

export interface PrintedRows {
  /** All rows of the query up to the limit, in its order, with the count and totals of the whole list. */
  readonly page: ListPage
  readonly query: ListQuery
}

export interface ReadAllRowsInput {
  readonly screen: ResolvedScreen
  /** Filters and order of the list. */
  readonly params: URLSearchParams
  readonly signal: AbortSignal
  /** Called after each page with the number of rows read, and the number of rows to read. */
  readonly report: (done: number, total: number) => void
}

/** Reads all pages of a list. */
export async function readAllRows(http: HttpClient, { screen, params, signal, report }: ReadAllRowsInput): Promise<PrintedRows> {
  const { api, list } = screen
  const { query } = parseListQuery(params, list)
  const read = (pageIndex: number) =>
    fetchListPage(http, { call: api.list, query: { ...query, pageIndex, pageSize: rowsPerCall }, list, signal })
  const first = await read(0)
  const wanted = Math.min(first.totalCount, printedRowsMax)
  const rows = [...first.rows]
  for (let pageIndex = 1; pageIndex * rowsPerCall < wanted; pageIndex += 1) {
    report(rows.length, wanted)
    rows.push(...(await read(pageIndex)).rows)
  }
  return { page: { ...first, rows: rows.slice(0, printedRowsMax) }, query }
}
