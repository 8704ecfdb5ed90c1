import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTemporaryPostgres } from '../../src/commands/lib/temporaryPostgres.mjs'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { insertCompany, insertMembers } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { readConfig } from '../../src/server/platform/config.ts'
import type { OpenDatabase } from '../../src/server/platform/database/databaseOf.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { openDatabase } from '../../src/server/platform/database/open.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { cyclesOf } from './cycles.ts'
import { ledgerClient } from './ledgerLoad.ts'

const restarts = cyclesOf(20, 2)
const clients = 12
const wholeRunMs = 1_800_000
let server: Awaited<ReturnType<typeof startTemporaryPostgres>>
let opened: OpenDatabase
let db: Database

beforeAll(async () => {
  server = await startTemporaryPostgres({ isDurable: true })
  // Opened like the server does, because its pool must survive cut connections.
  opened = await openDatabase(readConfig({ NODE_ENV: 'test', DATABASE_URL: server.url }))
  db = opened.db
}, 120_000)

afterAll(async () => {
  await opened.close()
  await sleep(200)
  await server.stop()
})

async function restartUnderLoad(members: readonly string[]): Promise<ReadonlySet<string>> {
  const acknowledged = new Set<string>()
  let isOver = false
  const onPosted = (externalTxnNo: string) => void acknowledged.add(externalTxnNo)
  const work = Promise.all(
    Array.from({ length: clients }, (_, number) =>
      ledgerClient({ db, ledger, members, name: `R${number}`, onPosted, isOver: () => isOver }),
    ),
  )
  for (let restart = 0; restart < restarts; restart += 1) {
    const before = acknowledged.size
    // Only a server under load can lose something.
    while (acknowledged.size < before + 40) await sleep(20)
    await server.restartImmediately()
  }
  isOver = true
  await work
  return acknowledged
}

describe('pg_ctl restart -m immediate under load', () => {
  it(
    `loses no acknowledged posting in ${restarts} restarts, and every invariant holds`,
    async () => {
      await migrate(db)
      await insertCompany(db, { companyNo: 'C000101' })
      const acknowledged = await restartUnderLoad(await insertMembers(db, 12))
      const rows = await db.selectFrom('pointTransaction').select('externalTxnNo').where('externalTxnNo', 'is not', null).execute()
      const numbers = rows.map((row) => row.externalTxnNo as string)
      const has = new Set(numbers)
      expect(has.size).toBe(numbers.length)
      expect([...acknowledged].filter((number) => !has.has(number))).toEqual([])
      const results = await verifyLedger(db)
      expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
    },
    wholeRunMs,
  )
})
