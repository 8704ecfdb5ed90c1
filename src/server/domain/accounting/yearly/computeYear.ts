import type { Executor } from '../../../platform/database/tables.ts'
import { yearlyDiscountOf } from '../../pricing/public.ts'
import { readNumber } from '../../settings/public.ts'
import type { WorkingStep } from '../calculation/workings.ts'
import { type YearAmounts, yearlyWorkings } from '../calculation/yearlyWorkings.ts'
import { readYearMonths, type YearlySetting, type YearMonth } from './readYear.ts'

export interface ComputedYear {
  readonly setting: YearlySetting
  readonly months: readonly YearMonth[]
  readonly amounts: YearAmounts
  readonly taxPercent: number
  readonly workings: readonly WorkingStep[]
}

/** Computes a year as a close would store it now (domain 7.3). Writes nothing. */
export async function computeYear(db: Executor, setting: YearlySetting): Promise<ComputedYear> {
  const months = await readYearMonths(db, setting)
  const taxPercent = await readNumber(db, 'TAX.RATE', `${setting.year}-12-31`)
  const own = months.filter(({ companyNo }) => companyNo === setting.companyNo)
  const [yearPoints, yearFee] = [sum(own.map(({ points }) => points)), sum(own.map(({ fee }) => fee))]
  const tierBasePoints = sum(months.map(({ points }) => points))
  // A year with more returns than awards gives no discount, and charges nothing.
  const { rate, discount, tax } = yearlyDiscountOf(Math.max(yearFee, 0), tierBasePoints, setting.tiers, taxPercent)
  const amounts = { yearPoints, tierBasePoints, yearFee, discountRate: rate, discountAmount: discount, discountTax: tax }
  return { setting, months, amounts, taxPercent, workings: yearlyWorkings({ ...setting, ...amounts, own, taxPercent }) }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
