import type { Executor } from '../../../platform/database/tables.ts'
import { yearlyDiscountOf } from '../../pricing/public.ts'
import { readNumber } from '../../settings/public.ts'
import type { WorkingStep } from '../calculation/workings.ts'
import { yearlyWorkings } from '../calculation/yearlyWorkings.ts'
import { readYearMonths, type YearlySetting, type YearMonth } from './readYear.ts'

/** What a year gives back, in whole NT$; points and fee are of the company, the tier's points of its group when they are added up. */
export interface YearAmounts {
  readonly yearPoints: number
  readonly tierBasePoints: number
  readonly yearFee: number
  /** Percent. */
  readonly discountRate: number
  readonly discountAmount: number
  readonly discountTax: number
}

export interface ComputedYear {
  readonly setting: YearlySetting
  readonly months: readonly YearMonth[]
  readonly amounts: YearAmounts
  readonly taxPercent: number
  readonly workings: readonly WorkingStep[]
}

/** A year as it would be closed now (domain 7.3). Reads only. */
export async function computeYear(db: Executor, setting: YearlySetting): Promise<ComputedYear> {
  const months = await readYearMonths(db, setting)
  const taxPercent = await readNumber(db, 'TAX.RATE', `${setting.year}-12-31`)
  const own = months.filter(({ companyNo }) => companyNo === setting.companyNo)
  const [yearPoints, yearFee] = [sum(own.map(({ points }) => points)), sum(own.map(({ fee }) => fee))]
  const tierBasePoints = sum(months.map(({ points }) => points))
  // A year in which more was returned than issued gives nothing back, and takes nothing.
  const { rate, discount, tax } = yearlyDiscountOf(Math.max(yearFee, 0), tierBasePoints, setting.tiers, taxPercent)
  const amounts = { yearPoints, tierBasePoints, yearFee, discountRate: rate, discountAmount: discount, discountTax: tax }
  return { setting, months, amounts, taxPercent, workings: yearlyWorkings({ ...setting, ...amounts, own, taxPercent }) }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
