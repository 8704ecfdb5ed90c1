import type { ErrorObject } from 'ajv'

/**
 * A value that fits no branch of an `anyOf` makes ajv report every branch. Keeps the branch that was meant, which is the one
 * whose type the value has; when none or several could be meant, only the `anyOf` itself is kept.
 */
export function withoutBranchNoise(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors.filter((error) => error.keyword === 'anyOf')
  return errors.filter((error) => {
    if (error.keyword === 'anyOf' && meantBranch(error, errors) !== null) return false
    return unions.every((union) => {
      if (union === error || !isBelow(union, error)) return true
      return branchOf(union, error) === meantBranch(union, errors)
    })
  })
}

/** Index of the only branch without a complaint about the value's own type. */
function meantBranch(union: ErrorObject, errors: readonly ErrorObject[]): string | null {
  const below = errors.filter((error) => error !== union && isBelow(union, error))
  const branches = [...new Set(below.map((error) => branchOf(union, error)))]
  const possible = branches.filter(
    (branch) =>
      !below.some((error) => branchOf(union, error) === branch && isWrongKind(error) && error.instancePath === union.instancePath),
  )
  return possible.length === 1 ? (possible[0] ?? null) : null
}

function isWrongKind(error: ErrorObject): boolean {
  return error.keyword === 'type' || error.keyword === 'anyOf'
}

function isBelow(union: ErrorObject, error: ErrorObject): boolean {
  return error.schemaPath.startsWith(`${union.schemaPath}/`) && error.instancePath.startsWith(union.instancePath)
}

function branchOf(union: ErrorObject, error: ErrorObject): string {
  return error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0] ?? ''
}
