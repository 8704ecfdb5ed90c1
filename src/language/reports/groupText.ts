import { isDate, taipeiDate } from '../../rules/dates.ts'
import { monthText } from '../../rules/monthText.ts'
import type { ResolvedColumn } from '../resolved.ts'

/** Labels of a dictionary by key. */
export type GroupLabels = ReadonlyMap<string, { readonly value: string }>

/** Text for the value of a group, on a chart and in a file. */
export function groupText(value: unknown, group: Pick<ResolvedColumn, 'format'> | undefined, labels: GroupLabels): string {
  if (value === null) return '（空白）'
  const label = labels.get(String(value))
  if (label !== undefined) return label.value
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (group?.format === 'month') return monthText(String(value))
  return group?.format === 'date' ? dateText(String(value)) : String(value)
}

function dateText(value: string): string {
  const instant = new Date(value)
  return isDate(value) || Number.isNaN(instant.getTime()) ? value : taipeiDate(instant)
}
