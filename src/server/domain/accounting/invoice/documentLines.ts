export interface DocumentLine {
  readonly description: string
  readonly quantity: number
  /** NT$ without tax, at most four decimals. */
  readonly unitPrice: number
  /** NT$ without tax, whole. */
  readonly amount: number
  readonly remark: string | null
}

/** A line with quantity 1. The remark explains what the amount is made of. */
export function wholeLine(description: string, amount: number, remark: string | null = null): DocumentLine {
  return { description, quantity: 1, unitPrice: amount, amount, remark }
}

/** Amounts of a statement that its invoice for points bills. Whole NT$. */
export interface BilledPoints {
  readonly periodNo: string
  readonly netApPoints: number
  readonly apGrossAmount: number
  readonly apDiscountAmount: number
  readonly apFee: number
  readonly discountRate: number
  readonly writeOffPoints: number
  readonly writeOffAmount: number
  readonly convInPoints: number
  readonly convInAmount: number
}

/** Lines of the invoice for points given. They add up to its amount without tax. */
export function issuedPointLines(bill: BilledPoints): readonly DocumentLine[] {
  const discount = bill.apDiscountAmount === 0 ? '' : `，折扣 ${bill.discountRate}% 減 ${bill.apDiscountAmount} 元`
  return [
    wholeLine(`${bill.periodNo} 贈點費用`, bill.apFee, `淨贈點 ${bill.netApPoints} 點，${bill.apGrossAmount} 元${discount}`),
    wholeLine(`${bill.periodNo} 負點沖銷`, bill.writeOffAmount, `${bill.writeOffPoints} 點`),
    wholeLine(`${bill.periodNo} 點數轉入`, bill.convInAmount, `${bill.convInPoints} 點`),
  ].filter(({ amount }) => amount !== 0)
}
