import type { Static, TSchema } from 'typebox'
import {
  BulkResult,
  DeletedRecord,
  History,
  ImportAnswer,
  RecordPage,
  RecordValues,
  ReportPage,
  StartedExport,
} from '../../answers/records.ts'
import type { ApiVerb } from '../../language/documents/vocabulary.ts'
import { createAnswerWriter } from '../platform/http/answerWriter.ts'

/** What each verb answers, where it is no file. One route stands before the calls of all screens, so these stand in place of its schema. */
export const verbAnswers = {
  list: RecordPage,
  get: RecordValues,
  history: History,
  children: RecordPage,
  report: ReportPage,
  create: RecordValues,
  update: RecordValues,
  delete: DeletedRecord,
  transition: RecordValues,
  bulk: BulkResult,
  export: StartedExport,
  import: ImportAnswer,
} as const satisfies Record<Exclude<ApiVerb, 'importExample'>, TSchema>

type Answers = typeof verbAnswers

/** The body of an answer of a verb; of an example file there is none. */
export type BodyOf<Verb extends ApiVerb> = Verb extends keyof Answers ? Static<Answers[Verb]> : never

const writers = new Map<ApiVerb, (body: unknown) => string>(
  Object.entries(verbAnswers).map(([verb, schema]) => [verb as ApiVerb, createAnswerWriter(schema)]),
)

/** @throws Error for a verb that answers files only */
export function answerWriterOf(verb: ApiVerb): (body: unknown) => string {
  const writer = writers.get(verb)
  if (!writer) throw new Error(`${verb} declares no answer`)
  return writer
}
