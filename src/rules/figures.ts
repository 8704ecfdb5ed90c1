/**
 * Formats a number as screens do, for places where no browser formats it: PDFs, and texts of old and new values.
 *
 * @param decimals of a percentage; one unless the field says otherwise
 */
export function figureText(value: number, format: string | undefined, decimals = 1): string {
  if (format === 'percent') return `${value.toFixed(decimals)}%`
  if (format === 'price') return value.toFixed(4)
  return value.toLocaleString('en-US')
}
