import type { ListQuery } from '../../../../language/query/listQuery.ts'
import type { RecordHooks } from '../../../records/hooks.ts'

/** Fields that are balances at a point in time. They cannot be added up over several months. */
const standing: ReadonlySet<string> = new Set([
  ...['openingPoints', 'closingPoints', 'liabilityAmount', 'expire3m', 'expire12m', 'expireLater', 'owedPoints'],
])

/** List 剩餘點數 (domain 4.11, 7.7). */
export const remainderPointHooks: RecordHooks<'remainderPoint'> = {
  totals: (sums, query) => (isOfOneMonth(query) ? sums : Object.fromEntries(Object.entries(sums).filter(([name]) => !standing.has(name)))),
}

function isOfOneMonth({ filters }: ListQuery): boolean {
  return filters.some(({ field, op, values }) => field === 'periodNo' && (op === 'eq' || op === 'in') && values.length === 1)
}
