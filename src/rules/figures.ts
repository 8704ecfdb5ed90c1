/**
 * A number in the figures that screens show, where no browser formats it: papers and the texts of old and new values.
 *
 * @param decimals of a percentage; one unless the field says otherwise
 */
export function figureText(value: number, format: string | undefined, decimals = 1): string {
  if (format === 'percent') return `${value.toFixed(decimals)}%`
  if (format === 'price') return value.toFixed(4)
  return value.toLocaleString('en-US')
}
