import Type from 'typebox'
import { type AnswerOf, filteredElsewhere, listOf, mapOf, orNull, pageOf, Whole } from './shapes.ts'

/*
 * What the calls of screens answer, by verb. Which members a record has says its document, and the engine shows of it what the screen
 * shows, masked: here it stands as a whole.
 */

/** A record, or a part of one, by field. */
export const RecordValues = mapOf(filteredElsewhere<unknown>('依畫面文件，已遮罩'))

/** A sum, or words that say what it means. */
const total = Type.Unsafe<number | string>({ type: ['number', 'string'] })

/** One page of a list, or of a list of records that belong to one record. */
export const RecordPage = Type.Object({
  ...pageOf(RecordValues).properties,
  /** Sums over the whole filtered result, by field. */
  totals: mapOf(total),
  /** Of a list with a head: the record that its conditions name; null when there is none. */
  head: Type.Optional(orNull(RecordValues)),
})
export type RecordPage = AnswerOf<typeof RecordPage>

/** A record that a field can refer to. */
const Choice = Type.Object({
  key: Type.String(),
  /** Its name; null when it has none, or one that is masked. */
  label: orNull(Type.String()),
  /** The fields of it that the screen shows, by their names there: `lotNo.lotName`. */
  values: mapOf(filteredElsewhere<unknown>('可顯示的欄位，見畫面文件')),
})
export type Choice = AnswerOf<typeof Choice>

/** The first records that a field can refer to; `hasMore`: there are others. */
export const ChoicePage = Type.Object({ choices: listOf(Choice), hasMore: Type.Boolean() })
export type ChoicePage = AnswerOf<typeof ChoicePage>

const reportFigures = {
  rows: listOf(RecordValues),
  /** The figures of coarser groupings: subtotals, and those of a chart. */
  parts: listOf(Type.Object({ groups: listOf(Type.String()), rows: listOf(RecordValues) })),
  totals: RecordValues,
}

/** Groups of a report in their order, each with its figures; `totals` over all rows. Averages and the like do not add up to them. */
export const ReportFigures = Type.Object(reportFigures)
export type ReportFigures = AnswerOf<typeof ReportFigures>

/** A report, and the same of the range of days before its own. */
export const ReportPage = Type.Object({
  ...reportFigures,
  before: Type.Optional(Type.Object({ ...reportFigures, from: Type.String(), to: Type.String() })),
})
export type ReportPage = AnswerOf<typeof ReportPage>

/** What became of one record of a bulk call. */
const BulkVerdict = Type.Object({
  id: Whole,
  label: Type.String(),
  ok: Type.Boolean(),
  /** Why not; empty for a success. */
  message: Type.String(),
  /** Of a record that is refused with a question: what the next call says `true` to; `message` is the question. */
  question: Type.Optional(Type.String()),
})
export type BulkVerdict = AnswerOf<typeof BulkVerdict>

export const BulkResult = Type.Object({
  results: listOf(BulkVerdict),
  okCount: Whole,
  failedCount: Whole,
  /** `after` of the next batch of a run in batches; null at its end. */
  next: orNull(Whole),
})
export type BulkResult = AnswerOf<typeof BulkResult>

const HistoryEntry = Type.Object({
  /** ISO 8601. */
  at: Type.String(),
  userName: Type.String(),
  /** zh-TW: 新增, 修改, 刪除, 匯入 or the label of the transition. */
  action: Type.String(),
  changes: listOf(Type.Object({ title: Type.String(), before: Type.String(), after: Type.String() })),
  remark: orNull(Type.String()),
})
export type HistoryEntry = AnswerOf<typeof HistoryEntry>

/** Newest first. */
export const History = listOf(HistoryEntry)

/** An export that a job makes; the file appears on the notice board. */
export const StartedExport = Type.Object({
  fileId: Whole,
  totalCount: Whole,
  /** For the one who asked. */
  text: Type.String(),
})
export type StartedExport = AnswerOf<typeof StartedExport>

export const DeletedRecord = Type.Object({ id: Whole })

/** What an import of a file would do: how it was read, and what it would be refused for. */
export const ImportCheck = Type.Object({
  count: Whole,
  headings: listOf(Type.String()),
  /** The first rows, as texts in the order of the headings; `number` as the sheet counts them. */
  rows: listOf(Type.Object({ number: Whole, cells: listOf(Type.String()) })),
  /** At most 100 of `errorCount`, by row of the sheet. */
  errors: listOf(Type.Object({ row: Whole, message: Type.String() })),
  errorCount: Whole,
})
export type ImportCheck = AnswerOf<typeof ImportCheck>

export const ImportResult = Type.Object({ createdCount: Whole })
export type ImportResult = AnswerOf<typeof ImportResult>

/** `?check=true` asks what a file holds; without it the file is written. */
export const ImportAnswer = Type.Union([ImportCheck, ImportResult])
