import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseOf } from '../../src/server/platform/database/databaseOf.ts'
import { poolOf } from '../../src/server/platform/database/embedded.ts'
import { EmbeddedEngine, initializeFolder } from '../../src/server/platform/database/embeddedEngine.ts'
import { shortageOf } from '../../src/server/platform/database/shortage.ts'
import { StorageState } from '../../src/server/platform/database/storageState.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { interactively } from '../../src/server/platform/database/workKind.ts'
import { openEmpty } from '../support/testDatabases.ts'

describe('the sessions of the product', () => {
  it('statements are not compiled', async () => {
    const database = await openEmpty(inject('testRun'), 'session')
    try {
      expect((await sql`show jit`.execute(database.db)).rows).toEqual([{ jit: 'off' }])
    } finally {
      await database.close()
    }
  })
})

// Tests the watchdog of the embedded engine; a server has statement_timeout.
describe.runIf(inject('testRun').kind === 'embedded')('statements on the embedded engine', () => {
  let engine: EmbeddedEngine
  let db: Database
  const failures: string[] = []

  beforeAll(async () => {
    const folder = join(await mkdtemp(join(inject('testRun').folder, 'deadline-')), 'pgdata')
    const options = { folder, snapshot: null, deadlineMs: 600_000, interactiveDeadlineMs: 1000 }
    const onFailure = (reason: string) => failures.push(reason)
    await initializeFolder({ ...options, onFailure })
    engine = new EmbeddedEngine({ ...options, onFailure })
    await engine.start()
    db = databaseOf(poolOf(engine), { storage: new StorageState(), onStatement: engine.setPace })
  })
  afterAll(async () => {
    await db.destroy()
    await engine.close()
  })

  const endless = () => sql`select count(*) from generate_series(1, 1000000000000)`.execute(db)
  const one = async () => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one

  it('statements on the embedded engine end where somebody waits, only they, and the engine goes on', async () => {
    const slow = interactively(endless).catch((error: unknown) => shortageOf(error))
    const behind = Array.from({ length: 5 }, () => interactively(one))
    expect(await slow).toBe('time')
    expect(await Promise.all(behind)).toEqual([1, 1, 1, 1, 1])
    expect(failures).toHaveLength(1)
  })

  it('statements on the embedded engine have their time in the background', async () => {
    const { rows } = await sql<{ took: boolean }>`
      select clock_timestamp() - statement_timestamp() > interval '1100 milliseconds' as took
      from (select count(*) from generate_series(1, 100) g, lateral (select pg_sleep(0.012 + g * 0)) s) each`.execute(db)
    expect(rows).toEqual([{ took: true }])
  })
})
