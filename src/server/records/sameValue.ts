/** True for equal JSON values; the order of object keys does not matter. */
export function isSame(left: unknown, right: unknown): boolean {
  return canonical(left ?? null) === canonical(right ?? null)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([first], [second]) => (first < second ? -1 : 1)))
      : inner,
  )
}
