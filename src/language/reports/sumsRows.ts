import type { ResolvedColumn } from '../resolved.ts'
import { figureIn } from './figures.ts'
import { type GroupLabels, groupText } from './groupText.ts'
import type { ReportTableModel } from './reportTable.ts'

type SumsCell = number | string | null

/**
 * The table of a report as rows of a file: titles, one row per group, and the total. Subtotals are left out, because a spreadsheet would add
 * them up.
 *
 * @param labelsOf options of the dictionary of a group
 */
export function sumsRows(
  { groups, columns, lines, totals, across }: ReportTableModel,
  labelsOf: (field: string) => GroupLabels,
): readonly (readonly SumsCell[])[] {
  const textOf = (value: unknown, column: ResolvedColumn) => groupText(value, column, labelsOf(column.field))
  const figures = (values: readonly unknown[]) =>
    columns.map(({ column }, index) => {
      const value = values[index] ?? null
      return value === null || typeof value === 'number' ? value : textOf(value, column)
    })
  const titleOf = ({ title, above }: ReportTableModel['columns'][number]) => {
    if (across === undefined) return title
    return above === undefined ? `總計 ${title}` : `${textOf(above.value, across.group)} ${title}`
  }
  const groupCell = (row: Readonly<Record<string, unknown>>, group: ResolvedColumn) => {
    const value = figureIn(row, group.field)
    return value === undefined ? null : textOf(value, group)
  }
  return [
    [...groups.map(({ title }) => title), ...columns.map(titleOf)],
    ...lines
      .filter(({ kind }) => kind === 'group')
      .map((line) => [...groups.map((group) => groupCell(line.groups, group)), ...figures(line.figures)]),
    [...groups.map((_group, index) => (index === 0 ? '總計' : null)), ...figures(totals)],
  ]
}
