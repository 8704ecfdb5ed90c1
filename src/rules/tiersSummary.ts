/** The rows of a tier editor (specification 3) in one line, smallest threshold first: `≥0：5%、≥1,000：7.5%`. */
export function tiersSummary(value: unknown): string {
  if (!Array.isArray(value)) return ''
  return value
    .filter(isTier)
    .toSorted((left, right) => left.conditionPoint - right.conditionPoint)
    .map((tier) => `≥${tier.conditionPoint.toLocaleString('en-US')}：${tier.discountRate}%`)
    .join('、')
}

function isTier(row: unknown): row is { conditionPoint: number; discountRate: number } {
  if (typeof row !== 'object' || row === null) return false
  return 'conditionPoint' in row && typeof row.conditionPoint === 'number' && 'discountRate' in row && typeof row.discountRate === 'number'
}
