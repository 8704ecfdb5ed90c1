import type { Static, TSchema } from 'typebox'
import {
  BulkResult,
  ChoicePage,
  DeletedRecord,
  History,
  ImportAnswer,
  RecordPage,
  RecordValues,
  ReportPage,
  StartedExport,
} from '../../../answers/records.ts'
import type { ApiVerb } from '../../../language/documents/vocabulary.ts'
import { createAnswerWriter } from '../../platform/http/routes/answerWriter.ts'

/** Answer schemas of the verbs that do not send files. All screens share one route, so these are used in place of a schema of the route. */
export const verbAnswers = {
  list: RecordPage,
  get: RecordValues,
  history: History,
  children: RecordPage,
  choices: ChoicePage,
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

/** Type of the JSON answer of a verb; never for a verb that sends a file. */
export type BodyOf<Verb extends ApiVerb> = Verb extends keyof Answers ? Static<Answers[Verb]> : never

const writers = new Map<ApiVerb, (body: unknown) => string>(
  Object.entries(verbAnswers).map(([verb, schema]) => [verb as ApiVerb, createAnswerWriter(schema)]),
)

/** @throws Error for a verb that only sends files */
export function answerWriterOf(verb: ApiVerb): (body: unknown) => string {
  const writer = writers.get(verb)
  if (!writer) throw new Error(`${verb} declares no answer`)
  return writer
}
