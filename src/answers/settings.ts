import Type from 'typebox'
import { type AnswerOf, listOf, Option, orNull } from './shapes.ts'

/** A parameter that everybody may read. */
const PublicParameter = Type.Object({
  category: Type.String(),
  code: Type.String(),
  name: Type.String(),
  valueType: Type.String(),
  value: orNull(Type.String()),
})
export type PublicParameter = AnswerOf<typeof PublicParameter>

/** `GET /api/shared/code_table` */
export const PublicParameters = listOf(PublicParameter)

/** A dictionary with an address of its own. */
export const SharedOptions = listOf(Option)
