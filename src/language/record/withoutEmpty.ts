/**
 * A record as compiled validators expect it: without null and '' at any depth of objects and rows, so that `required` treats an empty field
 * as absent. Lists are kept even when empty, because `minItems` decides about them.
 */
export function withoutEmpty(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => [name, clean(value)]),
  )
}

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean)
  return typeof value === 'object' && value !== null ? withoutEmpty(value as Record<string, unknown>) : value
}
