import Type, { type TSchema } from 'typebox'
import { listOf } from './shapes.ts'

/*
 * Answers that the console draws as they are (`after: show` of a button): members with titles of their own, facts or tables.
 */

const plain = Type.Union([Type.String(), Type.Number(), Type.Null()])

/** A titled value. */
export const Fact = Type.Object({
  title: Type.String(),
  value: Type.Optional(plain),
  /** To be taken elsewhere, not only read. */
  copyable: Type.Optional(Type.Boolean()),
})

const Column = Type.Object({
  field: Type.String(),
  title: Type.String(),
  format: Type.String(),
  dictionary: Type.Optional(Type.String()),
})

/** A titled table; its rows have what its columns name. */
export function tableOf<Row extends TSchema>(row: Row) {
  return Type.Object({ title: Type.String(), columns: listOf(Column), rows: listOf(row) })
}
