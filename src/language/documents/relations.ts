import Type, { type Static } from 'typebox'
import { type Predicate, PredicateRef } from './predicate.ts'
import { closed, FieldName, Name, oneOf, ScreenUri, ShownField } from './schemaParts.ts'
import { type RollupOp, rollupOps } from './vocabulary.ts'

// What a field has to do with records of other entities.

/**
 * Links a value to the record that it names: on the first of these screens that the reader may open. `key` is the field by which that
 * screen finds the record. `from` is another field with the value, when this one cannot be used (masked numbers).
 */
export const Link = Type.Object(
  {
    screen: Type.Union([ScreenUri, Type.Array(ScreenUri, { minItems: 1, maxItems: 4, uniqueItems: true })]),
    key: FieldName,
    from: Type.Optional(FieldName),
  },
  closed,
)
export type Link = Static<typeof Link>

/**
 * Refers to a record of another entity by its key. `show`: fields of that record which screens may name as `<field>.<shown field>`, and
 * rows show behind the field.
 * `filter`: only such records can be chosen. `onDelete`: whether a record that is referred to can be removed, and leaves the field empty.
 */
export const Reference = Type.Object(
  {
    entity: Name,
    show: Type.Optional(Type.Array(FieldName, { minItems: 1, maxItems: 20, uniqueItems: true })),
    filter: Type.Optional(PredicateRef),
    onDelete: Type.Optional(oneOf(['refuse', 'clear'])),
  },
  closed,
)
export interface Reference {
  readonly entity: string
  readonly show?: readonly string[]
  readonly filter?: Predicate
  readonly onDelete?: 'refuse' | 'clear'
}

/**
 * One value of all records of an entity that refer to this one. `by`: their field that refers to it. `field`: of them, for every `op` but
 * `count`; `last` is of the record that was created last.
 */
export const Rollup = Type.Object({ child: Name, by: FieldName, op: oneOf(rollupOps), field: Type.Optional(FieldName) }, closed)
export interface Rollup {
  readonly child: string
  readonly by: string
  readonly op: RollupOp
  readonly field?: string
}

/**
 * The records of an entity that refer to this one, as rows of this record: created, changed, ordered and removed with it. `by`: their field
 * that refers to it. `fields`: those that a row shows, and what their references show of other records. `order`: their whole number in which the place of the row is kept.
 */
export const Details = Type.Object(
  {
    child: Name,
    by: FieldName,
    fields: Type.Array(ShownField, { minItems: 1, maxItems: 20, uniqueItems: true }),
    order: Type.Optional(FieldName),
  },
  closed,
)
export interface Details {
  readonly child: string
  readonly by: string
  readonly fields: readonly string[]
  readonly order?: string
}

/** The value of a field of the record that another field refers to. */
export interface Borrowed {
  /** The field with `x-ref`. */
  readonly by: string
  readonly entity: string
  /** Field of that entity. */
  readonly field: string
  /** It is the name of the record (`label`). */
  readonly isName?: true
  /** In rows: the name stands beside the value of `by` and not in a column of its own. */
  readonly isBeside?: true
}
