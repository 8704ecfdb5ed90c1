import { describe, expect, it } from 'vitest'
import { createRandom, type Random } from '../../../records/testing/random.ts'
import { awardParts, type SaleRule } from '../../points/public.ts'
import { saleAmounts } from '../../pricing/public.ts'
import { assertSame, CaseCounts, groupsOf } from '../testing/engineFacts.ts'
import { type Decimal, isLess, isNegative, minus, opposite, total } from '../testing/model/decimal.ts'
import type { Posting } from '../testing/model/month.ts'
import { auditClosing, auditLiability, auditRatio } from '../testing/model/remainder.ts'
import {
  AuditedCard,
  auditBankPeriod,
  auditCenterSale,
  auditPayAsYouGo,
  type ExtraTerms,
  type SaleAward,
} from '../testing/model/shortPeriod.ts'
import { isHalf } from '../testing/monthCases.ts'
import { chance, randomPeriod } from '../testing/randomMonths.ts'
import { bankPeriodStatement } from './bankPeriod.ts'
import { payAsYouGoStatement } from './payAsYouGo.ts'
import { performanceOf } from './performance.ts'
import { closingPoints, liabilityOf } from './remainder.ts'

const seed = 20_250_215
const rounds = 1000

const halvesOf = (exact: Readonly<Record<string, Decimal>>) =>
  Object.fromEntries(Object.entries(exact).map(([name, number]) => [`half of ${name}`, isHalf(number)]))

function randomTerms(random: Random): ExtraTerms {
  return {
    spend: random.pick(['100', '100', '30', '7']),
    extraRatio: random.pick(['150', '50', '33.33', '0.5', '200', '12.5']),
    payerShare: random.pick(['60', '0', '100', '33.3', '50']),
    cap: chance(random, 3) ? null : String(random.below(1200)),
    payerBearsBase: chance(random, 3),
  }
}

/** Converts the terms of the model to the sale rule of the product. */
function ruleOf(terms: ExtraTerms, extraRoom: number | null): SaleRule {
  return {
    reward: {
      ...{ kind: 'perSpend', spendAmount: Number(terms.spend), rewardPoints: 1, rounding: 'floor' },
      ...{ minSpend: 0, maxPoints: null, excludePointPart: true },
    },
    extra: {
      ...{ extraRatioNo: 'XR000001', payerCompanyNo: 'C000900', baseBearer: terms.payerBearsBase ? 'payer' : 'company' },
      ...{ extraRatio: Number(terms.extraRatio), payerShareRatio: Number(terms.payerShare) },
      ...{ monthlyCapPoints: terms.cap === null ? null : Number(terms.cap), eligibleAmount: null, unitPrice: 0.95 },
    },
    ...{ pointPart: 0, extraRoom, activities: [], expiry: { rule: '1' }, effectiveDelayDays: 0 },
  }
}

/** The award of a sale as the product computes it, split like the parts of the model. */
function awardOf(rule: SaleRule, amount: number) {
  const parts = awardParts(rule, amount)
  const sum = (component?: 'BASE' | 'EXTRA', funder?: 'company' | 'payer') =>
    parts
      .filter((part) => (!component || part.component.component === component) && (!funder || part.funder === funder))
      .reduce((points, part) => points + part.points, 0)
  return {
    ...{ base: sum('BASE'), extra: sum('EXTRA'), payerExtra: sum('EXTRA', 'payer'), companyExtra: sum('EXTRA', 'company') },
    payer: sum(undefined, 'payer'),
  }
}

interface Sold {
  readonly member: string
  readonly rule: SaleRule
  amount: number
  award: ReturnType<typeof awardOf>
}

/** One card in one month: sales to a few members under one cap, partial returns, and the amount that the payer is billed. */
class RandomCard {
  readonly #random: Random
  readonly #terms: ExtraTerms
  readonly #card: AuditedCard
  readonly #sold: Sold[] = []
  readonly #postings: Posting[] = []
  readonly #counts: CaseCounts
  readonly #name: string

