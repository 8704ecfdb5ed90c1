/** A day, month or year of the server for a table: `2026-11-05`, `2026年11月`, `2026`. */
export function timeText(at: string, by: 'day' | 'month' | 'year'): string {
  return by === 'month' ? `${at.slice(0, 4)}年${at.slice(4, 6)}月` : at
}

/** The same for the axis of a chart, where there is little room: `11/05`, `2026/11`. */
export function shortTimeText(at: string, by: 'day' | 'month' | 'year'): string {
  if (by === 'month') return `${at.slice(0, 4)}/${at.slice(4, 6)}`
  return by === 'day' ? `${at.slice(5, 7)}/${at.slice(8, 10)}` : at
}
