import { describe, expect, it } from 'vitest'
import { createRandom, type Random } from '../../../records/testing/random.ts'
import { yearlyDiscountOf } from '../../pricing/public.ts'
import { assertSame, CaseCounts, factsOf, tiersOf } from '../testing/engineFacts.ts'
import { isLess, isNegative, minus, opposite, percent, plus, rounded, total } from '../testing/model/decimal.ts'
import { auditMonth, type ClosedMonth, taxRate, tierOf } from '../testing/model/month.ts'
import { type AuditedInvoice, auditYear } from '../testing/model/year.ts'
import { casesOf, isHalf } from '../testing/monthCases.ts'
import { chance, randomMonth, someMoves, tiersAround } from '../testing/randomMonths.ts'
import { type AuditedCredit, sameSpread } from '../testing/sameSpread.ts'
import { monthlyStatement } from './monthly.ts'

const seed = 20_250_131
const years = 417
const credits = 2000

type Figures = ReturnType<typeof auditMonth>['figures']

/** Twelve consecutive months of one company, and the invoices of each fee in them. */
class RandomYear {
  readonly #random: Random
  readonly #counts: CaseCounts
  readonly #name: string
  readonly #closed: ClosedMonth[] = []
  readonly #figures: Figures[] = []
  readonly #invoices = { ap: [] as AuditedInvoice[], dp: [] as AuditedInvoice[] }
  #lastDiscountRate = 0

  constructor(random: Random, counts: CaseCounts, name: string) {
    this.#random = random
    this.#counts = counts
    this.#name = name
  }

  run(): void {
    const isPrepaid = chance(this.#random, 6)
    for (let month = 1; month <= 12; month += 1) this.#month(month, isPrepaid)
    this.#yearEnd('ap')
    this.#yearEnd('dp')
  }

  #month(number: number, isPrepaid: boolean): void {
    const month = randomMonth(this.#random, isPrepaid)
    const audit = auditMonth(month, this.#closed)
    const { amounts } = monthlyStatement(factsOf(month, this.#lastDiscountRate))
    assertSame(audit.figures, amounts, () => `${this.#name}, month ${number}: ${JSON.stringify({ month, earlier: this.#closed })}`)
    this.#counts.note(casesOf(month, audit, this.#closed))
    this.#closed.push({ netApPoints: audit.figures.netApPoints, rate: audit.figures.discountRate })
    this.#figures.push(audit.figures)
    if (amounts.netApPoints > 0) this.#lastDiscountRate = amounts.discountRate
    const date = `2025-${String(number).padStart(2, '0')}-28`
    this.#document('ap', { no: `AB${10_000_000 + number}`, date, untaxed: audit.untaxed, tax: audit.figures.apTax })
    this.#document('dp', { no: `CD${10_000_000 + number}`, date, untaxed: audit.figures.dpProcFee, tax: audit.figures.dpProcTax })
  }

  /** A positive fee becomes an invoice; a negative fee is credited against the earlier invoices. */
  #document(fee: 'ap' | 'dp', { untaxed, tax, ...rest }: AuditedInvoice): void {
    if (isLess('0', untaxed)) this.#invoices[fee].push({ untaxed, tax, ...rest })
    if (isNegative(untaxed)) this.#spread(fee, opposite(untaxed), opposite(tax))
  }

  #yearEnd(fee: 'ap' | 'dp'): void {
    const [points, fees] = fee === 'ap' ? (['netApPoints', 'apFee'] as const) : (['netDpPoints', 'dpProcFee'] as const)
    const own = total(this.#figures.map((figures) => figures[points]))
    const others = chance(this.#random, 3) ? someMoves(this.#random, 'usual').reduce((sum, move) => sum + move.points, 0) : 0
    const base = plus(own, String(others))
    const tiers = tiersAround(this.#random, Number(base))
    const yearFee = total(this.#figures.map((figures) => figures[fees]))
    const model = auditYear(yearFee, base, tiers)
    const product = yearlyDiscountOf(Number(yearFee), Number(base), tiersOf(tiers), 5)
    assertSame(model, product, () => `${this.#name}, year of ${fee}: ${JSON.stringify({ yearFee, base, tiers })}`)
    this.#counts.note({
      'year exactly at a threshold': model.rate !== '0' && tiers.some(({ from }) => from === base),
      'year below the first threshold': tiers.length > 0 && tiers.every(({ from }) => isLess(base, from)),
      'group moves the rate of the year': tierOf(tiers, own) !== model.rate,
      'fee of the year negative': isNegative(yearFee),
      'half of the discount of a year': isHalf(percent(yearFee, model.rate)),
      'half of the tax of a year': isHalf(percent(model.discount, taxRate)),
    })
    if (isLess('0', model.discount)) this.#spread(fee, model.discount, model.tax)
  }

  #spread(fee: 'ap' | 'dp', untaxed: string, tax: string): void {
    const [random, counts, name] = [this.#random, this.#counts, `${this.#name}, credit of ${fee}`]
    const parts = sameSpread({ invoices: this.#invoices[fee], untaxed, tax }, { random, counts, name })
    this.#invoices[fee] = this.#invoices[fee].map((invoice) => {
      const part = parts.find(({ no }) => no === invoice.no)
      return part ? { ...invoice, untaxed: minus(invoice.untaxed, part.untaxed), tax: minus(invoice.tax, part.tax) } : invoice
    })
  }
}

/**
 * Small invoices that are partly credited already. For some of them the remaining tax is one NT$ below 5 percent of the remaining amount.
 */
function randomCredit(random: Random): AuditedCredit {
  const invoices = Array.from({ length: 1 + random.below(6) }, (_, index) => {
    const untaxed = String(random.below(70))
    const due = Number(rounded(percent(untaxed, taxRate)))
    return { no: `AB${10_000_000 + index}`, date: `2025-0${index + 1}-28`, untaxed, tax: String(Math.max(0, due - random.below(2))) }
  })
  const untaxed = String(1 + random.below(150))
  return { invoices, untaxed, tax: rounded(percent(untaxed, taxRate)) }
}

describe('monthly statements and years', () => {
  it(`agree with the auditor’s model over ${years * 12} random months (seed ${seed})`, () => {
    const random = createRandom(seed)
    const counts = new CaseCounts()
    for (let year = 1; year <= years; year += 1) new RandomYear(random, counts, `seed ${seed}, year ${year}`).run()
    for (let credit = 1; credit <= credits; credit += 1) {
      sameSpread(randomCredit(random), { random, counts, name: `seed ${seed}, credit ${credit}` })
    }
    expect(counts.rarest().length).toBeGreaterThan(70)
    expect(counts.metLessThan(5), 'special cases that were hardly met').toEqual([])
  }, 120_000)
})
