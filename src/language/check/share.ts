/**
 * The new version of a JSON value, in which every part that says the same as before stays the same object. Then those who read only such
 * parts can tell it by a comparison of identities. The order of keys counts, because columns and suggestions follow it.
 */
export function shareParts<Value>(former: unknown, next: Value): Value {
  return share(former, next) as Value
}

function share(former: unknown, next: unknown): unknown {
  if (former === next || typeof former !== 'object' || former === null || typeof next !== 'object' || next === null) return next
  if (Array.isArray(next)) return Array.isArray(former) ? shareList(former, next) : next
  return Array.isArray(former) ? next : shareMembers(former as Members, next as Members)
}

type Members = Readonly<Record<string, unknown>>

function shareList(former: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const parts = next.map((part, index) => share(former[index], part))
  return parts.length === former.length && parts.every((part, index) => part === former[index]) ? former : parts
}

function shareMembers(former: Members, next: Members): Members {
  const entries = Object.entries(next).map(
    ([key, part]) => [key, share(Object.hasOwn(former, key) ? former[key] : undefined, part)] as const,
  )
  const keys = Object.keys(former)
  const isSame = keys.length === entries.length && entries.every(([key, part], index) => key === keys[index] && part === former[key])
  return isSame ? former : Object.fromEntries(entries)
}
