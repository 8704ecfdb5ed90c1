import type { ListQuery } from '../../../../language/listQuery.ts'
import type { RecordHooks } from '../../../records/hooks.ts'

/** What there is at a moment: of several months it has no sum. */
const standing: ReadonlySet<string> = new Set([
  ...['openingPoints', 'closingPoints', 'liabilityAmount', 'expire3m', 'expire12m', 'expireLater', 'owedPoints'],
])

/** 剩餘點數 (domain 4.11, 7.7). */
export const remainderPointHooks: RecordHooks<'remainderPoint'> = {
  totals: (sums, query) => (isOfOneMonth(query) ? sums : Object.fromEntries(Object.entries(sums).filter(([name]) => !standing.has(name)))),
}

function isOfOneMonth({ filters }: ListQuery): boolean {
  return filters.some(({ field, op, values }) => field === 'periodNo' && (op === 'eq' || op === 'in') && values.length === 1)
}
