import { sql } from 'kysely'
import type { ListFilter } from '../../../language/query/listQueryFilters.ts'
import { usageGroupBy } from '../../../rules/codes.generated.ts'
import { roundHalfUp } from '../../../rules/numbers.ts'
import type { RecordHooks } from '../../records/hooks.ts'

const earliest = '2000-01-01'
const latest = '2999-12-31'

/** The grouping whose column a filter names. */
const groupingOf: Readonly<Record<string, string>> = {
  couponBatchNo: usageGroupBy.batch,
  periodNo: usageGroupBy.month,
  supplierCompanyNo: usageGroupBy.company,
  retailStoreNo: usageGroupBy.store,
}

/** 票券使用報表: what became of coupons, computed for the asked grouping and range of days (domain 4.16). */
export const usageReportHooks: RecordHooks<'couponUsage'> = {
  source({ actor, filters, asked }) {
    const [from, to] = valuesOf(filters, 'issuedDate')
    const [groupBy] = valuesOf(filters, 'groupBy')
    // Groups for a merchant are computed from its own coupons only; filtering afterwards by the row scope would drop groups of several
    // merchants.
    const companies = actor.readableCompanyNos === null ? null : [...actor.readableCompanyNos]
    const groupings = Object.entries(groupingOf).flatMap(([field, grouping]) => (asked.has(field) ? grouping : []))
    return sql`
      select * from coupon_usage_of(${groupBy ?? usageGroupBy.batch}, ${groupings}::text[], ${from ?? earliest}::date, ${to ?? latest}::date,
        ${companies}::text[])`
  },
  present: (_, group) => rounded(group),
  totals: (sums) => (isByOutlet(sums) ? usedOnly(rounded(sums)) : { ...rounded(sums), ...ratesOf(sums) }),
}

/** Groups by outlet leave empty what was given out: nothing was used that was not given out. */
function isByOutlet({ issuedCount = 0, usedCount = 0 }: Readonly<Record<string, number>>): boolean {
  return issuedCount === 0 && usedCount > 0
}

const emptyByOutlet: ReadonlySet<string> = new Set(['issuedCount', 'voidCount', 'expiredCount', 'openCount', 'usageRate', 'expiryRate'])

function usedOnly(sums: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(sums).filter(([name]) => !emptyByOutlet.has(name)))
}

/** A printed amount is rounded once (domain 2.6): that of each group, and that of the total from unrounded values. */
function rounded<Values extends Readonly<Record<string, unknown>>>(values: Values): Values {
  return { ...values, settleAmount: roundHalfUp(Number(values.settleAmount), 0) }
}

function valuesOf(filters: readonly ListFilter[], field: string): readonly (string | null)[] {
  const given = filters.find((filter) => filter.field === field)
  return (given?.values ?? []).map((value) => (value === null ? null : String(value)))
}

/** Rates of all groups together, percent with two decimals; 0 where nothing was given out. */
function ratesOf(sums: Readonly<Record<string, number>>): { usageRate: number; expiryRate: number } {
  const { issuedCount = 0, voidCount = 0, usedCount = 0, expiredCount = 0 } = sums
  const base = issuedCount - voidCount
  const rate = (part: number) => (base === 0 ? 0 : Math.round((10_000 * part) / base) / 100)
  return { usageRate: rate(usedCount), expiryRate: rate(expiredCount) }
}
