import { formatPercent, formatPoints, formatPrice } from '../../../client/format.ts'
import type { ResolvedColumn } from '../../../language/resolved.ts'

/** A number as its field is shown everywhere. */
export function numberText(value: number, { format, decimals }: Pick<ResolvedColumn, 'format' | 'decimals'>): string {
  if (format === 'percent') return formatPercent(value, decimals)
  return format === 'price' ? formatPrice(value, decimals) : formatPoints(value)
}
