import { formatPercent, formatPoints, formatPrice } from '../../../client/format.ts'
import type { ResolvedColumn } from '../../../language/resolved.ts'

/** A number as its field is shown everywhere. */
export function numberText(value: number, { format, decimals }: Pick<ResolvedColumn, 'format' | 'decimals'>): string {
  if (format === 'percent') return formatPercent(value, decimals)
  return format === 'price' ? formatPrice(value, decimals) : formatPoints(value)
}

const units: { readonly [Format in ResolvedColumn['format']]?: string } = { points: '點', money: '元', price: '元' }

/** What a number of a field counts; undefined where its title says so: a number of records, or a share. */
export function unitOf({ format }: Pick<ResolvedColumn, 'format'>): string | undefined {
  return units[format]
}
