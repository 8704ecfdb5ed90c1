/** Parameter with the field of the shown report tab. */
export const groupParam = 'group'

/** An address without the report tab: only the list's parameters. */
export function withoutGroup(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete(groupParam)
  return rest
}

/** An address with the report tab of another address. */
export function withGroupOf(params: URLSearchParams, shown: URLSearchParams): URLSearchParams {
  const group = shown.get(groupParam)
  return group === null ? params : new URLSearchParams([...withoutGroup(params), [groupParam, group]])
}
