import type { ReportFigures } from '../../answers/records.ts'
import { fieldOf } from '../shared/calls/listPage.ts'

/** Groups and figures of one row of a report, by field. */
export type FigureRow = Readonly<Record<string, unknown>>

/** The rows of one grouping of a report, whatever the order of its groups. */
export function rowsOfGrouping({ rows, parts }: ReportFigures, groups: readonly string[], all: readonly string[]): readonly FigureRow[] {
  const isSame = (other: readonly string[]) => other.length === groups.length && groups.every((name) => other.includes(name))
  return isSame(all) ? rows : (parts.find((part) => isSame(part.groups))?.rows ?? [])
}

/** Values of groups as a key of a map. */
export function keyOf(row: FigureRow, groups: readonly string[]): string {
  return JSON.stringify(groups.map((group) => fieldOf(row, group) ?? null))
}

/** Order of the values of a group; empty ones last. */
export function compareValues(left: unknown, right: unknown): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return String(left) < String(right) ? -1 : Number(String(left) > String(right))
}
