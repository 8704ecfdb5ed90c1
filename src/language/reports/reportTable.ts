import { roundHalfUp } from '../../rules/numbers.ts'
import type { ResolvedColumn, ResolvedMeasure, ResolvedReport } from '../resolved.ts'
import { compareValues, type FigureRow, figureIn, keyOf, type ReportFigures, type ReportSums, rowsOfGrouping } from './figures.ts'

/** A column of figures, with the rows from which it takes them. */
interface FigureColumn {
  readonly key: string
  readonly title: string
  /** How its values are shown. */
  readonly column: ResolvedColumn
  /** For a column of a cross table: the value of the group above it; absent for the sum of all. */
  readonly above?: { readonly value: unknown }
  /** The figure, from the rows of this range and of the one before. */
  readonly read: (now: FigureRow | undefined, before: FigureRow | undefined) => unknown
}

/** A line of the table: one group, or the subtotal of all groups with the same first value. */
export interface TableLine {
  readonly kind: 'group' | 'subtotal'
  readonly key: string
  /** Values of the groups, by field. */
  readonly groups: FigureRow
  /** Number of lines that the first group's cell spans; 0 when the cell of an earlier line covers this one. */
  readonly span: number
  readonly figures: readonly unknown[]
}

/** What a report shows: on the screen, and in a file. */
export interface ReportTableModel {
  readonly groups: ResolvedReport['groups']
  readonly columns: readonly FigureColumn[]
  readonly lines: readonly TableLine[]
  readonly totals: readonly unknown[]
  /** Of a cross table: the group that goes across, its values, and the number of columns below each of them. */
  readonly across?: { readonly group: ResolvedReport['groups'][number]; readonly values: readonly unknown[]; readonly figures: number }
}

/** The table of a report: groups below each other, or the last group across; with the range before beside it when there is one. */
export function reportTable(report: ResolvedReport, page: ReportSums): ReportTableModel {
  const across = report.groups.find(({ field }) => field === report.pivot)
  return across === undefined ? nestedTable(report, page) : crossTable(report, page, across)
}

function nestedTable(report: ResolvedReport, page: ReportSums): ReportTableModel {
  const { groups, measures } = report
  const names = groups.map(({ field }) => field)
  const columns = measures.flatMap((measure) => (page.before === undefined ? [plainColumn(measure)] : comparedColumns(measure)))
  const reader = readerOf(columns, page, names)
  const lines = sections(allRows(page, names), names).flatMap((section) => {
    const hasSubtotal = names.length > 1 && section.length > 1
    const ofGroups = section.map((row, index): TableLine => {
      const span = index === 0 ? section.length + Number(hasSubtotal) : 0
      return { kind: 'group', key: keyOf(row, names), groups: row, span, figures: reader(names, row) }
    })
    const [first = {}] = section
    const outer = names.slice(0, 1)
    const subtotal: TableLine = {
      kind: 'subtotal',
      key: `subtotal ${keyOf(first, outer)}`,
      groups: first,
      span: 0,
      figures: reader(outer, first),
    }
    return hasSubtotal ? [...ofGroups, subtotal] : ofGroups
  })
  return { groups, columns, lines, totals: columns.map(({ read }) => read(page.totals, page.before?.totals)) }
}

type Reader = (groups: readonly string[], row: FigureRow) => readonly unknown[]

/** Reads the figures of a row from its grouping, in this range and in the one before. */
function readerOf(columns: readonly FigureColumn[], page: ReportSums, names: readonly string[]): Reader {
  const known = new Map<string, ReadonlyMap<string, FigureRow>>()
  const rowIn = (figures: ReportFigures | undefined, which: string, groups: readonly string[], row: FigureRow) => {
    if (figures === undefined) return undefined
    const id = `${which} ${groups.join(' ')}`
    const rows = known.get(id) ?? new Map(rowsOfGrouping(figures, groups, names).map((one) => [keyOf(one, groups), one]))
    known.set(id, rows)
    return rows.get(keyOf(row, groups))
  }
  return (groups, row) => {
    const [now, before] = [rowIn(page, 'now', groups, row), rowIn(page.before, 'before', groups, row)]
    return columns.map(({ read }) => read(now, before))
  }
}

