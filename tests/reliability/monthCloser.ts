import { addMonths, monthOf, taipeiDate } from '../../src/rules/dates.ts'
import { buildApp } from '../../src/server/app.ts'
import { monthRunJob } from '../../src/server/domain/accounting/monthRun/monthRunJob.ts'
import { startMonthRun } from '../../src/server/domain/accounting/monthRun/startMonthRun.ts'
import { verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import { isSound, lineOf } from '../../src/server/domain/points/public.ts'
import { prepareInstallation } from '../../src/server/firstStart.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { openDatabase } from '../../src/server/platform/database/open.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { testConfig } from '../support/testConfig.ts'

const dayMs = 86_400_000
const actor = { ...systemActor, userName: 'fin01' }
/** A date after the grace days of the last month, even on the first of a month. */
const clock = { now: () => new Date(Date.now() + 2 * dayMs) }

/**
 * Closes the last month of the demo data again and again until it is killed; a closed month is reopened. Prints `sound` or the failed
 * checks, `left <companies that wait in a run> <open months>`, and then `decided` for each company with a verdict.
 */
async function closeUntilKilled(): Promise<void> {
  const config = testConfig({ DATA_DIR: process.env.DATA_DIR ?? '', DEMO: '1' })
  const database = await openDatabase(config)
  await migrate(database.db)
  const app = await buildApp({ config, database, clock })
  await app.ready()
  await prepareInstallation(app)
  const periodNo = monthOf(addMonths(taipeiDate(new Date()), -1))
  const results = await verifyAccounting(app.db)
  process.stdout.write(isSound(results) ? 'sound\n' : `broken ${results.map(lineOf).join('; ')}\n`)

  const months = (status: '1' | '2') =>
    app.db
      .selectFrom('companyPeriod')
      .select('id')
      .where('stream', '=', 'MONTH')
      .where('periodNo', '=', periodNo)
      .where('status', '=', status)
      .orderBy('id')
      .execute()
  const waiting = async () => {
    const { count } = await app.db
      .selectFrom('monthRunVerdict')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('verdict', '=', '1')
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  process.stdout.write(`left ${await waiting()} ${(await months('1')).length}\n`)

  async function beginAgain(): Promise<void> {
    const call = { actor, screen: null, entity: 'monthlyPeriod', now: clock.now(), db: app.db }
    for (const { id } of await months('2')) {
      // Reopening the first member of a group reopens the others.
      const { status } = await app.db.selectFrom('companyPeriod').select('status').where('id', '=', id).executeTakeFirstOrThrow()
      if (status === '2') await app.records.transition(call, id, 'reopen', { reason: '再關一次' })
    }
    await transact(app.db, async (trx) => {
      const { id } = await startMonthRun(trx, { periodNo, kind: '2' }, { actor, now: clock.now() })
      await app.jobs.enqueue(trx, monthRunJob, { runId: id })
    })
  }

  await app.jobs.start()
  for (;;) {
    let left = await waiting()
    if (left === 0) {
      await beginAgain()
      left = await waiting()
    }
    app.jobs.wake()
    for (let now = left; now > 0; now = await waiting()) {
      for (; left > now; left -= 1) process.stdout.write('decided\n')
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    for (; left > 0; left -= 1) process.stdout.write('decided\n')
  }
}

await closeUntilKilled()
