import type { Random } from '../../../records/testing/random.ts'
import type { AuditedMonth, Posting, Tier } from './model/month.ts'

/** Random months that aim at the edge cases: exact thresholds, halves, nets of zero and below, prices that change within a month. */

const prices = ['1.0500', '1.0000', '0.5000', '0.9500', '0.0500', '2.5000', '1.2345', '0.0001', '12.3450', '1.0200']
const feeRates = ['0', '1.5', '1.25', '0.5', '2.75', '10', '50']
const rates = ['0', '3', '5', '8.5', '12', '50', '0.1', '33.3', '100']
const sizes = [9, 40, 1000, 60_000, 1_500_000, 400_000_000]

type Shape = 'usual' | 'returned' | 'level' | 'empty'
const shapes: readonly Shape[] = ['usual', 'usual', 'usual', 'usual', 'usual', 'returned', 'returned', 'level', 'empty']

export const chance = (random: Random, oneIn: number) => random.below(oneIn) === 0

function somePrices(random: Random): readonly string[] {
  const own = () => (chance(random, 4) ? `${random.below(3)}.${String(random.below(10_000)).padStart(4, '0')}` : random.pick(prices))
  return Array.from({ length: 1 + random.below(3) }, own)
}

/** Points of one direction, signed as in its net: given or taken points are positive. */
interface Move {
  readonly deed: Posting['deed']
  readonly points: number
}

/** Random sales, returns and adjustments. `returned` returns more than was sold, `level` exactly as much. */
export function someMoves(random: Random, shape: Shape): readonly Move[] {
  if (shape === 'empty') return []
  const size = random.pick(sizes)
  const some = () => 1 + random.below(size)
  const moves: Move[] = Array.from({ length: 1 + random.below(4) }, () => ({ deed: 'sale', points: some() }))
  if (chance(random, 2)) moves.push({ deed: 'return', points: -1 - random.below(Math.ceil(size / 10)) })
  if (chance(random, 3)) moves.push({ deed: 'adjustment', points: chance(random, 2) ? some() : -some() })
  const net = netOf(moves)
  if (shape === 'returned') moves.push({ deed: 'return', points: -Math.abs(net) - some() })
  if (shape === 'level' && net > 0) moves.push({ deed: 'return', points: -net })
  return moves
}

const netOf = (moves: readonly Move[]) => moves.reduce((sum, { points }) => sum + points, 0)

interface Terms {
  readonly prices: readonly string[]
  readonly feeRates: readonly string[]
}

function posted(random: Random, account: Posting['account'], moves: readonly Move[], terms: Terms): readonly Posting[] {
  const sign = account === 'DEDUCT' || account === 'CONVOUT' ? 1 : -1
  return moves.map(({ deed, points }) => ({
    ...{ account, deed, points: String(sign * points), price: random.pick(terms.prices) },
    feeRate: account === 'DEDUCT' ? random.pick(terms.feeRates) : '0',
  }))
}

/**
 * Tier rows in any order, with thresholds at the points that will be looked up, one above, one below, or anywhere. Often no row starts at
 * 0.
 */
export function tiersAround(random: Random, points: number, choice: readonly string[] = rates): readonly Tier[] {
  if (chance(random, 8)) return []
  const size = Math.max(10, Math.abs(points) * 2)
  const from = new Set<number>(chance(random, 2) ? [0] : [])
  for (let count = 1 + random.below(4); count > 0; count -= 1) {
    from.add(Math.max(0, chance(random, 2) ? points + random.pick([-1, 0, 1]) : random.below(size)))
  }
  const rows = [...from].map((threshold) => ({ from: String(threshold), rate: random.pick(choice) }))
  return chance(random, 3) ? rows.sort((one, other) => Number(one.from) - Number(other.from)) : rows.reverse()
}

interface Side {
  readonly own: readonly Posting[]
  readonly others: readonly Posting[]
  readonly tiers: readonly Tier[]
  readonly combined: boolean
}

