/**
 * Whether the memory of an export grows with its rows: exports 20,000 and 200,000 rows as .xlsx, CSV and zipped CSV from a PostgreSQL
 * server of its own (so that only this process is measured), and compares the highest resident memory of each.
 *
 * npm run bench -- exportMemory
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startTemporaryPostgres } from '../../src/commands/lib/temporaryPostgres.mjs'
import { readMigrations } from '../../src/server/platform/database/migrate.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { createRecordsEngine } from '../../src/server/records/createEngine.ts'
import { openExport } from '../../src/server/records/export/exportRecords.ts'
import { writeZippedCsv } from '../../src/server/records/export/zippedCsv.ts'
import { prepare } from '../../src/server/records/services.ts'
import { runScript } from '../../src/server/records/testing/memoryDatabase.ts'
import { actorOf, queryOf, sampleParts } from '../../src/server/records/testing/sampleEngine.ts'
import { openPostgres } from '../support/testDatabases.ts'

const rowCounts = [20_000, 200_000] as const
/** Buffers of driver, compressor and garbage collector come and go; ten times the rows may not cost more than this. */
const growthMaxMb = 64
const formats = ['xlsx', 'csv', 'zip'] as const

async function fill(db: Database, count: number): Promise<void> {
  await sql`truncate sample cascade`.execute(db)
  await sql`
    insert into sample (sample_no, company_no, sample_name, category, points, price, is_open, status, has_pending_change, account)
    select 'S' || lpad(n::text, 7, '0'), 'C000001', '名稱' || n, 'A', n % 7, 0.1, true, '1', false, '0123456789'
    from generate_series(1, ${sql.lit(count)}) as n
  `.execute(db)
  await sql`analyze sample`.execute(db)
}

/** Runs `work` and answers the highest resident memory meanwhile, in MB. */
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
  for (const { name, text } of await readMigrations()) if (/^000[13]_/.test(name)) await runScript(db, text)
  const sample = sampleParts('table')
  await runScript(db, sample.script)
  const { engine, services } = createRecordsEngine(sample.services)
  const call = { actor: actorOf('bench'), screen: sample.screen, entity: 'sample', now: new Date(), db }
  const exportAs = async (format: (typeof formats)[number]): Promise<number> => {
    if (format !== 'zip') return drain((await engine.exportFile(call, queryOf(), format)).body)
    return drain(writeZippedCsv('sample.csv', (await openExport(prepare(services, call), queryOf())).rows))
  }
  const highest = new Map<string, number>()
  for (const count of rowCounts) {
    await fill(db, count)
    for (const format of formats) {
      await exportAs(format)
      let bytes = 0
      const startedAt = performance.now()
      const memory = await highestMemory(async () => {
        bytes = await exportAs(format)
      })
      highest.set(`${format} ${count}`, memory)
      const seconds = (performance.now() - startedAt) / 1000
      console.log(
        `${format.padEnd(4)} ${String(count).padStart(7)} 列 ${memory.toFixed(0).padStart(4)} MB ${(bytes / 2 ** 20).toFixed(1).padStart(6)} MB 檔案 ${seconds.toFixed(1)} 秒`,
      )
    }
  }
  for (const format of formats) {
    const growth = (highest.get(`${format} 200000`) ?? 0) - (highest.get(`${format} 20000`) ?? 0)
    const isGood = growth <= growthMaxMb
    console.log(`${format} 列數十倍，記憶體增加 ${growth.toFixed(0)} MB（上限 ${growthMaxMb} MB）${isGood ? '通過' : '未通過'}`)
    if (!isGood) process.exitCode = 1
  }
} finally {
  await close()
  // The pool ends before its sockets have; a server that stops meanwhile would end them with an error.
  await sleep(500)
  await server.stop()
}
