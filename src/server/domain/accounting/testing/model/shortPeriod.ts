import { cut, type Decimal, isNegative, minus, multiples, opposite, percent, plus, rounded, smaller, times, total } from './decimal.ts'
import { feeOf, given, givenValue, type Posting, taken, takenValue, taxRate } from './month.ts'

/** Co-branded sales, the bills of their payer and of a bank, and sales of points: computed from domain 7.2, 7.4, 7.5 and 7.6 alone. */

export interface ExtraTerms {
  /** NT$ to spend for one base point. */
  readonly spend: Decimal
  readonly extraRatio: Decimal
  readonly payerShare: Decimal
  /** Most extra points of one member in a month; null without a cap. */
  readonly cap: Decimal | null
  readonly payerBearsBase: boolean
}

export interface SaleAward {
  readonly base: Decimal
  readonly extra: Decimal
  readonly payerExtra: Decimal
  readonly companyExtra: Decimal
  /** Sum of all that the payer gives. */
  readonly payer: Decimal
}

/** @param room extra points that the cap still allows at the sale; null without a cap */
function saleAward(amount: Decimal, terms: ExtraTerms, room: Decimal | null): SaleAward {
  const base = multiples(amount, terms.spend)
  const free = cut(percent(base, terms.extraRatio))
  const extra = room === null ? free : smaller(free, isNegative(room) ? '0' : room)
  const payerExtra = cut(percent(extra, terms.payerShare))
  const payer = terms.payerBearsBase ? plus(payerExtra, base) : payerExtra
  return { base, extra, payerExtra, companyExtra: minus(extra, payerExtra), payer }
}

/**
 * The sales of one co-branded card in one month. A return computes its sale again from the remaining amount, with the room that the cap
 * left at the sale.
 */
export class AuditedCard {
  readonly #terms: ExtraTerms
  readonly #sales: { readonly member: string; readonly room: Decimal | null; amount: Decimal; award: SaleAward }[] = []

  constructor(terms: ExtraTerms) {
    this.#terms = terms
  }

  /** @returns points that the sale gives */
  sell(member: string, amount: Decimal): SaleAward {
    const { cap } = this.#terms
    const known = this.#sales.filter((sale) => sale.member === member).map((sale) => sale.award.extra)
    const room = cap === null ? null : minus(cap, total(known))
    const award = saleAward(amount, this.#terms, room)
    this.#sales.push({ member, room, amount, award })
    return award
  }

  /** @returns points taken back, as positive numbers */
  takeBack(saleIndex: number, amount: Decimal): SaleAward {
    const sale = this.#sales[saleIndex]
    if (!sale) throw new RangeError(`no sale ${saleIndex}`)
    const before = sale.award
    sale.amount = minus(sale.amount, amount)
    sale.award = saleAward(sale.amount, this.#terms, sale.room)
    const back = (part: keyof SaleAward) => minus(before[part], sale.award[part])
    const [base, extra, payerExtra] = [back('base'), back('extra'), back('payerExtra')]
    return { base, extra, payerExtra, companyExtra: back('companyExtra'), payer: back('payer') }
  }

  sums(): { readonly base: Decimal; readonly extra: Decimal; readonly payerExtra: Decimal; readonly companyExtra: Decimal } {
    const sum = (part: keyof SaleAward) => total(this.#sales.map(({ award }) => award[part]))
    return { base: sum('base'), extra: sum('extra'), payerExtra: sum('payerExtra'), companyExtra: sum('companyExtra') }
  }
}

export function auditPayAsYouGo(postings: readonly Posting[]) {
  const exact = givenValue(postings, 'PAYG')
  const feeAmount = rounded(exact)
  const taxAmount = rounded(percent(feeAmount, taxRate))
  const returned = taken(postings, 'PAYG', 'return')
  const figures = {
    netPoints: given(postings, 'PAYG'),
    returnedPoints: returned,
    feeAmount,
    taxAmount,
    totalAmount: plus(feeAmount, taxAmount),
  }
  return { figures, exact: { fee: exact, tax: percent(feeAmount, taxRate) } }
}

export function auditBankPeriod(postings: readonly Posting[]) {
  const [convIn, payer] = [givenValue(postings, 'CONVIN'), givenValue(postings, 'PAYG')]
  const [fee, convOut, dpValue] = [feeOf(postings), takenValue(postings, 'CONVOUT'), takenValue(postings, 'DEDUCT')]
  const sales1 = plus(rounded(convIn), rounded(payer))
  const [tax1, tax2] = [percent(sales1, taxRate), percent(rounded(fee), taxRate)]
  const receivableAmount = total([sales1, rounded(tax1), rounded(fee), rounded(tax2)])
  const payableAmount = plus(rounded(convOut), rounded(dpValue))
  const figures = {
    ...{ convInPoints: given(postings, 'CONVIN'), convInAmount: rounded(convIn) },
    ...{ extraPoints: given(postings, 'PAYG'), extraAmount: rounded(payer), salesTaxAmount: rounded(tax1) },
    ...{ dpPoints: taken(postings, 'DEDUCT'), dpAmount: rounded(dpValue), dpProcFee: rounded(fee), dpProcTax: rounded(tax2) },
    ...{ convOutPoints: taken(postings, 'CONVOUT'), convOutAmount: rounded(convOut) },
    ...{ taxAmount: plus(rounded(tax1), rounded(tax2)), receivableAmount, payableAmount },
    netAmount: minus(receivableAmount, payableAmount),
  }
  return { figures, exact: { convIn, payer, fee, convOut, dpValue, tax1, tax2 } }
}

/** Sale of points (domain 7.6). */
export function auditCenterSale(points: Decimal, price: Decimal, discountRate: Decimal) {
  const list = times(points, price)
  const exact = plus(list, opposite(percent(list, discountRate)))
  const salesAmount = rounded(exact)
  const taxAmount = rounded(percent(salesAmount, taxRate))
  return { figures: { salesAmount, taxAmount, totalAmount: plus(salesAmount, taxAmount) }, exact }
}
