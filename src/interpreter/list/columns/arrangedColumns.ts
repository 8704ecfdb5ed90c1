import type { ColumnPreference } from '../../../answers/preferences.ts'
import type { ResolvedColumn } from '../../../language/resolved.ts'

/** Smallest and largest width that a user can choose, in CSS pixels. */
export const columnWidthMin = 48
export const columnWidthMax = 800

/** A column with the user's settings. */
export type ArrangedColumn = ResolvedColumn & {
  /** The user chose the width: longer content is cut off. A width of the document grows with the content instead. */
  readonly isSized?: true
}

/**
 * The document's columns with the user's order, widths, pins and hidden columns. Fields that the document no longer has are dropped. A new
 * column of the document is inserted after the one that precedes it there.
 */
export function arrangeColumns(columns: readonly ResolvedColumn[], preferences: readonly ColumnPreference[]): readonly ArrangedColumn[] {
  const chosen = new Map(preferences.map((one) => [one.field, one]))
  const known = preferences.flatMap(({ field }) => columns.find((column) => column.field === field) ?? [])
  const ordered = [...known]
  columns.forEach((column, index) => {
    if (chosen.has(column.field)) return
    const before = columns[index - 1]
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column)
  })
  return ordered.map((column) => arrange(column, chosen.get(column.field)))
}

function arrange(column: ResolvedColumn, chosen: ColumnPreference | undefined): ArrangedColumn {
  if (chosen === undefined) return column
  const { pin: ownPin, ...rest } = column
  const pin = chosen.pin === undefined ? ownPin : chosen.pin
  return {
    ...rest,
    hidden: chosen.hidden ?? column.hidden,
    ...(pin === undefined || pin === null ? {} : { pin }),
    ...(chosen.width === undefined ? {} : { width: clampWidth(chosen.width), isSized: true }),
  }
}

/** The columns to show; at least one. */
export function visibleColumns(columns: readonly ArrangedColumn[]): readonly ArrangedColumn[] {
  const shown = columns.filter((column) => !column.hidden)
  return shown.length > 0 ? shown : columns.slice(0, 1)
}

/** The settings to store for arranged columns: their order, and what differs from the document. */
export function preferencesOf(arranged: readonly ArrangedColumn[], columns: readonly ResolvedColumn[]): readonly ColumnPreference[] {
  return arranged.map(({ field, hidden, pin, width, isSized }) => {
    const own = columns.find((column) => column.field === field)
    return {
      field,
      ...(hidden === own?.hidden ? {} : { hidden }),
      ...(pin === own?.pin ? {} : { pin: pin ?? null }),
      ...(isSized && width !== undefined ? { width } : {}),
    }
  })
}

/** @param width CSS pixels; null restores the width of the document */
export function resizeColumn(arranged: readonly ArrangedColumn[], field: string, width: number | null): readonly ArrangedColumn[] {
  return arranged.map((column) => {
    if (column.field !== field) return column
    const { width: _width, isSized: _isSized, ...rest } = column
    return width === null ? rest : { ...rest, width: clampWidth(width), isSized: true }
  })
}

/** Moves a column to a position; positions beyond the ends are limited to the ends. */
export function moveColumn<T extends { readonly field: string }>(columns: readonly T[], field: string, to: number): readonly T[] {
  const moved = columns.find((column) => column.field === field)
  if (moved === undefined) return columns
  const others = columns.filter((column) => column !== moved)
  const place = Math.min(Math.max(to, 0), others.length)
  return [...others.slice(0, place), moved, ...others.slice(place)]
}

function clampWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, columnWidthMin), columnWidthMax))
}
