import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { insertCompany, insertMembers } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { contextOn, plainRule } from '../../src/server/domain/points/testing/postingContexts.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import type { OpenDatabase } from '../../src/server/platform/database/databaseOf.ts'
import { type Child, startTypeScript, waitForLine } from '../reliability/processes.ts'
import { openPostgres } from '../support/testDatabases.ts'
import { hasRaces } from '../support/testServer.ts'

const members = 40
const extraRuns = 30

describe.runIf(hasRaces())('two server processes on one database', () => {
  let database: OpenDatabase
  let children: readonly Child[] = []

  beforeAll(async () => {
    const { serverUrl, id, folder } = inject('testRun')
    const name = `loyalty_${id}_jobs_${randomBytes(4).toString('hex')}`
    const administration = openPostgres(String(serverUrl), 'postgres')
    await sql.raw(`create database ${name}`).execute(administration.db)
    await administration.close()
    database = openPostgres(String(serverUrl), name)
    const url = new URL(String(serverUrl))
    url.pathname = `/${name}`
    const dataDir = await mkdtemp(join(folder, 'two-'))
    const start = () => startTypeScript('src/server/main.ts', { DATABASE_URL: url.href, DATA_DIR: dataDir, PORT: '0', DEMO: '0' })
    children = await Promise.all([start(), start()])
    await Promise.all(children.map((child) => waitForLine(child, /系統已啟動/)))
  }, 300_000)

  afterAll(async () => {
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(children.map((child) => child.ended))
    await database.close()
  })

  it('run each job that is due once, share the work, and expire each point once', async () => {
    const { db } = database
    await insertCompany(db, { companyNo: 'C009901' })
    const rule = { ...plainRule, expiry: { rule: '3', days: 5 } } as const
    for (const memberNo of await insertMembers(db, members))
      await ledger.run(db, (trx) => ledger.issue(trx, { context: contextOn('2025-01-10', 'C009901'), memberNo, amount: 1000, rule }))

    // All schedules are due at once, which is more than one process would do alone.
    const { rows: due } = await sql<{ name: string }>`
      update job_schedule set next_run_at = now() - interval '1 minute' returning name`.execute(db)
    await sql`insert into job (name, payload, run_at) select 'points.verify', '{}', now() from generate_series(1, ${extraRuns})`.execute(db)
    const open = async () => {
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from job where status in ('waiting', 'running') and run_at <= now())::int
          + (select count(*) from job_schedule where next_run_at <= now())::int as count`.execute(db)
      return rows[0]?.count
    }
    await expect.poll(open, { timeout: 180_000, interval: 500 }).toBe(0)

    const jobs = await db.selectFrom('job').select(['name', 'status', 'attempts', 'leaseHolder', 'error']).execute()
    expect(jobs.filter(({ status, attempts }) => status !== 'done' || attempts !== 1)).toEqual([])
    expect(new Set(jobs.map(({ leaseHolder }) => leaseHolder)).size).toBe(2)
    expect(due.map(({ name }) => name)).toEqual(expect.arrayContaining(['points.expire', 'points.verify', 'anomaly.nightly']))
    expect(jobs.filter(({ name }) => name === 'points.expire')).toHaveLength(1)
    expect(jobs.filter(({ name }) => name === 'points.verify')).toHaveLength(1 + extraRuns)
    const expired = await db.selectFrom('pointTransaction').select('memberNo').where('kind', '=', '50').execute()
    expect([expired.length, new Set(expired.map(({ memberNo }) => memberNo)).size]).toEqual([members, members])
    const results = await verifyLedger(db)
    expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
  }, 300_000)

  it('two server processes on one database take over what a process that was killed had begun, with its progress', async () => {
    const { db } = database
    const [first] = children
    const { rows } = await sql<{ id: number }>`
      insert into job (name, payload, run_at, status, attempts, lease_holder, lease_until, progress)
      values ('points.expire', '{}', now(), 'running', 1, 'killed', now() + interval '2 seconds', '{"row": 7}') returning id`.execute(db)
    first?.kill('SIGKILL')
    await first?.ended
    const read = () => db.selectFrom('job').select(['status', 'attempts']).where('id', '=', Number(rows[0]?.id)).executeTakeFirst()
    await expect.poll(read, { timeout: 60_000, interval: 500 }).toEqual({ status: 'done', attempts: 2 })
  }, 120_000)
})
