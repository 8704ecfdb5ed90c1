/** Amounts of an order in whole NT$. */
export interface SettlementAmounts {
  readonly salesAmount: number
  readonly taxAmount: number
  readonly totalAmount: number
}

/** Decimals that prices, discounts and tax rates can have. */
const priceScale = 10_000n
const percentScale = 100n

/**
 * What points cost: price without tax times points less the discount, rounded once to NT$; the tax of that, rounded once (domain 2.6).
 *
 * @param unitPrice NT$ without tax, up to 4 decimals
 * @param discountRate percent off, up to 2 decimals
 * @param taxRate percent, up to 2 decimals (TAX.RATE)
 */
export function settlementAmounts(totalPoints: number, unitPrice: number, discountRate: number, taxRate: number): SettlementAmounts {
  const price = scaled(unitPrice, priceScale)
  const left = 100n * percentScale - scaled(discountRate, percentScale)
  const sales = divideHalfUp(BigInt(totalPoints) * price * left, priceScale * 100n * percentScale)
  const tax = divideHalfUp(sales * scaled(taxRate, percentScale), 100n * percentScale)
  return { salesAmount: Number(sales), taxAmount: Number(tax), totalAmount: Number(sales + tax) }
}

/** The decimal that people see as a whole number of its smallest parts. */
function scaled(value: number, scale: bigint): bigint {
  return BigInt(Math.round(value * Number(scale)))
}

/** Of numbers that are not negative. */
function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}
