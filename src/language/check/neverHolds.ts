import type { Predicate } from '../documents/predicate.ts'
import { evaluate } from '../predicate/predicate.ts'

/** The tests that must hold together, by path. When a path has several entries, all must hold. */
type Demands = ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>

/** All values that a path can have, as far as documents tell; null when it can have any value. */
export type ValuesOfPath = (path: string) => readonly (string | number | boolean)[] | null

/** What the document says about the range of a number, as further tests: `{ gte: 0 }`. */
export type RangeOfPath = (path: string) => Readonly<Record<string, number>>

const anyRange: RangeOfPath = () => ({})

/** Each alternative doubles the work, so conditions with more combinations than this are not analysed. */
const alternativesMax = 64

/**
 * True when no record can meet a condition. Only certain cases count: comparisons with other fields, lists and `$not` are taken as
 * possible.
 */
export function neverHolds(predicate: Predicate, valuesOf: ValuesOfPath, rangeOf: RangeOfPath = anyRange): boolean {
  const alternatives = alternativesOf(predicate)
  return alternatives.length <= alternativesMax && alternatives.every((demands) => isContradiction(demands, valuesOf, rangeOf))
}

function alternativesOf(predicate: Predicate): readonly Demands[] {
  let found: readonly Demands[] = [new Map()]
  for (const [key, condition] of Object.entries(predicate)) {
    if (key === '$not') continue
    const further = partsOf(key, condition)
    found = found.flatMap((one) => further.map((other) => merge(one, other))).slice(0, alternativesMax + 1)
  }
  return found
}

function partsOf(key: string, condition: unknown): readonly Demands[] {
  if (key === '$any') return (condition as readonly Predicate[]).flatMap(alternativesOf)
  if (key !== '$all') return [new Map([[key, [condition as Readonly<Record<string, unknown>>]]])]
  return (condition as readonly Predicate[])
    .map(alternativesOf)
    .reduce<readonly Demands[]>(
      (all, part) => all.flatMap((one) => part.map((other) => merge(one, other))).slice(0, alternativesMax + 1),
      [new Map()],
    )
}

function merge(one: Demands, other: Demands): Demands {
  const merged = new Map(one)
  for (const [path, tests] of other) merged.set(path, [...(merged.get(path) ?? []), ...tests])
  return merged
}

function isContradiction(demands: Demands, valuesOf: ValuesOfPath, rangeOf: RangeOfPath): boolean {
  return [...demands].some(([path, tests]) => {
    const written = tests.flatMap(certainTests)
    // A range says nothing about a record without a value, so it only counts where something is compared.
    const isCompared = written.some(([name]) => name !== 'empty')
    return cannotHold(path, isCompared ? [...written, ...certainTests(rangeOf(path))] : written, valuesOf)
  })
}

type Test = readonly [name: string, operand: unknown]

/** The tests against literal values; a `between` counts as two tests. */
function certainTests(tests: Readonly<Record<string, unknown>>): readonly Test[] {
  return Object.entries(tests).flatMap(([name, operand]): readonly Test[] => {
    if (name === 'between' && Array.isArray(operand)) return certainTests({ gte: operand[0], lte: operand[1] })
    return typeof operand === 'object' && !Array.isArray(operand) ? [] : [[name, operand]]
  })
}

function cannotHold(path: string, tests: readonly Test[], valuesOf: ValuesOfPath): boolean {
  const wantsNothing = tests.some(([name, operand]) => name === 'empty' && operand === true)
  if (wantsNothing) return tests.some(([name, operand]) => name !== 'empty' || operand === false)
  const others = tests.filter(([name]) => name !== 'has' && name !== 'empty')
  const named = others.find(([name]) => name === 'eq' || name === 'in')
  const written = named === undefined ? null : named[0] === 'in' ? (named[1] as readonly unknown[]) : [named[1]]
  const possible = valuesOf(path) ?? written
  if (possible !== null) return others.length > 0 && !possible.some((value) => others.every((test) => passes(value, test)))
  return emptyRange(others)
}

function passes(value: unknown, [name, operand]: Test): boolean {
  return evaluate({ 'form.value': { [name]: operand } } as Predicate, { form: { value } })
}

/** True when the lower bound is above the upper one. */
function emptyRange(tests: readonly Test[]): boolean {
  const lows = tests.filter(([name]) => name === 'gt' || name === 'gte')
  const highs = tests.filter(([name]) => name === 'lt' || name === 'lte')
  return lows.some((low) =>
    highs.some((high) => {
      if (typeof low[1] !== typeof high[1]) return false
      const isOpen = low[0] === 'gt' || high[0] === 'lt'
      return isOpen ? !passes(low[1], ['lt', high[1]]) : !passes(low[1], ['lte', high[1]])
    }),
  )
}
