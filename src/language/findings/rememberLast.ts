/**
 * The same function, which is not asked again for what it was asked last. Findings come document by document: what locates them is worked out
 * once for each document with findings, and nothing is kept of all the others.
 *
 * @param work  compared by the identity of its arguments
 * @param count of results that are kept
 */
export function rememberLast<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Result,
  count = 1,
): (...args: Args) => Result {
  let kept: readonly { readonly args: Args; readonly result: Result }[] = []
  return (...args) => {
    const known = kept.find((one) => one.args.every((argument, index) => argument === args[index]))
    const last = known ?? { args, result: work(...args) }
    kept = [last, ...kept.filter((one) => one !== known)].slice(0, count)
    return last.result
  }
}
