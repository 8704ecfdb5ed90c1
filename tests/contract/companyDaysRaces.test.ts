import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { buildCompanyDays } from '../../src/server/domain/points/public.ts'
import { contextOn, plainRule } from '../../src/server/domain/points/testing/postingContexts.ts'
import { verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { outsideTransaction } from '../../src/server/platform/database/guardedPool.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { hasRaces } from '../support/testServer.ts'
import { withoutLocks } from '../support/withoutLocks.ts'
import { openRaceDatabase, type RaceDatabase } from './ledgerRaceDatabase.ts'

let race: RaceDatabase
afterEach(() => race.close())

const day = '2025-01-10'

/** Makes the sums of a day while a posting to it has written and not committed. */
async function makeDuringPosting() {
  const { db, members } = race
  const sale = () => ({ context: contextOn(day), memberNo: members[0] as string, amount: 5000, rule: plainRule })
  await ledger.run(db, (trx) => ledger.issue(trx, sale()))
  let making: Promise<unknown> | undefined
  await ledger.run(db, async (trx) => {
    await ledger.issue(trx, sale())
    making = outsideTransaction(() => buildCompanyDays({ through: day, run: (step) => transact(db, step) }))
    await sleep(500)
  })
  await making
  const { rows } = await sql<{ made: number; late: number }>`
    select (select sum(points)::int from company_daily) as made, (select count(*)::int from company_daily_late) as late`.execute(db)
  return { ...rows[0], broken: (await verifyLedger(db)).filter(({ violations }) => violations > 0).map(({ id }) => id) }
}

describe.runIf(hasRaces())('sums by company beside postings', () => {
  it('sums by company wait for a posting that is under way', async () => {
    race = await openRaceDatabase(1)
    expect(await makeDuringPosting()).toEqual({ made: 100, late: 0, broken: [] })
  })

  it('twin: sums by company miss it without the lock, and verify sees it', async () => {
    race = await openRaceDatabase(1)
    const outcome = await withoutLocks([/lock table account_daily/], makeDuringPosting)
    expect(outcome).toEqual({ made: 50, late: 0, broken: ['DAYC'] })
  })
})
