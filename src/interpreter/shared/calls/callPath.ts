const notSegments = ['', '.', '..']

/** Values for the placeholders of a call's path (`{id}`, `{pageIndex}`, `{pageSize}`, `{transition}`, `{child}`). */
export type PathValues = Readonly<Record<string, string | number>>

/**
 * Fills the placeholders of a call's path; every value stays one piece of it, so that a record can never lead to another path.
 * @throws RangeError when a placeholder has no value, or one that is no piece of a path: nothing, or dots, which browsers follow upwards
 */
export function fillPath(path: string, values: PathValues): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined || notSegments.includes(String(value))) throw new RangeError(`The path ${path} needs a value for {${name}}`)
    return encodeURIComponent(String(value))
  })
}

/** Whether the path carries the placeholder; an irregular API takes the id from the query or the body instead. */
export function hasPlaceholder(path: string, name: string): boolean {
  return path.includes(`{${name}}`)
}
