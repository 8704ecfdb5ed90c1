import { defineWorkerTask } from '../../../platform/workers/workerRoom.ts'

/** One part of a printed record: fields with their labels, or a table. */
export type SheetPart =
  | { readonly kind: 'fields'; readonly title: string; readonly fields: readonly SheetField[] }
  | {
      readonly kind: 'table'
      readonly title: string
      readonly headings: readonly string[]
      readonly rows: readonly (readonly string[])[]
      /** Indexes of columns of figures, which end at the same edge. */
      readonly figures?: readonly number[]
      /** Indexes of rows that sum up others. */
      readonly sums?: readonly number[]
      /** Rows that there are in all; more than `rows` are said to be left out. */
      readonly totalCount: number
    }

export interface SheetField {
  readonly title: string
  readonly text: string
}

export interface RecordSheet {
  /** Who sends it, above the title: the name, then lines such as the address. */
  readonly sender?: readonly string[]
  /** Default: landscape, for records of many fields. */
  readonly orientation?: 'portrait' | 'landscape'
  readonly title: string
  /** Small print below the title. */
  readonly note: string
  readonly parts: readonly SheetPart[]
}

/** A long record takes some seconds. */
const deadlineMs = 30_000

/**
 * Lays a record out on A4 pages: the sender if it is a letter, a title, then part after part, and `第 n 頁，共 m 頁` below.
 *
 * @returns the PDF in pieces
 * @throws TaskLimitError for a record that takes too much; ApiError 429 when too many are waiting
 */
export const writeRecordSheet = defineWorkerTask<RecordSheet, Uint8Array>('src/server/records/export/pdf/recordSheetTask.mjs', deadlineMs)
