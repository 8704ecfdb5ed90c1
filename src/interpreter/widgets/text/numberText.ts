/** The number for editing, without thousands separators and never in exponent form. */
export function editText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number') return ''
  return /e/i.test(String(value)) ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : String(value)
}

/** The number for display, with thousands separators. */
export function restText(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 20 }) : editText(value)
}
