import { sql } from 'kysely'
import type { ListQuery } from '../../../../language/listQuery.ts'
import type { ListFilter } from '../../../../language/listQueryFilters.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { RecordHooks } from '../../../records/hooks.ts'

/** Conditions that take some entries of a transaction and leave others; all others take it whole or not at all. */
const partial: ReadonlySet<string> = new Set([
  ...['accountClass', 'accountId', 'ownerNo', 'memberNo', 'companyNo', 'retailStoreNo', 'periodNo', 'statementNo'],
])

/** 點數交易明細: every entry of the ledger (domain 4.11). */
export const pointsLogHooks: RecordHooks<'pointsLog'> = {
  idsFirst: true,
  prepareQuery: async ({ db }, query) => withPostedRange(db, await withAccounts(db, query)),
  totals: (sums, { filters }) => (filters.some(({ field }) => partial.has(field)) ? sums : { ...sums, points: balanceText(sums.points) }),
}

/** Whole transactions sum to zero: anything else is told as what it is. */
function balanceText(points = 0): number | string {
  return points === 0 ? '0（借貸平衡）' : points
}

/** Finds the accounts of an owner first: entries are indexed by account. */
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
 * Adds to a range of 歸屬日期 when its entries were posted: the list is in that order, and would otherwise be looked through from today on
 * for days that lie long back.
 */
async function withPostedRange(db: Executor, query: ListQuery): Promise<ListQuery> {
  const days = query.filters.find(({ field, op }) => field === 'businessDate' && op === 'between')
  if (!days || query.filters.some(({ field }) => field === 'postedAt')) return query
  const [from, to] = days.values.map(String)
  if (from === undefined || to === undefined) return query
  // With `offset 0` the days are read; else the first posting among them would be looked for from the beginning of the ledger.
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(posted_at) as first, max(posted_at) as last
    from (select posted_at from point_entry where business_date between ${from} and ${to} offset 0) as e`.execute(db)
  const { first = null, last = null } = rows[0] ?? {}
  if (first === null || last === null) return query
  // The database knows parts of milliseconds.
  const values = [first.toISOString(), new Date(last.getTime() + 1).toISOString()]
  return { ...query, filters: [...query.filters, { field: 'postedAt', op: 'between', values }] }
}
