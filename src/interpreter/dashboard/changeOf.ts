import { formatPercent } from '../../client/format.ts'

interface Change {
  readonly direction: 'up' | 'down' | 'none'
  readonly text: string
}

/** How a number differs from that of the period before, in words: a percentage of nothing does not exist. */
export function changeOf(value: number | null, before: number | null): Change {
  if (value === null) return { direction: 'none', text: before === null ? '沒有資料' : '這段期間還沒有資料' }
  if (before === null) return { direction: 'none', text: '沒有可比較的前期' }
  if (value === before) return { direction: 'none', text: '與前期相同' }
  const direction = value > before ? 'up' : 'down'
  if (before === 0) return { direction, text: direction === 'up' ? '增加' : '減少' }
  const percent = (Math.abs(value - before) / Math.abs(before)) * 100
  return { direction, text: `${direction === 'up' ? '增加' : '減少'} ${formatPercent(percent)}` }
}
