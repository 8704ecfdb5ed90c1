import { decimalText, type Fraction } from '../../../../rules/money.ts'
import { type DiscountTier, tierReached } from '../../pricing/public.ts'
import type { StatementItem, StatementLine } from './entryGroup.ts'

/** How one amount of a statement came about (計算說明): the formula in words, the same with its numbers, what came out. */
export interface WorkingStep {
  readonly title: string
  readonly formula: string
  readonly numbers: string
  readonly result: string
}

export const countText = (value: number) => value.toLocaleString('en-US')
export const priceText = (value: number) => value.toFixed(4)
export const rateText = (value: number) => `${value}%`

/** `1,050,000：第 3 級（≥1,000,000）`: the tier that points reach. */
export function reachedText(tiers: readonly DiscountTier[], points: number): string {
  const tier = tierReached(tiers, points)
  return `${countText(points)}：${tier ? `第 ${tier.conditionSeq} 級（≥${countText(tier.conditionPoint)}）` : '未達任何級距'}`
}

/** An amount that is not rounded yet, with commas: `1,298,686.2`. */
export function exactText(amount: Fraction): string {
  const [whole = '', decimals] = decimalText(amount).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** `1,200 × 1.0500 + 36 × 1.1000`: the points of some items at each of their prices. */
export function pricesText(lines: readonly StatementLine[], items: readonly StatementItem[]): string {
  const byPrice = new Map<string, number>()
  for (const line of lines.filter(({ item }) => items.includes(item))) {
    const fee = line.dpProcFeeRate === 0 ? '' : ` × ${rateText(line.dpProcFeeRate)}`
    const price = `${priceText(line.unitPrice)}${fee}`
    byPrice.set(price, (byPrice.get(price) ?? 0) + line.points)
  }
  return [...byPrice].map(([price, points]) => `${countText(points)} × ${price}`).join(' + ') || '0'
}

/** `1,262,345 − 27,001 + 1,500`: numbers that are added up, with their signs. What is taken away is −0 when it is nothing: `− 0`. */
export function sumText(values: readonly number[]): string {
  return values
    .map((value, index) => {
      const size = countText(Math.abs(value))
      const isTaken = value < 0 || Object.is(value, -0)
      if (index === 0) return value < 0 ? `−${size}` : size
      return isTaken ? `− ${size}` : `+ ${size}`
    })
    .join(' ')
}

/** A step, and whether nothing happened in it. */
export type CandidateStep = WorkingStep & { readonly isEmpty?: boolean }

/** A step that rounds: the exact amount stands before the rounded one. */
export function amountStep([title, formula]: readonly [string, string], numbers: string, exact: Fraction, rounded: number): CandidateStep {
  return { title, formula, numbers: `${numbers} = ${exactText(exact)}`, result: countText(rounded), isEmpty: exact.numerator === 0n }
}

/** A step that adds up whole amounts. */
export function sumStep(title: string, formula: string, values: readonly number[], result: number): CandidateStep {
  return { title, formula, numbers: sumText(values), result: countText(result) }
}

/** Steps in which something happened. */
export function shownSteps(steps: readonly CandidateStep[]): readonly WorkingStep[] {
  return steps.filter(({ isEmpty }) => isEmpty !== true).map(({ title, formula, numbers, result }) => ({ title, formula, numbers, result }))
}

/** `1,200 × 1.0000` of `1,200 × 1.0000 × 1.5%`: the price of redeemed points without the fee for them. */
export function withoutFeeRates(text: string): string {
  return text.replaceAll(/ × [\d.]+%/g, '')
}
