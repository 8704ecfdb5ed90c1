import { sql } from 'kysely'
import { buildApp } from '../../src/server/app.ts'
import { activityRunJob } from '../../src/server/domain/activity/batch/runJob.ts'
import { startRun } from '../../src/server/domain/activity/batch/startRun.ts'
import { verifyActivities } from '../../src/server/domain/activity/public.ts'
import { isSound, lineOf, memberNoOf, verifyLedger } from '../../src/server/domain/points/public.ts'
import { insertCompany } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { prepareInstallation } from '../../src/server/firstStart.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { openDatabase } from '../../src/server/platform/database/open.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { insertActivity } from '../support/activityRows.ts'
import { testConfig } from '../support/testConfig.ts'

const members = Number(process.env.MEMBERS)
const code = 'KILLED1'

/**
 * Gives a list of members its points until it is killed; goes on with what was left at the next start. Prints `sound` or the failed checks,
 * `left <members without points>`, `page` for each page of members, and `complete <members with points> <used points>`.
 */
async function runUntilKilled(): Promise<void> {
  const { DATA_DIR = '', DATABASE_URL } = process.env
  const config = testConfig({ DATA_DIR, ...(DATABASE_URL !== undefined && { DATABASE_URL }) })
  const database = await openDatabase(config)
  await migrate(database.db)
  const app = await buildApp({ config, database })
  await app.ready()
  await prepareInstallation(app)
  const { db } = app
  const known = await sql<{ id: number }>`select id from activity where activity_code = ${code}`.execute(db)
  if (known.rows.length === 0) await prepare()
  const results = [...(await verifyLedger(db)), ...(await verifyActivities(db))]
  process.stdout.write(isSound(results) ? 'sound\n' : `broken ${results.map(lineOf).join('; ')}\n`)

  async function prepare(): Promise<void> {
    await insertCompany(db, { companyNo: 'C000101' })
    const numbers = Array.from({ length: members }, (_, index) => memberNoOf(index + 1))
    await sql`
      insert into member (member_no, mobile, member_name, consent_version, registered_at, created_by)
      select n.member_no, '09' || lpad(n.place::text, 8, '0'), '王小明', '1', '2025-01-01', '測試'
      from unnest(${numbers}::text[]) with ordinality as n (member_no, place)`.execute(db)
    const now = Date.now()
    const period = { startAt: new Date(now - 3_600_000).toISOString(), endAt: new Date(now + 86_400_000).toISOString() }
    const id = await insertActivity(db, { code, type: '4', memberScope: '3', points: 20, budget: members * 20, ...period })
    await sql`insert into activity_member (activity_id, member_no) select ${id}::bigint, member_no from member`.execute(db)
    await transact(db, async (trx) => {
      const runId = await startRun(trx, { activityId: id, isConfirmed: true, actor: systemActor, now: new Date() })
      await app.jobs.enqueue(trx, activityRunJob, { runId })
    })
  }

  const left = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from activity_member where given_points is null`.execute(db)).rows[0]
      ?.count ?? 0
  let before = await left()
  process.stdout.write(`left ${before}\n`)
  // The killed process cannot renew its lease; on PostgreSQL others wait a minute for its end, which is left out here.
  await sql`update job set lease_until = now() - interval '1 second' where status = 'running'`.execute(db)
  await app.jobs.start()
  while (before > 0) {
    const now = await left()
    if (now < before) process.stdout.write('page\n')
    before = now
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const { rows } = await sql<{ given: number; used: number }>`
    select (select count(*)::int from point_transaction where kind = '11') as given, used_points as used from activity where activity_code = ${code}`.execute(
    db,
  )
  const ended = [...(await verifyLedger(db)), ...(await verifyActivities(db))]
  process.stdout.write(isSound(ended) ? `complete ${rows[0]?.given} ${rows[0]?.used}\n` : `broken ${ended.map(lineOf).join('; ')}\n`)
}

await runUntilKilled()