  constructor(random: Random, counts: CaseCounts, name: string) {
    this.#random = random
    this.#terms = randomTerms(random)
    this.#card = new AuditedCard(this.#terms)
    this.#counts = counts
    this.#name = name
  }

  run(): readonly Posting[] {
    for (let step = 0; step < 12; step += 1) {
      if (chance(this.#random, 3) && this.#sold.length > 0) this.#takeBack(this.#random.below(this.#sold.length))
      else this.#sell()
    }
    return this.#postings
  }

  #where = () => `${this.#name}: ${JSON.stringify({ terms: this.#terms, sold: this.#sold })}`

  #sell(): void {
    const member = this.#random.pick(['1', '2', '3'])
    const amount = this.#random.below(this.#random.pick([300, 10_000, 90_000]))
    const given = this.#sold.filter((sale) => sale.member === member).reduce((sum, { award }) => sum + award.extra, 0)
    const { cap } = this.#terms
    const rule = ruleOf(this.#terms, cap === null ? null : Math.max(0, Number(cap) - given))
    const model = this.#card.sell(member, String(amount))
    const award = awardOf(rule, amount)
    this.#sold.push({ member, rule, amount, award })
    assertSame(model, award, this.#where)
    const room = rule.extraRoom
    this.#counts.note({
      'the cap cuts the extra points': room !== null && room > 0 && award.extra === room,
      'the cap leaves nothing': room === 0 && award.base > 0,
      'without a cap': room === null,
      'the sale earns nothing': award.base === 0,
      'the payer bears the base': this.#terms.payerBearsBase && award.base > 0,
    })
    this.#post('sale', opposite(model.payer))
  }

  #takeBack(index: number): void {
    const sale = this.#sold[index]
    if (!sale) return
    const isWhole = chance(this.#random, 3)
    const amount = isWhole ? sale.amount : this.#random.below(sale.amount + 1)
    const model = this.#card.takeBack(index, String(amount))
    const before = sale.award
    sale.amount -= amount
    sale.award = awardOf(sale.rule, sale.amount)
    const back = (part: keyof SaleAward) => before[part] - sale.award[part]
    const [base, extra, payerExtra, companyExtra] = [back('base'), back('extra'), back('payerExtra'), back('companyExtra')]
    assertSame(model, { base, extra, payerExtra, companyExtra, payer: back('payer') }, this.#where)
    this.#counts.note({
      'a part of a sale comes back': !isWhole && base > 0,
      'a sale comes back as a whole': isWhole && base > 0,
      'a return under the cap takes no extra points': base > 0 && extra === 0 && before.extra > 0,
    })
    this.#post('return', model.payer)
  }

  #post(deed: Posting['deed'], points: Decimal): void {
    if (points === '0') return
    this.#postings.push({ account: 'PAYG', deed, points, price: this.#random.pick(['0.9500', '0.5000', '1.0250']), feeRate: '0' })
  }
}

describe('pay-as-you-go periods', () => {
  it(`agree with the auditor’s model over ${rounds} random months of a card (seed ${seed})`, () => {
    const random = createRandom(seed)
    const counts = new CaseCounts()
    for (let round = 1; round <= rounds; round += 1) {
      const name = `seed ${seed}, card ${round}`
      const postings = [...new RandomCard(random, counts, name).run(), ...(chance(random, 4) ? randomPeriod(random, ['PAYG']) : [])]
      const { figures, exact } = auditPayAsYouGo(postings)
      const { basePoints, extraPoints, ...amounts } = payAsYouGoStatement(groupsOf(postings), 5).amounts
      const sold = postings.filter(({ deed }) => deed === 'sale').map(({ points }) => points)
      const issued = basePoints + extraPoints
      assertSame({ ...figures, issued: opposite(total(sold)) }, { ...amounts, issued }, () => `${name}: ${JSON.stringify(postings)}`)
      counts.note({
        ...halvesOf(exact),
        'more comes back than is given': isNegative(figures.netPoints),
        'nothing to bill': figures.netPoints === '0',
      })
    }
    expect(counts.metLessThan(5), 'special cases that were hardly met').toEqual([])
  }, 60_000)
})

