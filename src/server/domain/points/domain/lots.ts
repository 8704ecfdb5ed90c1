import { sum } from './arithmetic.ts'

/** A lot as the ledger knows it; `id` is a stored lot, `ref` one that the posting at hand creates. */
export type LotKey = { readonly id: number } | { readonly ref: number }

export interface Lot {
  readonly key: LotKey
  readonly issuerCompanyNo: string
  readonly activityCode: string | null
  readonly remainingPoints: number
  readonly effectiveDate: string
  readonly expireDate: string
}

export interface TakenLot {
  readonly lot: Lot
  readonly points: number
}

/** New lots come after all stored ones. */
function age(key: LotKey): number {
  return 'id' in key ? key.id : Number.MAX_SAFE_INTEGER - 10_000 + key.ref
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Consumption order (domain 2.6): expireDate, effectiveDate, lotId. */
export function byConsumption(one: Lot, other: Lot): number {
  return (
    compareTexts(one.expireDate, other.expireDate) || compareTexts(one.effectiveDate, other.effectiveDate) || age(one.key) - age(other.key)
  )
}

/** On its first and on its last day a lot can be spent. */
export function isUsable(lot: Lot, today: string): boolean {
  return lot.effectiveDate <= today && today <= lot.expireDate
}

/** True from the day after its last one. */
export function isExpired(lot: Lot, today: string): boolean {
  return lot.expireDate < today
}

/** Takes up to `points` from the lots in their given order. `short` is what they did not hold. */
export function takePoints(lots: readonly Lot[], points: number): { readonly taken: readonly TakenLot[]; readonly short: number } {
  const taken: TakenLot[] = []
  let left = points
  for (const lot of lots) {
    const part = Math.min(left, lot.remainingPoints)
    if (part > 0) taken.push({ lot, points: part })
    left -= part
  }
  return { taken, short: left }
}

export function pointsOf(lots: readonly Lot[]): number {
  return sum(lots.map((lot) => lot.remainingPoints))
}
