/**
 * The same function, which is not asked again for what it was asked last. Findings come document by document: what locates them is worked out
 * once for each document with findings, and nothing is kept of all the others.
 *
 * @param work compared by the identity of its arguments
 */
export function rememberLast<Args extends readonly unknown[], Result>(work: (...args: Args) => Result): (...args: Args) => Result {
  let last: { readonly args: Args; readonly result: Result } | undefined
  return (...args) => {
    const known = last
    if (known?.args.every((one, index) => one === args[index])) return known.result
    const result = work(...args)
    last = { args, result }
    return result
  }
}
