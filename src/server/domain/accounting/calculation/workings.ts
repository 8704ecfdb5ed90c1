import { decimalText, type Fraction } from '../../../../rules/fraction.ts'
import { type DiscountTier, tierReached } from '../../pricing/public.ts'
import { priceOf, type StatementItem, type StatementLine } from './entryGroup.ts'

/** Explains one amount of a statement (計算說明): the formula in words, the formula with its numbers, and the result. */
export interface WorkingStep {
  readonly title: string
  readonly formula: string
  readonly numbers: string
  readonly result: string
}

export const countText = (value: number) => value.toLocaleString('en-US')
export const priceText = (value: number) => value.toFixed(4)
export const rateText = (value: number) => `${value}%`

/** Text for the tier that the points reach, e.g. `1,050,000：第 3 級（≥1,000,000）`. */
export function reachedText(tiers: readonly DiscountTier[], points: number): string {
  const tier = tierReached(tiers, points)
  return `${countText(points)}：${tier ? `第 ${tier.conditionSeq} 級（≥${countText(tier.conditionPoint)}）` : '未達任何級距'}`
}

/** An unrounded amount with thousands separators, e.g. `1,298,686.2`, and the sign of the other numbers of a calculation. */
export function exactText(amount: Fraction): string {
  const [whole = '', decimals] = decimalText(amount).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',').replace('-', '−')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** The points of some items grouped by price, e.g. `1,200 × 1.0500 − 36 × 1.1000`. */
export function pricesText(lines: readonly StatementLine[], items: readonly StatementItem[]): string {
  const byPrice = new Map<string, number>()
  for (const line of lines.filter(({ item }) => items.includes(item))) {
    const fee = line.dpProcFeeRate === 0 ? '' : ` × ${rateText(line.dpProcFeeRate)}`
    const price = `${priceText(line.unitPrice)}${fee}`
    byPrice.set(price, (byPrice.get(price) ?? 0) + line.points)
  }
  const terms = [...byPrice].map(([price, points]) => ({ text: `${countText(Math.abs(points))} × ${price}`, isTaken: points < 0 }))
  return terms.length === 0 ? '0' : signedTerms(terms)
}

/** A sum with the sign of each number, e.g. `1,262,345 − 27,001 + 1,500`. A subtracted zero has to be passed as −0 to print as `− 0`. */
export function sumText(values: readonly number[]): string {
  const isTaken = (value: number, index: number) => value < 0 || (index > 0 && Object.is(value, -0))
  return signedTerms(values.map((value, index) => ({ text: countText(Math.abs(value)), isTaken: isTaken(value, index) })))
}

interface Term {
  readonly text: string
  readonly isTaken: boolean
}

function signedTerms([first, ...others]: readonly Term[]): string {
  if (first === undefined) return ''
  const beginning = first.isTaken ? `−${first.text}` : first.text
  return [beginning, ...others.map(({ text, isTaken }) => `${isTaken ? '−' : '+'} ${text}`)].join(' ')
}

/** A calculation step, and whether its amount is zero. */
export type CandidateStep = WorkingStep & { readonly isEmpty?: boolean }

/** A step whose result is rounded: shows the exact amount, then the rounded one. */
export function amountStep([title, formula]: readonly [string, string], numbers: string, exact: Fraction, rounded: number): CandidateStep {
  return { title, formula, numbers: `${numbers} = ${exactText(exact)}`, result: countText(rounded), isEmpty: exact.numerator === 0n }
}

/** A step that charges the points of some items, each at its price. */
export function priceStep(
  texts: readonly [title: string, formula: string],
  lines: readonly StatementLine[],
  items: readonly StatementItem[],
  rounded: number,
): CandidateStep {
  return amountStep(texts, pricesText(lines, items), priceOf(lines, ...items), rounded)
}

/** A step that adds up amounts that are integers already. */
export function sumStep(title: string, formula: string, values: readonly number[], result: number): CandidateStep {
  return { title, formula, numbers: sumText(values), result: countText(result) }
}

/** Drops the steps whose amount is zero. */
export function shownSteps(steps: readonly CandidateStep[]): readonly WorkingStep[] {
  return steps.filter(({ isEmpty }) => isEmpty !== true).map(({ title, formula, numbers, result }) => ({ title, formula, numbers, result }))
}

/** Removes the fee percentages from a formula: `1,200 × 1.0000 × 1.5%` becomes `1,200 × 1.0000`, the price of redeemed points alone. */
export function withoutFeeRates(text: string): string {
  return text.replaceAll(/ × [\d.]+%/g, '')
}
