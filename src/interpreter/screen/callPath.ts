/** Values for the placeholders of a call's path (`{id}`, `{pageIndex}`, `{pageSize}`, `{transition}`, `{child}`). */
export type PathValues = Readonly<Record<string, string | number>>

/**
 * Fills the placeholders of a call's path; every value is encoded, so a record can never lead to another path.
 * @throws RangeError when the path names a placeholder that has no value
 */
export function fillPath(path: string, values: PathValues): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) throw new RangeError(`The path ${path} needs a value for {${name}}`)
    return encodeURIComponent(String(value))
  })
}

/** Whether the path carries the placeholder; an irregular API takes the id from the query or the body instead. */
export function hasPlaceholder(path: string, name: string): boolean {
  return path.includes(`{${name}}`)
}
