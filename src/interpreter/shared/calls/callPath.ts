const notSegments = ['', '.', '..']

/** Values for the placeholders in the path of a call (`{id}`, `{pageIndex}`, `{pageSize}`, `{transition}`, `{child}`). */
export type PathValues = Readonly<Record<string, string | number>>

/**
 * Fills the placeholders in the path of a call. Every value stays one segment, so that a record can never lead to another path. @throws
 * RangeError for a missing value, an empty one, or dots, which browsers resolve as parent folders
 */
export function fillPath(path: string, values: PathValues): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined || notSegments.includes(String(value))) throw new RangeError(`The path ${path} needs a value for {${name}}`)
    return encodeURIComponent(String(value))
  })
}

/** True when the path has the placeholder. An irregular API takes the id from the query or body instead. */
export function hasPlaceholder(path: string, name: string): boolean {
  return path.includes(`{${name}}`)
}
