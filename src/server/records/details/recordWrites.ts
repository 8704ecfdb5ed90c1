import type { RecordValues, StoredRecord } from '../hooks.ts'
import type { Write } from '../write/write.ts'

/** The writes of single records in an open transaction, which rows need that are records of their own. */
export interface RecordWrites {
  create(open: Write, body: RecordValues, event: { readonly action: string; readonly label: string }): Promise<StoredRecord>
  /** Without `rowVersion` there is no version check, as for {@link remove}. */
  update(open: Write, id: number, rowVersion: number | undefined, body: RecordValues): Promise<StoredRecord>
  remove(open: Write, id: number, rowVersion: number | undefined): Promise<void>
}
