/** JSON with one member per line; a text that is not JSON is shown unchanged. */
export function JsonText({ value }: { readonly value: unknown }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself, and only what has the focus can be scrolled by the keyboard
    <pre className="json-text" tabIndex={0}>
      {indented(value)}
    </pre>
  )
}

function indented(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2)
  try {
    return JSON.stringify(JSON.parse(value), null, 2)
  } catch {
    return value
  }
}
