import { textError } from '../../../platform/errors.ts'
import { TaskLimitError } from '../../../platform/workers/taskLane.ts'
import { TaskRefusal } from '../../../platform/workers/taskRefusal.mjs'
import { defineWorkerTask, type TaskOwner } from '../../../platform/workers/workerRoom.ts'

/** Rows of one import (domain 4.0). */
export const importRowsMax = 5000

/** A cell as its program stores it; dates are of the clock that the sheet shows, as if it were UTC. */
export type WorkbookCell = string | number | boolean | Date | null
export type WorkbookRows = readonly (readonly WorkbookCell[])[]

/** The largest honest file takes two seconds of a processor; a busy machine may give it little of one. */
const deadlineMs = 30_000

const readChunks = defineWorkerTask<{ readonly file: Uint8Array; readonly rowsMax: number }, WorkbookRows>(
  'src/server/records/import/workbook/workbookTask.mjs',
  deadlineMs,
)

/**
 * Reads the first sheet of an .xlsx file from outside, in a thread with a limit of memory and a deadline.
 *
 * @param owner user that sent the file: one at a time, so that many files of one do not keep others waiting
 * @returns the rows from the first one on; empty cells at the end of a row are left out
 * @throws 400 (M17) for what is no such file or beyond the limits: 10 MB, 50 MB unpacked, ratio 100, 200 entries, `rowsMax` filled rows
 *   below the headings, 256 columns; 429 when too many files are waiting
 */
export async function readWorkbook(owner: TaskOwner, file: Uint8Array, rowsMax: number = importRowsMax): Promise<WorkbookRows> {
  try {
    return (await readChunks(owner, { file, rowsMax })).flat()
  } catch (error) {
    if (error instanceof TaskRefusal) throw textError(400, error.message, 'M17')
    if (error instanceof TaskLimitError) throw textError(400, '檔案內容過於龐大，無法匯入，請減少資料後再試', 'M17')
    throw error
  }
}
