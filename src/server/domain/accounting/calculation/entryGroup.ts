import { type TxnKind, txnKind } from '../../../../rules/codes.generated.ts'
import type { Fraction } from '../../../../rules/fraction.ts'
import { amountOf, percentOf, sumOf } from '../../../../rules/money.ts'
import type { AccountClass } from '../../points/public.ts'

/** The sum of all entries of one period that are billed in the same way. */
export interface EntryGroup {
  readonly accountClass: AccountClass
  readonly kind: TxnKind
  /** Which part of an award the entry pays for; null for entries of other kinds. */
  readonly component: 'BASE' | 'EXTRA' | 'ACTIVITY' | null
  /** NT$ per point, as stored in the entries: without tax, except for redeemed points, whose price includes tax. */
  readonly unitPrice: number
  /** Processing fee in percent of the redeemed amount, as valid on the business date; 0 for entries that are not redemptions. */
  readonly dpProcFeeRate: number
  /** Sum of the entries, with the sign of the ledger. */
  readonly points: number
  readonly entryCount: number
}

/**
 * What one line of a statement bills. Awards count as positive when they are issued, redemptions when they are taken, so that the lines of
 * one direction add up to its net points.
 */
export type StatementItem =
  | 'apIssued'
  | 'apReturned'
  | 'apAdjusted'
  | 'prepaidUsed'
  | 'dpRedeemed'
  | 'dpReturned'
  | 'dpAdjusted'
  | 'convertIn'
  | 'convertOut'
  | 'writeOff'
  | 'paygBase'
  | 'paygExtra'
  | 'paygReturned'

export interface StatementLine {
  readonly item: StatementItem
  readonly unitPrice: number
  readonly dpProcFeeRate: number
  /** Positive when the line increases the net of its direction; returns are negative. */
  readonly points: number
  readonly entryCount: number
}

/** Merges groups of the same item and the same prices into one statement line. Drops groups that no statement bills. */
export function linesOf(groups: readonly EntryGroup[]): readonly StatementLine[] {
  const lines = new Map<string, StatementLine>()
  for (const group of groups) {
    const item = itemOf(group)
    if (item === null) continue
    const { unitPrice, dpProcFeeRate } = group
    const key = `${item} ${unitPrice} ${dpProcFeeRate}`
    const known = lines.get(key) ?? { item, unitPrice, dpProcFeeRate, points: 0, entryCount: 0 }
    const points = known.points + directionOf(group) * group.points
    lines.set(key, { ...known, points, entryCount: known.entryCount + group.entryCount })
  }
  return [...lines.values()].sort(byItemAndPrice)
}

const itemOrder: readonly StatementItem[] = [
  'apIssued',
  'apReturned',
  'apAdjusted',
  'prepaidUsed',
  'writeOff',
  'convertIn',
  'dpRedeemed',
  'dpReturned',
  'dpAdjusted',
  'convertOut',
  'paygBase',
  'paygExtra',
  'paygReturned',
]

function byItemAndPrice(one: StatementLine, other: StatementLine): number {
  return (
    itemOrder.indexOf(one.item) - itemOrder.indexOf(other.item) ||
    one.unitPrice - other.unitPrice ||
    one.dpProcFeeRate - other.dpProcFeeRate
  )
}

const adjustments: ReadonlySet<TxnKind> = new Set([txnKind.adjustAdd, txnKind.adjustDeduct, txnKind.adjustCompany])

function itemOf({ accountClass, kind, component }: EntryGroup): StatementItem | null {
  switch (accountClass) {
    case 'AWARD':
      if (adjustments.has(kind)) return 'apAdjusted'
      return kind === txnKind.issueReturn ? 'apReturned' : 'apIssued'
    case 'PREPAID':
      // A purchase of points for stock is billed by the center sale, not by the statement.
      return kind === txnKind.centerSale || kind === txnKind.centerSaleVoid ? null : 'prepaidUsed'
    case 'DEDUCT':
      if (adjustments.has(kind)) return 'dpAdjusted'
      return kind === txnKind.redeemReturn ? 'dpReturned' : 'dpRedeemed'
    case 'CONVIN':
      return 'convertIn'
    case 'CONVOUT':
      return 'convertOut'
    case 'WRITEOFF':
      return 'writeOff'
    case 'PAYG':
      if (kind === txnKind.issueReturn) return 'paygReturned'
      return component === 'BASE' ? 'paygBase' : 'paygExtra'
    default:
      return null
  }
}

/**
 * The sign that makes points positive on a statement: source accounts fall when points are given, sink accounts rise when points are taken
 * (domain 2.2).
 */
function directionOf({ accountClass }: EntryGroup): 1 | -1 {
  return accountClass === 'DEDUCT' || accountClass === 'CONVOUT' ? 1 : -1
}

export function pointsOf(lines: readonly StatementLine[], ...items: readonly StatementItem[]): number {
  return lines.filter(({ item }) => items.includes(item)).reduce((sum, { points }) => sum + points, 0)
}

/** Sum of points × price over some items, not rounded. */
export function priceOf(lines: readonly StatementLine[], ...items: readonly StatementItem[]): Fraction {
  return sumOf(lines.filter(({ item }) => items.includes(item)).map(({ points, unitPrice }) => amountOf(points, unitPrice)))
}

/** Sum of points × price × processing fee rate, not rounded. */
export function dpProcFeeGrossOf(lines: readonly StatementLine[]): Fraction {
  const redeemed = lines.filter(({ item }) => dpItems.includes(item))
  return sumOf(redeemed.map(({ points, unitPrice, dpProcFeeRate }) => percentOf(amountOf(points, unitPrice), dpProcFeeRate)))
}

export const apItems = ['apIssued', 'apReturned', 'apAdjusted'] as const satisfies readonly StatementItem[]
export const dpItems: readonly StatementItem[] = ['dpRedeemed', 'dpReturned', 'dpAdjusted']
export const paygItems = ['paygBase', 'paygExtra', 'paygReturned'] as const satisfies readonly StatementItem[]
