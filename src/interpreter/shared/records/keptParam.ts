/** An address without a parameter that is not the list's own. */
export function withoutParam(params: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete(name)
  return rest
}

/** An address with such a parameter of another address. */
export function withParamOf(params: URLSearchParams, shown: URLSearchParams, name: string): URLSearchParams {
  const value = shown.get(name)
  return value === null ? params : new URLSearchParams([...withoutParam(params, name), [name, value]])
}
