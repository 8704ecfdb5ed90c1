import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../platform/database/migrate.ts'
import { transact } from '../../platform/database/transact.ts'
import { type MemoryDatabase, openMemoryDatabase } from '../../records/testing/memoryDatabase.ts'
import { keepingParameters, readNumber } from './parameters.ts'
import { seedCodeTable } from './seedCodeTable.ts'

let opened: MemoryDatabase
beforeAll(async () => {
  opened = await openMemoryDatabase(async (db) => {
    await migrate(db)
  })
  await transact(opened.db, seedCodeTable)
}, 120_000)
afterAll(() => opened.close())

const day = '2026-01-31'

it('parameters that a work keeps are read once, and anew after it', async () => {
  await transact(opened.db, async (trx) => {
    const rate = await readNumber(trx, 'TAX.RATE', day)
    const change = () => sql`update code_table set value = ${String(rate + 1)} where code = 'TAX.RATE'`.execute(trx)
    const kept = await keepingParameters(trx, async () => {
      const before = await readNumber(trx, 'TAX.RATE', day)
      await change()
      return [before, await readNumber(trx, 'TAX.RATE', day)]
    })
    expect(kept).toEqual([rate, rate])
    expect(await readNumber(trx, 'TAX.RATE', day)).toBe(rate + 1)
  })
})
