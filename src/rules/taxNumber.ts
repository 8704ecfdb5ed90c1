const weights = [1, 2, 1, 2, 1, 2, 4, 1]

/** Text for a tax ID (統一編號) without eight digits, as given in specification 5. */
const taxNumberLengthText = '統編錯誤，要有 8 個數字'
/** Text for a wrong checksum, as given in specification 5. */
export const taxNumberText = '統編錯誤'

/**
 * Checks only the checksum: the digits times 1,2,1,2,1,2,4,1, the digits of the products added up, the sum divisible by 5. When the 7th
 * digit is 7, its product 28 gives 10, which counts as 1 or as 0.
 *
 * @see specification 5 (check_tax_number); valid since 2023-04-01, older numbers (divisible by 10) stay valid
 */
export function taxNumberChecksumHolds(text: string): boolean {
  if (!/^\d{8}$/.test(text)) return false
  const sum = weights.reduce((total, weight, index) => {
    if (index === 6 && text[6] === '7') return total
    const product = Number(text[index]) * weight
    return total + Math.floor(product / 10) + (product % 10)
  }, 0)
  return sum % 5 === 0 || (text[6] === '7' && (sum + 1) % 5 === 0)
}

/** Problem of a tax ID, or null. `00000000` has a valid checksum but belongs to nobody (domain 11, decision 27). */
export function taxNumberProblem(text: string): string | null {
  if (!/^\d{8}$/.test(text)) return taxNumberLengthText
  return taxNumberChecksumHolds(text) && text !== '00000000' ? null : taxNumberText
}

export function isTaxNumber(text: string): boolean {
  return taxNumberProblem(text) === null
}
