/** JSON with one member per line, where there is room for it; text that is no JSON is shown as it is. */
export function JsonText({ value }: { readonly value: unknown }) {
  return <pre className="json-text">{indented(value)}</pre>
}

function indented(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2)
  try {
    return JSON.stringify(JSON.parse(value), null, 2)
  } catch {
    return value
  }
}
