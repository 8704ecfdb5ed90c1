/** Groups and figures of one row of a report, by field. */
export type FigureRow = Readonly<Record<string, unknown>>

/** What the database found for a report: the rows of all its groups, those of fewer groups, and the figures of all records. */
export interface ReportFigures {
  readonly rows: readonly FigureRow[]
  readonly parts: readonly { readonly groups: readonly string[]; readonly rows: readonly FigureRow[] }[]
  readonly totals: FigureRow
}

/** Figures, and those of the range of days before. */
export interface ReportSums extends ReportFigures {
  readonly before?: ReportFigures
}

/** Reads an own property, so that names in documents never reach the prototype. */
export function figureIn(row: FigureRow, field: string): unknown {
  return Object.hasOwn(row, field) ? row[field] : undefined
}

/** The rows of one grouping of a report, whatever the order of its groups. */
export function rowsOfGrouping({ rows, parts }: ReportFigures, groups: readonly string[], all: readonly string[]): readonly FigureRow[] {
  const isSame = (other: readonly string[]) => other.length === groups.length && groups.every((name) => other.includes(name))
  return isSame(all) ? rows : (parts.find((part) => isSame(part.groups))?.rows ?? [])
}

/** Values of groups as a key of a map. */
export function keyOf(row: FigureRow, groups: readonly string[]): string {
  return JSON.stringify(groups.map((group) => figureIn(row, group) ?? null))
}

/** Order of the values of a group; empty ones last. */
export function compareValues(left: unknown, right: unknown): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return String(left) < String(right) ? -1 : Number(String(left) > String(right))
}
