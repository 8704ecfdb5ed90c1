import { formatDate, formatMonth } from '../../../client/format.ts'
import type { ResolvedColumn } from '../../../language/resolved.ts'
import { type ColumnLabels, labelOf } from '../values/columnLabels.ts'

/** Text for the value of a group, on a chart and in a file. */
export function groupText(value: unknown, group: ResolvedColumn | undefined, labels: ColumnLabels): string {
  if (value === null) return '（空白）'
  if (labels.has(String(value))) return labelOf(labels, value)
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (group?.format === 'month') return formatMonth(value)
  return group?.format === 'date' ? formatDate(value) : String(value)
}
