import Type, { type Static, type TSchema } from 'typebox'

/*
 * What answers are made of. The server writes every answer by its schema, so that a member which no schema names does not leave. Browsers
 * import the types only.
 */

/** Its moments are texts once they have been sent. */
type Arrived<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Each)[]
    ? readonly Arrived<Each>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: Arrived<Value[Name]> }
      : Value

/** What a caller receives of an answer. */
export type AnswerOf<Schema extends TSchema> = Arrived<Static<Schema>>

/** A moment; ISO 8601 in UTC once it is sent. */
export const Moment = { ...Type.Unsafe<Date>({ type: 'string', format: 'date-time' }), type: 'string' }
/** YYYY-MM-DD of Taipei. */
export const Day = Type.String({ format: 'date' })
/** Points, amounts in whole NT$, counts, numbers of rows. */
export const Whole = Type.Integer()

export function listOf<Each extends TSchema>(each: Each) {
  return Type.Unsafe<readonly Static<Each>[]>(Type.Array(each))
}

/** As a pair of types, not as a choice between two schemas: choices are tried one after another when an answer is written. */
export function orNull<Schema extends TSchema & { type: string }>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] })
}

/** One of some words. */
export function wordOf<Word extends string>(...words: readonly Word[]) {
  return Type.Unsafe<Word>({ type: 'string', enum: words })
}

/** Members by names that no schema can know, each of them of one shape. */
export function mapOf<Each extends TSchema>(each: Each) {
  return { ...Type.Unsafe<Readonly<Record<string, Static<Each>>>>({ type: 'object', additionalProperties: each }), type: 'object' as const }
}

/** Any value, sent as it is. Only where other code has already filtered it for its reader; the description names that. */
export function filteredElsewhere<Value>(description: string) {
  return Type.Unsafe<Value>({ description })
}

/** What a call answers that says everything by its status. */
export const Nothing = Type.Object({})

/** One page of a list. */
export function pageOf<Row extends TSchema>(row: Row) {
  return Type.Object({ totalCount: Whole, pageIndex: Whole, pageSize: Whole, rows: listOf(row) })
}

/** One entry of a dictionary, as small lists have it. */
export const Option = Type.Object({ key: Type.String(), value: Type.String() })
export type Option = AnswerOf<typeof Option>
