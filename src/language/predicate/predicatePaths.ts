import type { Predicate } from '../documents/predicate.ts'

/** A path that a predicate reads, and its place (keys and indexes) inside the predicate. */
export interface PredicatePath {
  readonly root: string
  /** The part after the root: `['status']` of `row.status`. */
  readonly segments: readonly string[]
  readonly place: readonly (string | number)[]
}

/** All paths that a predicate reads, including those of operands, in document order and with repetitions. */
export function predicatePaths(predicate: Predicate, place: readonly (string | number)[] = []): readonly PredicatePath[] {
  return Object.entries(predicate).flatMap(([key, condition]) => {
    const here = [...place, key]
    if (key === '$not') return predicatePaths(condition as Predicate, here)
    if (key === '$any' || key === '$all') {
      return (condition as readonly Predicate[]).flatMap((part, index) => predicatePaths(part, [...here, index]))
    }
    return [toPath(key, here), ...operandPaths(condition, here)]
  })
}

/** Names of the fields that a predicate reads from one root, without repetitions. */
export function fieldsOf(predicate: Predicate | undefined, root: 'row' | 'form'): readonly string[] {
  if (predicate === undefined) return []
  const fields = predicatePaths(predicate).flatMap((path) => (path.root === root ? path.segments.slice(0, 1) : []))
  return [...new Set(fields)]
}

function operandPaths(value: unknown, place: readonly (string | number)[]): readonly PredicatePath[] {
  if (Array.isArray(value)) return value.flatMap((part, index) => operandPaths(part, [...place, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'path' && typeof part === 'string' ? [toPath(part, [...place, key])] : operandPaths(part, [...place, key]),
  )
}

function toPath(path: string, place: readonly (string | number)[]): PredicatePath {
  const [root = '', ...segments] = path.split('.')
  return { root, segments, place }
}
