import type { Predicate } from './predicate.ts'

/** Units in which `$date` counts. */
export const dateUnits = ['days', 'months', 'years'] as const
export type DateUnit = (typeof dateUnits)[number]

/**
 * A part of a formula: a formula again, a number, `true` or `false`, the path of a field (`row.quantity`, inside the rows of a list that of
 * the same row), or any other text as it is.
 */
export type Operand = Formula | string | number | boolean

/** A calculation as data: exactly one operator with its operands, `{ "$mul": ["row.quantity", "row.price"] }`. */
export interface Formula {
  readonly $add?: readonly Operand[]
  readonly $sub?: readonly [Operand, Operand]
  readonly $mul?: readonly Operand[]
  readonly $div?: readonly [Operand, Operand]
  /** Operand and number of decimals; half away from zero. */
  readonly $round?: readonly [Operand, number]
  /** A field of the rows of a list (`row.lines.amount`), or operands. */
  readonly $sum?: string | readonly Operand[]
  readonly $min?: string | readonly Operand[]
  readonly $max?: string | readonly Operand[]
  /** A list (its rows), or a field of its rows (the rows with a value). */
  readonly $count?: string
  readonly $if?: readonly [Predicate, Operand] | readonly [Predicate, Operand, Operand]
  readonly $concat?: readonly Operand[]
  /** A day, and how many days (or months, years) later. */
  readonly $date?: readonly [Operand] | readonly [Operand, Operand] | readonly [Operand, Operand, DateUnit]
  readonly $days?: readonly [Operand, Operand]
}

export type Operator = keyof Formula

/** The operator of a formula with its operands. A formula has exactly one. */
export function operationOf(formula: Formula): readonly [Operator, unknown] {
  const [entry] = Object.entries(formula)
  if (entry === undefined) throw new TypeError('A formula without operator')
  return entry as [Operator, unknown]
}

export function isFormula(operand: unknown): operand is Formula {
  return typeof operand === 'object' && operand !== null && !Array.isArray(operand)
}

/** A text that names a field; every other text means itself. */
export function isPath(operand: unknown): operand is string {
  return typeof operand === 'string' && /^(row|form|user|now)(\.|$)/.test(operand)
}

const operand = { $ref: '#/$defs/formula' } as const
const operands = { type: 'array', minItems: 2, maxItems: 20, items: operand } as const
const two = { type: 'array', minItems: 2, maxItems: 2, items: operand } as const
const pathOrOperands = { type: ['string', 'array'], maxLength: 130, minItems: 2, maxItems: 20, items: operand } as const

const operators = {
  $add: operands,
  $sub: two,
  $mul: operands,
  $div: two,
  $round: { type: 'array', minItems: 2, maxItems: 2, items: [operand, { type: 'integer', minimum: 0, maximum: 5 }] },
  $sum: pathOrOperands,
  $min: pathOrOperands,
  $max: pathOrOperands,
  $count: { type: 'string', maxLength: 130 },
  $if: { type: 'array', minItems: 2, maxItems: 3, items: [{ $ref: '#/$defs/predicate' }, operand, operand] },
  $concat: operands,
  $date: { type: 'array', minItems: 1, maxItems: 3, items: [operand, operand, { type: 'string', enum: [...dateUnits] }] },
  $days: two,
} as const satisfies Record<Operator, unknown>

/**
 * JSON Schema of {@link Operand}; recursive, so it refers to `#/$defs/formula`. Keywords for objects do not apply to other types, so no
 * `anyOf` is needed, whose errors would be about every branch.
 */
export const formulaSchema = {
  type: ['object', 'string', 'number', 'boolean'],
  maxLength: 200,
  minProperties: 1,
  maxProperties: 1,
  properties: operators,
  additionalProperties: false,
} as const
