import type { PathOperand, Predicate, Scalar, Tests } from '../documents/predicate.ts'

/** The values that a predicate can read. `now.date` is the Taipei date `YYYY-MM-DD`, `now.time` an ISO instant in UTC. */
export interface PredicateScope {
  readonly row?: Readonly<Record<string, unknown>>
  readonly form?: Readonly<Record<string, unknown>>
  readonly user?: UserScope
  readonly now?: { readonly date: string; readonly time: string }
}

/** The signed-in user for predicates; lists are arrays, so that `has` works on them. */
export interface UserScope {
  readonly userName: string
  readonly userType: string
  readonly companyNo: string | null
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
}

/**
 * Evaluates a predicate. Values are compared without conversion: the number 1 is not the text '1'. For a missing or null path every test is
 * false, except `empty: true`.
 *
 * This is our own code, because the well-kept libraries (sift, mingo, json-logic-js, json-rules-engine) let a missing value equal null or
 * count as `ne`, convert types, or accept functions and regular expressions. A guard must fail on a missing value and never convert. Also,
 * none of them has a counterpart in SQL: property tests ensure that this function and `src/server/records/predicates/predicateSql.ts` give
 * the same answers.
 *
 * @throws TypeError for a test, root or combination that the language does not have; checked documents have none
 */
export function evaluate(predicate: Predicate, scope: PredicateScope): boolean {
  return Object.entries(predicate).every(([key, condition]) => {
    if (key === '$all') return (condition as readonly Predicate[]).every((part) => evaluate(part, scope))
    if (key === '$any') return (condition as readonly Predicate[]).some((part) => evaluate(part, scope))
    if (key === '$not') return !evaluate(condition as Predicate, scope)
    if (key.startsWith('$')) throw new TypeError(`Unknown combination in predicate: ${key}`)
    return passes(readPath(key, scope), condition as Tests, scope)
  })
}

type Test = (value: unknown, expected: unknown) => boolean

const tests: { readonly [Name in keyof Required<Tests>]: Test } = {
  eq: isSame,
  ne: (value, expected) => !isSame(value, expected),
  in: (value, expected) => (expected as readonly unknown[]).some((one) => isSame(value, one)),
  nin: (value, expected) => !(expected as readonly unknown[]).some((one) => isSame(value, one)),
  lt: (value, expected) => ordered(value, expected, (order) => order < 0),
  lte: (value, expected) => ordered(value, expected, (order) => order <= 0),
  gt: (value, expected) => ordered(value, expected, (order) => order > 0),
  gte: (value, expected) => ordered(value, expected, (order) => order >= 0),
  between: (value, expected) => {
    const [low, high] = expected as readonly [unknown, unknown]
    return ordered(value, low, (order) => order >= 0) && ordered(value, high, (order) => order <= 0)
  },
  contains: (value, expected) =>
    typeof value === 'string' && typeof expected === 'string' && value.toLowerCase().includes(expected.toLowerCase()),
  has: (value, expected) => Array.isArray(value) && value.includes(expected),
  empty: (value, expected) => isEmpty(value) === expected,
}

/** Lists and objects are never equal, not even to themselves: whether two texts of JSON are one value is not for a screen to decide. */
function isSame(value: unknown, expected: unknown): boolean {
  return value === expected && typeof value !== 'object'
}

function passes(value: unknown, wanted: Tests, scope: PredicateScope): boolean {
  return Object.entries(wanted).every(([name, operand]) => {
    if (!Object.hasOwn(tests, name)) throw new TypeError(`Unknown test in predicate: ${name}`)
    if (name === 'empty') return tests.empty(value, operand)
    if (value === null || value === undefined) return false
    const expected = resolveOperand(operand as Operand | readonly Operand[], scope)
    return !isMissing(expected) && tests[name as keyof Tests](value, expected)
  })
}

type Operand = Scalar | PathOperand

function resolveOperand(operand: Operand | readonly Operand[], scope: PredicateScope): unknown {
  if (isList(operand)) return operand.map((one) => resolveOperand(one, scope))
  return typeof operand === 'object' ? readPath(operand.path, scope) : operand
}

function isList(operand: Operand | readonly Operand[]): operand is readonly Operand[] {
  return Array.isArray(operand)
}

/** When an operand is a path without a value, its test is false, even `ne` and `nin`. */
function isMissing(expected: unknown): boolean {
  return expected === null || expected === undefined || (Array.isArray(expected) && expected.some(isMissing))
}

/** Reads own properties only, so that `row.constructor` is missing. */
function readPath(path: string, scope: PredicateScope): unknown {
  let value: unknown = scope
  for (const segment of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined
    value = (value as Record<string, unknown>)[segment]
  }
  return value
}

/** True for absent, null, '' and an empty list. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function ordered(value: unknown, expected: unknown, decide: (order: number) => boolean): boolean {
  if (typeof value === 'number' && typeof expected === 'number') return decide(value - expected)
  if (typeof value === 'string' && typeof expected === 'string') return decide(compareText(value, expected))
  return false
}

/** Compares by code points, like the "C" collation of the database; JavaScript's `<` compares UTF-16 units. */
export function compareText(left: string, right: string): number {
  const leftCharacters = Array.from(left)
  const rightCharacters = Array.from(right)
  for (let index = 0; index < Math.min(leftCharacters.length, rightCharacters.length); index += 1) {
    const difference = (leftCharacters[index]?.codePointAt(0) ?? 0) - (rightCharacters[index]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return leftCharacters.length - rightCharacters.length
}