/** The groups of both ranges: what there was before and is no more counts too. */
function allRows({ rows, before }: ReportSums, names: readonly string[]): readonly FigureRow[] {
  if (before === undefined) return rows
  const known = new Set(rows.map((row) => keyOf(row, names)))
  const gone = before.rows.filter((row) => !known.has(keyOf(row, names)))
  if (gone.length === 0) return rows
  return [...rows, ...gone].sort((left, right) => {
    const differing = names.find((name) => compareValues(figureIn(left, name) ?? null, figureIn(right, name) ?? null) !== 0)
    return differing === undefined ? 0 : compareValues(figureIn(left, differing) ?? null, figureIn(right, differing) ?? null)
  })
}

/** Rows with the same first value, of two or more groups; otherwise each row by itself. */
function sections(rows: readonly FigureRow[], [first, ...others]: readonly string[]): readonly (readonly FigureRow[])[] {
  if (first === undefined || others.length === 0) return rows.map((row) => [row])
  const byValue = new Map<unknown, FigureRow[]>()
  for (const row of rows) {
    const value = figureIn(row, first) ?? null
    const section = byValue.get(value)
    if (section === undefined) byValue.set(value, [row])
    else section.push(row)
  }
  return [...byValue.values()]
}

function plainColumn(column: ResolvedMeasure): FigureColumn {
  return { key: column.field, title: column.title, column, read: (now) => figureOf(now, column) }
}

/** A figure, the one before, and by how much it has changed. Days have no difference that a percentage could tell. */
function comparedColumns(column: ResolvedMeasure): readonly FigureColumn[] {
  const isNumber = column.format !== 'date' && column.format !== 'dateTime' && column.format !== 'month'
  const before: FigureColumn = {
    key: `${column.field} before`,
    title: `前期${column.title}`,
    column,
    read: (_now, former) => figureOf(former, column),
  }
  const change: FigureColumn = {
    key: `${column.field} change`,
    title: '增減',
    column: { ...changeColumn, field: `${column.field} change` },
    read: (now, former) => changeText(figureOf(now, column), figureOf(former, column)),
  }
  return [plainColumn(column), before, ...(isNumber ? [change] : [])]
}

const changeColumn: ResolvedColumn = { field: '', title: '增減', format: 'text', sortable: false, hidden: false, align: 'end' }

/** Sums of nothing are 0; there is no average of nothing. */
function figureOf(row: FigureRow | undefined, { field, made }: ResolvedMeasure): unknown {
  const value = row === undefined ? undefined : figureIn(row, field)
  if (value !== undefined && value !== null) return value
  return made === undefined || made.op === 'distinct' ? 0 : null
}

/** `+12.5%`; null when nothing can be compared. */
export function changeText(now: unknown, before: unknown): string | null {
  if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return null
  const percent = roundHalfUp(((now - before) / Math.abs(before)) * 100, 1)
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}%`
}

/** The first group below each other, the values of the second as columns, and the sums of all of them at the end. */
function crossTable({ groups, measures }: ResolvedReport, page: ReportSums, across: ResolvedReport['groups'][number]): ReportTableModel {
  const names = groups.map(({ field }) => field)
  const down = groups.filter(({ field }) => field !== across.field)
  const outer = down.map(({ field }) => field)
  const values = rowsOfGrouping(page, [across.field], names).map((row) => figureIn(row, across.field) ?? null)
  const rows = new Map(page.rows.map((row) => [keyOf(row, names), row]))
  const columns = [
    ...values.flatMap((value) =>
      measures.map((measure) => ({ ...plainColumn(measure), key: `${JSON.stringify(value)} ${measure.field}`, above: { value } })),
    ),
    ...measures.map(plainColumn),
  ]
  const figuresOf = (find: (value: unknown) => FigureRow | undefined, all: FigureRow | undefined) => [
    ...values.flatMap((value) => measures.map(({ field }) => (find(value) === undefined ? null : figureIn(find(value) ?? {}, field)))),
    ...measures.map((measure) => figureOf(all, measure)),
  ]
  const sums = new Map<unknown, FigureRow>(
    rowsOfGrouping(page, [across.field], names).map((row) => [figureIn(row, across.field) ?? null, row]),
  )
  const lines = rowsOfGrouping(page, outer, names).map((row): TableLine => {
    const cellOf = (value: unknown) => rows.get(keyOf({ ...row, [across.field]: value }, names))
    return { kind: 'group', key: keyOf(row, outer), groups: row, span: 1, figures: figuresOf(cellOf, row) }
  })
  const totals = figuresOf((value) => sums.get(value), page.totals)
  return { groups: down, columns, lines, totals, across: { group: across, values, figures: measures.length } }
}
