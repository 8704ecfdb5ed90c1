import Type, { type Static } from 'typebox'

/** Values that a predicate compares with. There is no `null` on purpose: use `empty`. */
export const Scalar = Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()])
export type Scalar = Static<typeof Scalar>

/** A value read from elsewhere at evaluation time, e.g. `{ "path": "user.companyNo" }`. */
export const PathOperand = Type.Object({ path: Type.String({ maxLength: 100 }) }, { additionalProperties: false })
export type PathOperand = Static<typeof PathOperand>

const Operand = Type.Union([Scalar, PathOperand])

/** The tests for one path, which must all hold. For a missing path every test is false, except `empty: true`. */
export const Tests = Type.Object(
  {
    eq: Type.Optional(Operand),
    ne: Type.Optional(Operand),
    in: Type.Optional(Type.Array(Scalar, { minItems: 1, maxItems: 200 })),
    nin: Type.Optional(Type.Array(Scalar, { minItems: 1, maxItems: 200 })),
    lt: Type.Optional(Operand),
    lte: Type.Optional(Operand),
    gt: Type.Optional(Operand),
    gte: Type.Optional(Operand),
    between: Type.Optional(Type.Tuple([Operand, Operand])),
    contains: Type.Optional(Operand),
    empty: Type.Optional(Type.Boolean()),
    has: Type.Optional(Operand),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type Tests = Static<typeof Tests>

/**
 * A condition as data: `{ "row.status": { "in": ["1", "5"] } }`. Keys are paths with the roots `row`, `form`, `user` and `now`; all must
 * hold. `$any` and `$all` take lists of predicates, `$not` takes one.
 */
export type Predicate = {
  readonly $any?: readonly Predicate[]
  readonly $all?: readonly Predicate[]
  readonly $not?: Predicate
} & { readonly [path: string]: Tests | readonly Predicate[] | Predicate | undefined }

/** JSON Schema of {@link Predicate}; recursive, so it refers to `#/$defs/predicate`. */
export const predicateSchema = {
  type: 'object',
  minProperties: 1,
  maxProperties: 20,
  properties: {
    $any: { type: 'array', minItems: 1, maxItems: 20, items: { $ref: '#/$defs/predicate' } },
    $all: { type: 'array', minItems: 1, maxItems: 20, items: { $ref: '#/$defs/predicate' } },
    $not: { $ref: '#/$defs/predicate' },
  },
  patternProperties: { '^(row|form|user|now)(\\.[A-Za-z][A-Za-z0-9]*)*$': { $ref: '#/$defs/tests' } },
  additionalProperties: false,
} as const

/** For use in other definitions, wherever a predicate is allowed. */
export const PredicateRef = Type.Unsafe<Predicate>({ $ref: '#/$defs/predicate' })
