import type { ErrorObject } from 'ajv'

/**
 * Reduces the errors of an `anyOf`, for which ajv reports every branch. Keeps the errors of the branch that was meant: the only one whose
 * type the value has. Otherwise only the error of the `anyOf` itself is kept.
 *
 * The work grows linearly with the number of errors, so that a file of two thousand wrong values does not block the server.
 */
export function withoutBranchNoise(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = new Map(errors.filter((error) => error.keyword === 'anyOf').map((error) => [keyOf(error), { error, below: [] } as Union]))
  const around = new Map(errors.map((error) => [error, unionsAround(error, unions)]))
  for (const [error, enclosing] of around) for (const union of enclosing) union.below.push(error)
  const meant = new Map([...unions.values()].map((union) => [union, meantBranch(union)]))
  return errors.filter((error) => {
    const own = error.keyword === 'anyOf' ? unions.get(keyOf(error)) : undefined
    if (own !== undefined && meant.get(own) !== null) return false
    return (around.get(error) ?? []).every((union) => branchOf(union, error) === meant.get(union))
  })
}

interface Union {
  readonly error: ErrorObject
  /** Errors in its branches. */
  readonly below: ErrorObject[]
}

/** Index of the only branch without an error about the type of the value, or about the word in `kind` that tells branches apart. */
function meantBranch({ error: union, below }: Union): string | null {
  const named = namedBranch(union)
  if (named !== null) return named
  const branches = new Set(below.map((error) => branchOf({ error: union }, error)))
  for (const error of below) if (isWrongBranch(error, union)) branches.delete(branchOf({ error: union }, error))
  const [only, ...others] = branches
  return only !== undefined && others.length === 0 ? only : null
}

/**
 * Index of the branch of the `kind` that an object says it is. Its errors may all be in a part that several schemas share, as conditions are,
 * and are not found below the union then.
 */
function namedBranch({ schema, data }: ErrorObject): string | null {
  const kind = typeof data === 'object' && data !== null && 'kind' in data ? data.kind : undefined
  if (typeof kind !== 'string') return null
  const branches = schema as readonly { readonly properties?: { readonly kind?: { readonly const?: unknown } } }[]
  const index = branches.findIndex((branch) => branch.properties?.kind?.const === kind)
  return index < 0 ? null : String(index)
}

/** The unions that contain an error: those of the schemas above it, about the same value or a parent. */
function unionsAround(error: ErrorObject, unions: ReadonlyMap<string, Union>): readonly Union[] {
  const schemaPaths = pathsAbove(error.schemaPath).filter((path) => path.endsWith('/anyOf'))
  const instancePaths = [error.instancePath, ...pathsAbove(error.instancePath)]
  return schemaPaths.flatMap((schemaPath) => instancePaths.flatMap((instancePath) => unions.get(keyOf({ schemaPath, instancePath })) ?? []))
}

/** `/a/b/c` gives `/a/b`, `/a`, ``. */
function pathsAbove(path: string): readonly string[] {
  const above: string[] = []
  for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
    above.push(path.slice(0, end))
    if (end === 0) break
  }
  return above
}

function keyOf({ schemaPath, instancePath }: Pick<ErrorObject, 'schemaPath' | 'instancePath'>): string {
  return `${schemaPath} ${instancePath}`
}

function isWrongBranch(error: ErrorObject, union: ErrorObject): boolean {
  if (error.keyword === 'const') return error.instancePath === `${union.instancePath}/kind`
  return (error.keyword === 'type' || error.keyword === 'anyOf') && error.instancePath === union.instancePath
}

function branchOf({ error: union }: Pick<Union, 'error'>, error: ErrorObject): string {
  return error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0] ?? ''
}
