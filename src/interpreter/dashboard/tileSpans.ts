/** Columns that a tile takes, on a wide and on a narrow screen. */
export interface TileSpan {
  readonly wide: number
  readonly narrow: number
}

const columns = 12

/**
 * The widths of tiles with which every row but the last is full: what is left over in a row goes to its last tiles. The order stays that of
 * the document, for eyes, keyboard and screen readers alike, as it would not if later tiles were pulled into the holes.
 */
export function withSpans<T extends { readonly kind: string; readonly width: number }>(
  tiles: readonly T[],
): readonly { readonly tile: T; readonly span: TileSpan }[] {
  const wide = filled(tiles.map(({ width }) => width))
  const narrow = filled(tiles.map(({ kind }) => (kind === 'number' ? columns / 2 : columns)))
  return tiles.map((tile, index) => ({ tile, span: { wide: wide[index] ?? columns, narrow: narrow[index] ?? columns } }))
}

function filled(widths: readonly number[]): readonly number[] {
  const rows: number[][] = [[]]
  for (const width of widths) {
    const row = rows.at(-1) ?? []
    if (sumOf(row) + width > columns) rows.push([width])
    else row.push(width)
  }
  return rows.flatMap((row, index) => (index === rows.length - 1 ? row : spread(row)))
}

/** Tiles that were as wide as each other stay so where the columns allow it; otherwise the last ones are wider by one. */
function spread(row: readonly number[]): readonly number[] {
  const left = columns - sumOf(row)
  const each = Math.floor(left / row.length)
  const over = left % row.length
  return row.map((width, place) => width + each + (place >= row.length - over ? 1 : 0))
}

function sumOf(row: readonly number[]): number {
  return row.reduce((sum, width) => sum + width, 0)
}
