/**
 * Whether the memory of an export grows with its rows: exports 20,000 and 1,000,000 rows as .xlsx, CSV and zipped CSV from a PostgreSQL
 * server of its own (so that only this process is measured), and compares the highest resident memory of each.
 *
 * npm run bench -- exportMemory
 * ROWS: other than 1,000,000.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startTemporaryPostgres } from '../../src/commands/lib/temporaryPostgres.mjs'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { createRecordsEngine } from '../../src/server/records/createEngine.ts'
import { openExport } from '../../src/server/records/export/exportRecords.ts'
import { writeZippedCsv } from '../../src/server/records/export/zippedCsv.ts'
import { prepare } from '../../src/server/records/services.ts'
import { createRecordTables, runScript } from '../../src/server/records/testing/memoryDatabase.ts'
import { actorOf, queryOf, sampleParts } from '../../src/server/records/testing/sampleEngine.ts'
import { openPostgres } from '../support/testDatabases.ts'

const fewRows = 20_000
const manyRows = Number(process.env.ROWS ?? 1_000_000)
/**
 * Limit for the growth. Buffers of driver, compressor and garbage collector vary, but fifty times the rows must not cost more than this.
 */
const growthMaxMb = 64
const formats = ['csv', 'zip', 'xlsx'] as const

async function fill(db: Database, count: number): Promise<void> {
  await sql`truncate sample cascade`.execute(db)
  await sql`
    insert into sample (sample_no, company_no, sample_name, category, points, price, is_open, status, has_pending_change, account)
    select 'S' || lpad(n::text, 7, '0'), 'C000001', '名稱' || n, 'A', n % 7, 0.1, true, '1', false, '0123456789'
    from generate_series(1, ${sql.lit(count)}) as n
  `.execute(db)
  await sql`analyze sample`.execute(db)
}

/** Runs `work` and returns the highest resident memory meanwhile, in MB. */
async function highestMemory(work: () => Promise<void>): Promise<number> {
  globalThis.gc?.()
  let highest = process.memoryUsage.rss()
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 20)
  await work()
  clearInterval(timer)
  return Math.max(highest, process.memoryUsage.rss()) / 2 ** 20
}

async function drain(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const chunk of body) bytes += chunk.length
  return bytes
}

const server = await startTemporaryPostgres()
const { db, close } = openPostgres(server.url, 'postgres')
try {
  await createRecordTables(db)
  const sample = sampleParts('table')
  await runScript(db, sample.script)
  const { engine, services } = createRecordsEngine(sample.services)
  const call = { actor: actorOf('bench'), screen: sample.screen, entity: 'sample', now: new Date(), db }
  const exportAs = async (format: (typeof formats)[number]): Promise<number> => {
    if (format !== 'zip') return drain((await engine.exportFile(call, queryOf(), format)).body)
    return drain(writeZippedCsv('sample.csv', (await openExport(prepare(services, call), queryOf())).rows))
  }
  const measure = async (format: (typeof formats)[number], count: number): Promise<number> => {
    let bytes = 0
    const startedAt = performance.now()
    const memory = await highestMemory(async () => {
      bytes = await exportAs(format)
    })
    const seconds = (performance.now() - startedAt) / 1000
    console.log(
      `${format.padEnd(4)} ${String(count).padStart(7)} 列 最高 RSS ${memory.toFixed(0).padStart(4)} MB ${(bytes / 2 ** 20).toFixed(1).padStart(6)} MB 檔案 ${seconds.toFixed(1)} 秒`,
    )
    return memory
  }
  await fill(db, fewRows)
  // Code loaded and compiled at the first use of a format is not counted.
  for (const format of formats) await exportAs(format)
  const few: number[] = []
  for (const format of formats) few.push(await measure(format, fewRows))
  await fill(db, manyRows)
  for (const [place, format] of formats.entries()) {
    const growth = (await measure(format, manyRows)) - (few[place] ?? Number.NaN)
    const isGood = growth <= growthMaxMb
    console.log(
      `${isGood ? 'ok  ' : 'OVER'} ${format} 列數 ${manyRows / fewRows} 倍，記憶體增加 ${growth.toFixed(0)} MB (at most ${growthMaxMb} MB)`,
    )
    if (!isGood) process.exitCode = 1
  }
} finally {
  await close()
  // The pool ends before its sockets; stopping the server meanwhile would end them with an error.
  await sleep(500)
  await server.stop()
}
