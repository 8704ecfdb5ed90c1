import { expect, it } from 'vitest'
import type { ResolvedFilter } from '../resolved.ts'
import { defaultFilter, movingDefault } from './defaultFilter.ts'

const filterOf = (given: unknown, op: ResolvedFilter['op'] = 'in') =>
  ({ field: 'periodNo', op, default: given }) as unknown as ResolvedFilter

it.each([
  [{ lastDays: 7 }, '2026-01-03', ['2025-12-28', '2026-01-03']],
  [{ monthsAgo: 0 }, '2026-01-31', ['202601']],
  [{ monthsAgo: 1 }, '2026-01-31', ['202512']],
  [{ monthsAgo: 3 }, '2026-05-31', ['202602']],
  ['open', '2026-01-03', ['open']],
  [['open', 'closed'], '2026-01-03', ['open', 'closed']],
])('a filter with the default %j starts on %s from %j', (given, today, values) => {
  expect(defaultFilter(filterOf(given), today)?.values).toEqual(values)
})

it.each([undefined, null, { monthsAgo: -1 }, { lastDays: 0 }, { lastDays: 1.5 }, { lastDays: 7, monthsAgo: 1 }, { months: 1 }])(
  'nothing comes of the default %j',
  (given) => {
    expect(movingDefault(given)).toBeNull()
    expect(defaultFilter(filterOf(given), '2026-01-03')).toBeNull()
  },
)
