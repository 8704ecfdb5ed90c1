import { defineWorkerTask } from '../../../platform/workers/workerRoom.ts'

/** One part of a printed record: fields with labels, or a table. */
export type SheetPart =
  | { readonly kind: 'fields'; readonly title: string; readonly fields: readonly SheetField[] }
  | {
      readonly kind: 'table'
      readonly title: string
      readonly headings: readonly string[]
      readonly rows: readonly (readonly string[])[]
      /** Indexes of the columns with numbers, which are right-aligned. */
      readonly figures?: readonly number[]
      /** Indexes of the rows with totals. */
      readonly sums?: readonly number[]
      /** Total number of rows. When there are more than `rows`, the sheet says that some are left out. */
      readonly totalCount: number
    }

export interface SheetField {
  readonly title: string
  readonly text: string
}

export interface RecordSheet {
  /** Sender above the title: the name, then lines such as the address. */
  readonly sender?: readonly string[]
  /** Default: landscape, because records have many fields. */
  readonly orientation?: 'portrait' | 'landscape'
  readonly title: string
  /** Small print below the title. */
  readonly note: string
  readonly parts: readonly SheetPart[]
}

/** A long record takes several seconds. */
const deadlineMs = 30_000

/**
 * Lays out a record on A4 pages: the sender of a letter, the title, the parts, and `第 n 頁，共 m 頁` at the bottom.
 *
 * @returns the PDF in chunks
 * @throws TaskLimitError when the record takes too much time or memory; ApiError 429 when too many tasks wait
 */
export const writeRecordSheet = defineWorkerTask<RecordSheet, Uint8Array>('src/server/records/export/pdf/recordSheetTask.mjs', deadlineMs)
