import { undefused } from '../../../../rules/defuse.ts'
import { textError } from '../../../platform/errors.ts'
import { TaskLimitError } from '../../../platform/workers/taskLane.ts'
import { TaskRefusal } from '../../../platform/workers/taskRefusal.mjs'
import { defineWorkerTask, type TaskOwner } from '../../../platform/workers/workerRoom.ts'

/** Rows of one import (domain 4.0). */
export const importRowsMax = 5000

/** A cell as stored. Dates show the clock of the sheet, as if it were UTC. */
export type WorkbookCell = string | number | boolean | Date | null
export type WorkbookRows = readonly (readonly WorkbookCell[])[]

/** The largest valid file takes two seconds of CPU time; a busy machine may need much longer. */
const deadlineMs = 30_000

const readChunks = defineWorkerTask<{ readonly file: Uint8Array; readonly rowsMax: number }, WorkbookRows>(
  'src/server/records/import/workbook/workbookTask.mjs',
  deadlineMs,
)

/**
 * Reads an untrusted file in a thread with a memory limit and a deadline: the first sheet of an .xlsx file, or a .csv in UTF-8, or in Big5 as
 * programs of banks still write it. The cells of a .csv are texts. Texts lose the apostrophe that exports put before what looks like a
 * formula.
 *
 * @param owner user who sent the file; one file per user at a time, so that many files of one user do not keep others waiting
 * @returns the rows from the first one on; empty cells at the end of a row are left out
 * @throws 400 (M17) for another kind of file or one beyond the limits: 10 MB, 50 MB unpacked, ratio 100, 200 entries, `rowsMax` filled rows
 * below the headings, 256 columns; 429 when too many files wait
 */
export async function readTable(owner: TaskOwner, file: Uint8Array, rowsMax: number): Promise<WorkbookRows> {
  try {
    return (await readChunks(owner, { file, rowsMax }))
      .flat()
      .map((row) => row.map((cell) => (typeof cell === 'string' ? undefused(cell) : cell)))
  } catch (error) {
    if (error instanceof TaskRefusal) throw textError(400, error.message, 'M17')
    if (error instanceof TaskLimitError) throw textError(400, '檔案內容過於龐大，無法匯入，請減少資料後再試', 'M17')
    throw error
  }
}
