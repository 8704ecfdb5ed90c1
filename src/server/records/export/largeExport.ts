import { sql } from 'kysely'
import type { StartedExport } from '../../../answers/records.ts'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import { fileStamp } from '../../../rules/dates.ts'
import type { Database } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import type { JobContext } from '../../platform/jobs/jobRunner.ts'
import { readyQuery } from '../read/listRules.ts'
import { selectTotals, whereSql } from '../read/listSql.ts'
import { listContext } from '../read/read.ts'
import type { PreparedCall } from '../services.ts'
import type { Cell } from './cells.ts'
import { appendExportChunk, beginExportFile, countOpenExports, insertExportFile, rightsOf, setExportState } from './exportFiles.ts'
import { auditExport, openExport } from './exportRecords.ts'
import { notNow } from './exportTurns.ts'
import { writeZippedCsv } from './zippedCsv.ts'

/** Any number that no other advisory lock of the product uses. */
const lockKey = 170_171
/** Bytes to collect before a chunk is stored. */
const chunkBytes = 512 * 1024
/** Rows between two updates of the progress. */
const progressRows = 5000

/** Starts a job for an export with more rows than are sent directly (EXPORT.SYNC_LIMIT); returns null for a smaller one. */
export async function startExport(prepared: PreparedCall, query: ListQuery): Promise<StartedExport | null> {
  const { call, services, storage } = prepared
  const { largeExports } = services
  const { screen, actor, now } = call
  if (!largeExports || !screen) return null
  const where = whereSql(listContext(prepared), await readyQuery(prepared, query))
  const { totalCount } = await selectTotals(call.db, storage, where, { fields: [] })
  if (totalCount <= (await largeExports.rowsMax(call.db, now))) return null
  const fileName = `${screen.title}_${fileStamp(now)}.zip`
  const permission = `${screen.resource}.export`
  const fileId = await transact(call.db as Database, async (trx) => {
    // The lock allows one export at a time per user, even when two processes are asked at the same time.
    await sql`select pg_advisory_xact_lock(${lockKey}, ${sql`hashint8(${actor.id})`})`.execute(trx)
    if ((await countOpenExports(trx, actor.id)) > 0) throw notNow('您有一個匯出作業尚未完成，請待完成後再試。')
    await auditExport({ ...prepared, call: { ...call, db: trx } }, screen, totalCount)
    const id = await insertExportFile(trx, { userId: actor.id, permission, fileName, totalCount, now })
    await largeExports.enqueue(trx, { fileId: id, uri: screen.uri, query, actor: { ...actor, permissions: [...actor.permissions] } })
    return id
  })
  const text = `資料共 ${totalCount.toLocaleString('en-US')} 筆，檔案於背景產生，完成後請至公告欄下載。`
  return { fileId, totalCount, text }
}

/**
 * Writes the file of a large export from its beginning, also when the job runs again after a crash.
 *
 * @param assertSame throws when the asker has other rights by now
 *
 * @returns details for the log; null when the record of the file was deleted meanwhile
 */
export async function writeLargeExport(
  prepared: PreparedCall,
  query: ListQuery,
  file: { readonly id: number; readonly name: string },
  { db, signal, assertSame }: Pick<JobContext, 'db' | 'signal'> & { readonly assertSame: () => Promise<void> },
): Promise<{ readonly rowCount: number; readonly byteCount: number } | null> {
  if (!(await beginExportFile(db, file.id))) return null
  const { rows } = await openExport(prepared, query)
  const counter = { rows: 0 }
  const counted = countRows(rows, counter, signal, async (doneCount) => {
    await assertSame()
    await setExportState(db, file.id, { doneCount })
  })
  const byteCount = await storeChunks(db, file.id, writeZippedCsv(file.name.replace(/\.zip$/, '.csv'), counted))
  await assertSame()
  await setExportState(db, file.id, { state: 'done', doneCount: counter.rows, rights: rightsOf(prepared.call.actor) })
  return { rowCount: counter.rows, byteCount }
}

/** Passes rows on, counts them without the headings, and stops when the job is aborted. */
async function* countRows(
  rows: AsyncIterable<readonly Cell[]>,
  counter: { rows: number },
  signal: AbortSignal,
  note: (count: number) => Promise<void>,
): AsyncGenerator<readonly Cell[]> {
  let isHeading = true
  for await (const row of rows) {
    if (!isHeading) counter.rows += 1
    isHeading = false
    if (counter.rows % progressRows === 1) {
      signal.throwIfAborted()
      await note(counter.rows)
    }
    yield row
  }
}

async function storeChunks(db: Database, id: number, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let waiting: Uint8Array[] = []
  let waitingLength = 0
  let position = 0
  let byteCount = 0
  const store = async () => {
    if (waitingLength === 0) return
    await appendExportChunk(db, id, position, Buffer.concat(waiting))
    position += 1
    waiting = []
    waitingLength = 0
  }
  for await (const chunk of bytes) {
    waiting.push(chunk)
    waitingLength += chunk.length
    byteCount += chunk.length
    if (waitingLength >= chunkBytes) await store()
  }
  await store()
  return byteCount
}
