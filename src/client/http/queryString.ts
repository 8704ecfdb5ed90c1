/** Parameters of a query string. Arrays repeat the name; null, undefined and empty text are left out. */
export type QueryParams = Readonly<Record<string, unknown>> | URLSearchParams

/** Parameters as a query string without `?`; empty when there are none. */
function formatQueryString(params: QueryParams | undefined): string {
  if (!params) return ''
  if (params instanceof URLSearchParams) return params.toString()
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null && item !== undefined && item !== '') search.append(name, String(item))
    }
  }
  return search.toString()
}

/** A path with its parameters; a query that the path already has is kept. */
export function withQuery(path: string, params: QueryParams | undefined): string {
  const query = formatQueryString(params)
  if (!query) return path
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}

/** True for an address with two hyphens in a row, which the specification refuses to send (section 5). */
export function hasForbiddenHyphens(address: string): boolean {
  return address.includes('--')
}
