import { type Formula, isFormula, isPath, type Operand, operationOf } from '../documents/formula.ts'
import type { Predicate } from '../documents/predicate.ts'
import { predicatePaths } from '../predicate/predicatePaths.ts'

/** A path that a formula reads, without its root: `['lines', 'amount']` of `row.lines.amount`. */
type FormulaPath = readonly string[]

/** All paths that a formula reads, those of its conditions included. */
export function formulaPaths(formula: Formula): readonly FormulaPath[] {
  const [operator, given] = operationOf(formula)
  if (typeof given === 'string') return pathsOf(given)
  const parts = given as readonly unknown[]
  if (operator !== '$if') return parts.flatMap((part) => pathsOf(part as Operand))
  const [condition, ...branches] = parts
  return [
    ...predicatePaths(condition as Predicate).map(({ segments }) => segments),
    ...branches.flatMap((branch) => pathsOf(branch as Operand)),
  ]
}

function pathsOf(operand: Operand): readonly FormulaPath[] {
  if (isFormula(operand)) return formulaPaths(operand)
  return isPath(operand) ? [operand.split('.').slice(1)] : []
}
