import Type from 'typebox'
import { DictionaryOptions } from './dictionaries.ts'
import { StoredPreferences } from './preferences.ts'
import { type AnswerOf, listOf } from './shapes.ts'

const OpeningDictionary = Type.Object({
  name: Type.String(),
  strArg: Type.Optional(Type.String()),
  intArg: Type.Optional(Type.Integer()),
  options: DictionaryOptions,
})
/** A dictionary with the arguments for which these are its options. */
export type OpeningDictionary = AnswerOf<typeof OpeningDictionary>

/** `GET /api/screens/{group}/{name}/opening`: what a list shows when it opens, besides its document and its rows. */
export const OpeningParts = {
  preferences: StoredPreferences,
  dictionaries: listOf(OpeningDictionary),
}