/** Price 0.5, fee rate 50 percent and discount 50 percent: with these, every fourth number of points gives an amount that ends in .5. */
const halves: Terms & { readonly rates: readonly string[] } = { prices: ['0.5000', '1.0000'], feeRates: ['50'], rates: ['0', '50', '50'] }

function side(random: Random, account: 'AWARD' | 'DEDUCT'): Side {
  const terms = chance(random, 5) ? halves : { prices: somePrices(random), feeRates: [random.pick(feeRates), random.pick(feeRates)], rates }
  const moves = someMoves(random, random.pick(shapes))
  const combined = chance(random, terms === halves ? 2 : 3)
  const otherMoves = combined || chance(random, 6) ? [...someMoves(random, random.pick(shapes))] : []
  // A company with more returns than awards can still reach a tier through its group.
  if (combined && chance(random, 3)) otherMoves.push({ deed: 'sale', points: Math.abs(netOf(moves)) + random.below(1_000_000) })
  return {
    own: posted(random, account, moves, terms),
    others: posted(random, account, otherMoves, terms),
    tiers: tiersAround(random, netOf(moves) + (combined ? netOf(otherMoves) : 0), terms.rates),
    combined,
  }
}

/** A prepaid company gives points from its stock. Returns of points that it gave before it was prepaid still go to its award account. */
function fromStock(random: Random, postings: readonly Posting[]): readonly Posting[] {
  const bought: readonly Posting[] = chance(random, 2)
    ? [{ account: 'PREPAID', deed: 'stock', points: String(1 + random.below(100_000)), price: '1.0200', feeRate: '0' }]
    : []
  const moved = postings
    .filter(({ deed }) => deed !== 'adjustment')
    .map((posting) => (posting.deed === 'return' && chance(random, 2) ? posting : { ...posting, account: 'PREPAID' as const }))
  return [...moved, ...bought]
}

const once = (random: Random): readonly Move[] =>
  chance(random, 3)
    ? Array.from({ length: 1 + random.below(3) }, () => ({ deed: 'sale', points: 1 + random.below(random.pick(sizes)) }))
    : []

export function randomMonth(random: Random, isPrepaid: boolean): AuditedMonth {
  const [ap, dp] = [side(random, 'AWARD'), side(random, 'DEDUCT')]
  const isEmpty = chance(random, 25)
  const rest = (['CONVIN', 'CONVOUT', 'WRITEOFF'] as const).flatMap((account) =>
    posted(random, account, once(random), { prices: somePrices(random), feeRates }),
  )
  const coupon = () => ({ used: String(1 + random.below(400)), price: random.pick([...prices, '95.0000', '33.3350', '0.1250']) })
  return {
    postings: isEmpty ? [] : [...(isPrepaid ? fromStock(random, ap.own) : ap.own), ...dp.own, ...rest],
    others: [...ap.others, ...dp.others],
    ...{ apTiers: ap.tiers, apCombined: ap.combined, dpTiers: dp.tiers, dpCombined: dp.combined },
    coupons: isEmpty || chance(random, 2) ? [] : Array.from({ length: 1 + random.below(3) }, coupon),
    setOff: chance(random, 6) ? String(-1 - random.below(200_000)) : '0',
  }
}

/** Random postings that a payer or a bank is billed for. */
export function randomPeriod(random: Random, accounts: readonly Posting['account'][]): readonly Posting[] {
  return accounts.flatMap((account) => {
    const moves = someMoves(random, random.pick(shapes)).filter(({ deed }) => deed !== 'adjustment' || account === 'DEDUCT')
    const isOneWay = account === 'CONVIN' || account === 'CONVOUT'
    const kept = isOneWay ? moves.filter(({ deed }) => deed === 'sale') : moves
    return posted(random, account, kept, { prices: somePrices(random), feeRates: [random.pick(feeRates)] })
  })
}
