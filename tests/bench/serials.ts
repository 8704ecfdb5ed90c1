/**
 * Time and memory for a million serials: orders of 50,000 (the largest allowed), made chunk by chunk like the job does, on a PostgreSQL
 * server of its own. Then checks that no number occurs twice, and, for a sample, that every wrong character and every swap of neighbours is
 * detected.
 *
 * npm run bench -- serials            (SERIALS=50000 for fewer)
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startTemporaryPostgres } from '../../src/commands/lib/temporaryPostgres.mjs'
import { parseSerialNo, serialAlphabet } from '../../src/rules/serialNo.ts'
import { makeNextSerials, type SerialBatch } from '../../src/server/domain/serial/makeSerials.ts'
import { createPin, createSerialNo } from '../../src/server/domain/serial/randomCodes.ts'
import { insertCorporateMember } from '../../src/server/domain/serial/testing.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { openPostgres } from '../support/testDatabases.ts'

const wanted = Number(process.env.SERIALS ?? 1_000_000)
const perOrder = 50_000
/** Only one chunk is in memory at a time, however large the order is. */
const memoryMaxMb = 200
/** Of this many serials, one is misspelt in every way. */
const checkedEvery = 500

const keys = { number: randomBytes(32), pin: randomBytes(32), seal: randomBytes(32) }
const now = new Date()

async function insertOrder(db: Database, batch: SerialBatch): Promise<void> {
  const { settlementNo, points, quantity, validFrom, validTo } = batch
  await sql`
    insert into corporate_settlement (settlement_no, corporate_no, delivery_method, points_per_serial, quantity, total_points, unit_price,
      discount_rate, sales_amount, tax_amount, total_amount, valid_from, valid_to, status)
    values (${settlementNo}, 'E000001', '1', ${points}, ${quantity}, ${points * quantity}, 1, 0, 0, 0, 0, ${validFrom}, ${validTo}, '3')`.execute(
    db,
  )
}

/** Number of misspellings of a serial that pass as a serial. */
function unnoticed(serialNo: string): number {
  let count = 0
  for (let place = 0; place < serialNo.length; place += 1) {
    for (const other of serialAlphabet) {
      if (other !== serialNo[place] && parseSerialNo(serialNo.slice(0, place) + other + serialNo.slice(place + 1)) !== null) count += 1
    }
    const [first, second] = [serialNo[place], serialNo[place + 1]]
    const swapped = `${serialNo.slice(0, place)}${second}${first}${serialNo.slice(place + 2)}`
    if (second !== undefined && first !== second && parseSerialNo(swapped) !== null) count += 1
  }
  return count
}

/** Makes all serials, shows the progress, and returns the undetected misspellings. */
async function makeAll(db: Database): Promise<{ readonly checked: number; readonly missed: number; readonly memory: number }> {
  const startedAt = performance.now()
  let [made, codes, checked, missed, memory] = [0, 0, 0, 0, 0]
  const create = () => {
    const number = createSerialNo()
    codes += 1
    if (codes % checkedEvery === 0) {
      checked += 1
      missed += unnoticed(number)
    }
    return { number, pin: createPin() }
  }
  for (let order = 1; made < wanted; order += 1) {
    const quantity = Math.min(perOrder, wanted - made)
    const batch = {
      settlementNo: `SB209901${String(order).padStart(4, '0')}`,
      points: 100,
      quantity,
      validFrom: '2099-01-01',
      validTo: '2099-12-31',
    }
    await insertOrder(db, batch)
    for (let count = 0; count < quantity; ) {
      count = await transact(db, (trx) => makeNextSerials(trx, keys, { batch, createdBy: '量測', now, create }))
      memory = Math.max(memory, process.memoryUsage.rss() / 2 ** 20)
    }
    made += quantity
    const seconds = (performance.now() - startedAt) / 1000
    const { user, system } = process.cpuUsage()
    const own = (user + system) / 1e6
    const share = `${String(Math.round((made / wanted) * 100)).padStart(3)}%`
    console.log(
      `${share} ${String(made).padStart(9)} 組 ${seconds.toFixed(1).padStart(6)} 秒（本程序 CPU ${own.toFixed(1)} 秒） ${Math.round(made / seconds)} 組/秒 ${memory.toFixed(0)} MiB`,
    )
  }
  return { checked, missed, memory }
}

const server = await startTemporaryPostgres()
const { db, close } = openPostgres(server.url, 'postgres')
try {
  await migrate(db)
  await insertCorporateMember(db, 'E000001', '00012345')
  const { checked, missed, memory } = await makeAll(db)
  const { rows } = await sql<{ serials: number; numbers: number }>`
    select count(*)::int as serials, count(distinct number_hash)::int as numbers from point_serial`.execute(db)
  const { serials = 0, numbers = 0 } = rows[0] ?? {}
  console.log(
    `${serials} 組，${numbers} 個不同的序號；逐字抽查 ${checked} 組的每個錯字與相鄰對調，未察覺 ${missed} 個；記憶體最多 ${memory.toFixed(0)} MiB`,
  )
  if (serials !== wanted || numbers !== wanted || missed > 0 || memory > memoryMaxMb) process.exitCode = 1
} finally {
  await close()
  // The pool ends before its sockets; stopping the server meanwhile would end them with an error.
  await sleep(500)
  await server.stop()
}
