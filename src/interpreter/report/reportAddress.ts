/** Field of the tab of a report that is shown, beside the parameters of the list. */
export const groupParam = 'group'

/** An address without its tab of the report: the list's own. */
export function withoutGroup(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete(groupParam)
  return rest
}

/** An address with the tab of the report that another one shows. */
export function withGroupOf(params: URLSearchParams, shown: URLSearchParams): URLSearchParams {
  const group = shown.get(groupParam)
  return group === null ? params : new URLSearchParams([...withoutGroup(params), [groupParam, group]])
}