describe('bank periods', () => {
  it(`agree with the auditor’s model over ${rounds} random periods (seed ${seed})`, () => {
    const random = createRandom(seed)
    const counts = new CaseCounts()
    for (let round = 1; round <= rounds; round += 1) {
      const postings = randomPeriod(random, ['CONVIN', 'PAYG', 'DEDUCT', 'CONVOUT'])
      const { figures, exact } = auditBankPeriod(postings)
      const where = () => `seed ${seed}, period ${round}: ${JSON.stringify(postings)}`
      assertSame(figures, bankPeriodStatement(groupsOf(postings), 5).amounts, where)
      counts.note({
        ...halvesOf(exact),
        'the bank is paid': isNegative(figures.netAmount),
        'more redeemed points come back': isNegative(figures.dpPoints),
        'more payer points come back': isNegative(figures.extraPoints),
      })
    }
    expect(counts.metLessThan(5), 'special cases that were hardly met').toEqual([])
  }, 60_000)
})

describe('center sales, liabilities and averages', () => {
  it(`agree with the auditor’s model over ${rounds} random ones (seed ${seed})`, () => {
    const random = createRandom(seed)
    const counts = new CaseCounts()
    const some = (limit = 1_000_000) => String(random.below(limit))
    for (let round = 1; round <= rounds; round += 1) {
      const name = `seed ${seed}, round ${round}`
      const [points, price] = [some(random.pick([100, 50_000])), random.pick(['1.0000', '1.0200', '0.5000', '0.9875', '1.2345'])]
      const rate = random.pick(['0', '2.5', '50', '33.33', '100'])
      const sale = auditCenterSale(points, price, rate)
      assertSame(
        sale.figures,
        saleAmounts(Number(points), Number(price), Number(rate), 5),
        () => `${name}: ${points} x ${price} - ${rate}%`,
      )
      const moves = Array.from({ length: 10 }, () => some())
      const [closing, product] = closings(moves)
      const liability = auditLiability(closing, price, rate)
      assertSame({ closing, liability }, { closing: product, liability: liabilityOf(product, Number(price), Number(rate)) }, () => name)
      const [part, whole] = [random.pick([some(), minus('0', some())]), String(1 + random.below(9000))]
      const facts = { budgetPoints: Number(whole), netPoints: Number(part), redeemedPoints: 0, salesAmount: Number(part) }
      const { budgetUsage, averageTicket } = performanceOf({ ...facts, transactionCount: Number(whole), costAmount: 0 })
      const [usage, ticket] = [auditRatio(part, whole, '100'), auditRatio(part, whole, '1')]
      assertSame({ usage, ticket }, { usage: budgetUsage, ticket: averageTicket }, () => `${name}: ${part} / ${whole}`)
      counts.note({
        'half of a sale': isHalf(sale.exact),
        'closing below zero': isNegative(closing),
        'more than all': isLess('100', usage),
      })
    }
    expect(counts.metLessThan(5), 'special cases that were hardly met').toEqual([])
  }, 60_000)
})

/** Closing points after ten random moves, computed by the model and by the product. */
function closings(moves: readonly Decimal[]): readonly [Decimal, number] {
  const move = (index: number) => moves[index] ?? '0'
  const points = (index: number) => Number(move(index))
  return [
    auditClosing({ plus: [0, 1, 4, 7, 8, 9].map(move), minus: [2, 3, 5, 6].map(move) }),
    closingPoints({
      ...{ openingPoints: points(0), issuedPoints: points(1), returnedPoints: points(2), redeemedPoints: points(3) },
      ...{ redeemReturnPoints: points(4), convertedPoints: points(5), expiredPoints: points(6), repaidPoints: points(7) },
      ...{ adjustedPoints: points(8), writeOffPoints: points(9) },
    }),
  ]
}
