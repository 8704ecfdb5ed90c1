import Type from 'typebox'
import { type AnswerOf, listOf, Option, wordOf } from './shapes.ts'

const DictionaryOption = Type.Object({
  /** What is stored, always text. */
  ...Option.properties,
  /** Of a badge, as in Bootstrap. */
  tone: Type.Optional(wordOf('primary', 'secondary', 'success', 'warning', 'danger')),
  /** Records and filters may have it, a new choice may not; the label says why. */
  ended: Type.Optional(Type.Literal(true)),
})
/** One choice of a dictionary. */
export type DictionaryOption = AnswerOf<typeof DictionaryOption>

/** `PUT /api/shared/dictionary` */
export const DictionaryOptions = listOf(DictionaryOption)
