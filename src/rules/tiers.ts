import { message } from './messages.ts'
import { decimalPlacesText, hasDecimalPlaces, isWhole, pointsMax } from './numbers.ts'

/** A row of the tier editor. A number may be missing (null) while it is typed. */
export interface Tier {
  /** 1-based order, computed. */
  readonly conditionSeq: number
  /** 大於等於: the rate applies from this number of points on. */
  readonly conditionPoint: number | null
  /** Percent off, 0 to 100, one decimal. */
  readonly discountRate: number | null
}

/** Most rows when a form does not say otherwise (specification 9). */
export const tierLimitDefault = 10
export const tierHint = '請由小至大輸入點數'
export const conditionPointTitle = '回饋點數'
export const discountRateTitle = '點數折扣率'

/** Texts of specification 5. */
const conditionPointMaxText = `最大值${pointsMax}`
const conditionPointWholeText = '請輸入大於0之整數'

/** Text of specification 8 when the limit of tiers is reached. */
export function tierLimitText(limit: number): string {
  return `最多${limit}筆資料。`
}

/** Numbers the rows from 1 in `conditionSeq`. */
export function renumberTiers(tiers: readonly Tier[]): readonly Tier[] {
  return tiers.map((tier, index) => ({ ...tier, conditionSeq: index + 1 }))
}

/** Adds a row of zeros at the end. Check {@link addTierProblem} first. */
export function addTier(tiers: readonly Tier[]): readonly Tier[] {
  return renumberTiers([...tiers, { conditionSeq: 0, conditionPoint: 0, discountRate: 0 }])
}

/** Why no row can be added: '' when a row has an error (shown at the row), a text at the limit, null when a row can be added. */
export function addTierProblem(tiers: readonly Tier[], limit: number = tierLimitDefault): string | null {
  if (Object.keys(tierProblems(tiers)).length > 0) return ''
  return tiers.length >= limit ? tierLimitText(limit) : null
}

/** Removes a row. The first row cannot be removed. */
export function removeTier(tiers: readonly Tier[], index: number): readonly Tier[] {
  return index <= 0 ? tiers : renumberTiers(tiers.filter((_, position) => position !== index))
}

export interface TierTitles {
  readonly conditionPoint?: string
  readonly discountRate?: string
}

/** Problems by place (`0.conditionPoint`), with texts of specification 5. Equal thresholds are not checked here. */
export function tierProblems(tiers: readonly Tier[], titles: TierTitles = {}): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {}
  for (const [index, tier] of tiers.entries()) {
    const point = conditionPointProblem(tier.conditionPoint, titles.conditionPoint)
    const rate = discountRateProblem(tier.discountRate, titles.discountRate)
    if (point !== null) problems[`${index}.conditionPoint`] = point
    if (rate !== null) problems[`${index}.discountRate`] = rate
  }
  return problems
}

/** Why a threshold is refused: a whole number of points from 0 to the maximum is needed. Null when it is good. */
export function conditionPointProblem(value: unknown, title: string = conditionPointTitle): string | null {
  if (isMissing(value)) return message('M05', { title })
  if (!isWhole(value) || value < 0) return conditionPointWholeText
  return value > pointsMax ? conditionPointMaxText : null
}

/** Why a rate is refused: 0 to 100 percent with one decimal at most. Null when it is good. */
export function discountRateProblem(value: unknown, title: string = discountRateTitle): string | null {
  if (isMissing(value) || typeof value !== 'number') return message('M05', { title })
  if (value < 0) return '最小值0'
  if (value > 100) return '最大值100'
  return hasDecimalPlaces(value, 1) ? null : decimalPlacesText(1)
}

/** Index of the first row with the same threshold as an earlier row (M20), or null. */
export function duplicateTier(tiers: readonly { readonly conditionPoint?: unknown }[]): number | null {
  const index = tiers.findIndex(
    (tier, position) => !isMissing(tier.conditionPoint) && tiers.findIndex((one) => one.conditionPoint === tier.conditionPoint) < position,
  )
  return index < 0 ? null : index
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
