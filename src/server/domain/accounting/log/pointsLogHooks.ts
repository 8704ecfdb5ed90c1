import { sql } from 'kysely'
import type { ListQuery } from '../../../../language/query/listQuery.ts'
import type { ListFilter } from '../../../../language/query/listQueryFilters.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { RecordHooks } from '../../../records/hooks.ts'

/** Filters that may match only some entries of a transaction. Any other filter matches all entries of a transaction or none. */
const partial: ReadonlySet<string> = new Set([
  ...['accountClass', 'accountId', 'ownerNo', 'memberNo', 'companyNo', 'retailStoreNo', 'periodNo', 'statementNo'],
])

/** List 點數交易明細: all entries of the ledger (domain 4.11). */
export const pointsLogHooks: RecordHooks<'pointsLog'> = {
  idsFirst: true,
  prepareQuery: async ({ db }, query) => withPostedRange(db, await withAccounts(db, query)),
  totals: (sums, { filters, alternatives }) =>
    [...filters, ...alternatives.flat()].some(({ field }) => partial.has(field)) ? sums : { ...sums, points: balanceText(sums.points) },
}

/** The entries of a whole transaction add up to zero. Any other sum is shown as a number, because it means an error. */
function balanceText(points = 0): number | string {
  return points === 0 ? '0（借貸平衡）' : points
}

/** Replaces a filter by owner with the accounts of that owner, because entries are indexed by account. */
async function withAccounts(db: Executor, query: ListQuery): Promise<ListQuery> {
  const filters = await Promise.all(query.filters.map((filter) => withAccount(db, filter)))
  return { ...query, filters }
}

async function withAccount(db: Executor, filter: ListFilter): Promise<ListFilter> {
  if (filter.field !== 'ownerNo' && filter.field !== 'memberNo') return filter
  const owners = filter.values.map(String)
  const accounts = await db
    .selectFrom('pointAccount')
    .select('id')
    .where('ownerId', 'in', owners)
    .where('class', filter.field === 'memberNo' ? '=' : '<>', 'MEMBER')
    .execute()
  return { field: 'accountId', op: 'in', values: accounts.map(({ id }) => id) }
}

/**
 * Adds a range of posting times to a filter on 歸屬日期. The list is sorted by posting time; without the range, a search for old days would
 * read all entries from today backwards.
 */
async function withPostedRange(db: Executor, query: ListQuery): Promise<ListQuery> {
  const days = query.filters.find(({ field, op }) => field === 'businessDate' && op === 'between')
  if (!days || query.filters.some(({ field }) => field === 'postedAt')) return query
  const [from, to] = days.values.map(String)
  if (from === undefined || to === undefined) return query
  // `offset 0` makes the database read the entries of these days first. Otherwise it would search the ledger from its beginning for the
  // first posting of these days.
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(posted_at) as first, max(posted_at) as last
    from (select posted_at from point_entry where business_date between ${from} and ${to} offset 0) as e`.execute(db)
  const { first = null, last = null } = rows[0] ?? {}
  if (first === null || last === null) return query
  // One millisecond is added, because the database stores microseconds.
  const values = [first.toISOString(), new Date(last.getTime() + 1).toISOString()]
  return { ...query, filters: [...query.filters, { field: 'postedAt', op: 'between', values }] }
}
