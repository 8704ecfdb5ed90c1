import Type from 'typebox'
import { type AnswerOf, listOf, Moment, wordOf } from './shapes.ts'

/** What changed documents mean for one screen, entity, dictionary or dashboard. */
const DocumentImpact = Type.Object({
  kind: wordOf('screen', 'entity', 'dictionary', 'dashboard'),
  /** Uri of the screen, or name. */
  name: Type.String(),
  title: Type.String(),
  /** Path below `schemas/`. */
  file: Type.String(),
  change: wordOf('new', 'gone', 'changed'),
  /** Sentences for people. */
  lines: listOf(Type.String()),
})
export type DocumentImpact = AnswerOf<typeof DocumentImpact>

/** What people of a role see or do no longer, or newly. */
const TouchedRole = Type.Object({
  role: Type.String(),
  name: Type.String(),
  /** Enabled users with the role. */
  users: Type.Integer(),
  lines: listOf(Type.String()),
})

/** A field that went or was renamed, with the places that named it until then. */
const LostFieldPlaces = Type.Object({
  /** A sentence for people. */
  text: Type.String(),
  /** JSON pointers, by path of the file below `schemas/`. */
  uses: listOf(Type.Object({ file: Type.String(), pointers: listOf(Type.String()) })),
})
export type LostFieldPlaces = AnswerOf<typeof LostFieldPlaces>

const AcceptedChange = Type.Object({
  /** When the documents took effect. */
  at: Moment,
  parts: listOf(DocumentImpact),
  fields: listOf(LostFieldPlaces),
  roles: listOf(TouchedRole),
})
export type AcceptedChange = AnswerOf<typeof AcceptedChange>

/** `GET /api/screens/changes`: the newest first. */
export const AcceptedChanges = listOf(AcceptedChange)
