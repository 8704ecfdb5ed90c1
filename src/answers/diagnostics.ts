import Type from 'typebox'
import { type AnswerOf, listOf, Whole, wordOf } from './shapes.ts'

/** One finding of the checker of documents, written for the analyst who edits the file. */
const Diagnostic = Type.Object({
  /** Path below `schemas/`, with forward slashes. */
  file: Type.String(),
  /** 1-based. */
  line: Whole,
  column: Whole,
  /** JSON pointer into the document; '' is the whole document. */
  pointer: Type.String(),
  severity: wordOf('error', 'warning'),
  code: Type.String(),
  message: Type.String(),
  /** Nearest known name, when there is one. */
  suggestion: Type.Optional(Type.String()),
})
export type Diagnostic = AnswerOf<typeof Diagnostic>

/** `GET /api/screens/diagnostics` */
export const Diagnostics = listOf(Diagnostic)
