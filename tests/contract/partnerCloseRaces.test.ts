import { type RawBuilder, sql } from 'kysely'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { insertCompany } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { outsideTransaction } from '../../src/server/platform/database/guardedPool.ts'
import type { Executor, Trx } from '../../src/server/platform/database/tables.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import type { PartnerAnswer } from '../support/partnerClient.ts'
import { addDefaultReward, addStore } from '../support/partnerWorld.ts'
import { openPostgres } from '../support/testDatabases.ts'
import { hasRaces } from '../support/testServer.ts'
import { sizeOfRace } from './ledgerRaceDatabase.ts'
import { countCodes, openPartnerRace, type PartnerRace } from './partnerRaceWorld.ts'
import { withoutPeriodGuard } from './raceGuards.ts'

let race: PartnerRace
afterEach(() => race.close())

/** On separate connections, because those of the server are busy. */
async function openCloser() {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(race.db)
  return openPostgres(String(inject('testRun').serverUrl), rows[0]?.name ?? '')
}

describe.runIf(hasRaces())('the close of a period among postings', () => {
  const sales = sizeOfRace(600, 120)
  const pointsOfSale = 10

  async function pointsOf(db: Executor, periodId: number): Promise<number> {
    const { rows } = await sql<{ points: number }>`
      select coalesce(-sum(points), 0)::bigint as points from point_entry where period_id = ${periodId}`.execute(db)
    return rows[0]?.points ?? -1
  }

  /** A correct close: it locks the period and then counts. @returns the count */
  async function lockAndCount(trx: Trx, id: number, sellMore: () => Promise<unknown>): Promise<number> {
    await sql`update company_period set status = '2', closed_at = clock_timestamp(), closed_by = 'x' where id = ${id}`.execute(trx)
    const points = await pointsOf(trx, id)
    void sellMore()
    // A posting that does not wait for the close gets time to write after the count.
    await sql`select pg_sleep(0.5)`.execute(trx)
    return points
  }

  /** A close without its guard: counts first, locks later. */
  async function countAndLock(trx: Trx, id: number, sellMore: () => Promise<unknown>): Promise<number> {
    const points = await pointsOf(trx, id)
    await sellMore()
    await sql`update company_period set status = '2', closed_at = clock_timestamp(), closed_by = 'x' where id = ${id}`.execute(trx)
    return points
  }

  async function run(
    close: typeof lockAndCount,
  ): Promise<{ closed: number; final: number; late: number; codes: Readonly<Record<string, number>> }> {
    const { db } = race
    await race.call('points/issue', { member: race.memberAt(0), amount: 1000 })
    const closer = await openCloser()
    const { id } = await db.selectFrom('companyPeriod').select('id').where('periodNo', '=', '202501').executeTakeFirstOrThrow()
    let answered = 0
    const sell = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        race.call('points/issue', { member: race.memberAt(index), amount: 1000 }).finally(() => {
          answered += 1
        }),
      )
    const before = sell(sales / 2)
    await expect.poll(() => answered, { interval: 1, timeout: 60_000 }).toBeGreaterThan(sales / 3)
    let after: readonly Promise<PartnerAnswer>[] = []
    /** Resolves with the first answer. */
    const sellMore = () => {
      after = outsideTransaction(() => sell(sales / 2))
      return Promise.race(after)
    }
    const closed = await transact(closer.db, (trx) => close(trx, id, sellMore))
    const codes = countCodes(await Promise.all([...before, ...after]))
    await closer.close()
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from point_transaction where is_late_posted`.execute(db)
    return { closed, final: await pointsOf(db, id), late: rows[0]?.count ?? -1, codes }
  }

  it('counts every entry of its period, and none comes later: each is in exactly one', async () => {
    race = await openPartnerRace(20)
    const { closed, final, late, codes } = await run(lockAndCount)
    expect(codes).toEqual({ '0000': sales })
    expect([final, closed + late * pointsOfSale]).toEqual([closed, (sales + 1) * pointsOfSale])
    expect(late).toBeGreaterThan(0)
    await race.expectSound()
  }, 600_000)

  it('twin: misses what slips in when it counts before it locks', async () => {
    race = await openPartnerRace(20)
    const { closed, final } = await run(countAndLock)
    expect(final).toBeGreaterThan(closed)
  }, 600_000)
})

describe.runIf(hasRaces())('the close of a company among postings of two', () => {
  const [closing, other] = ['C000101', 'C000102']
  /** More connections than the server has. */
  const salesOfEach = 20

  interface Sold {
    readonly answers: Promise<PartnerAnswer>[]
    answered: number
  }

  /** One sale for each member; the two companies have different members. */
  function sell(companyNo: string): Sold {
    const first = companyNo === closing ? 0 : salesOfEach
    const sold: Sold = { answers: [], answered: 0 }
    for (let index = 0; index < salesOfEach; index += 1) {
      const sale = race.call('points/issue', { companyNo, member: race.memberAt(first + index), amount: 1000 })
      sold.answers.push(sale.finally(() => (sold.answered += 1)))
    }
    return sold
  }

  async function numberOf(db: Executor, query: RawBuilder<{ count: number }>): Promise<number> {
    return (await query.execute(db)).rows[0]?.count ?? -1
  }

  const noMatter = () => undefined
  const waiting = sql<{ count: number }>`select count(*)::int as count from pg_locks where not granted`
  const admitted = sql<{ count: number }>`select count(*)::int as count from partner_nonce`

  /**
   * @param look gets the number of the other company's sales so far, on a connection that is not the server's; must return @returns how
   * many of them were answered during the close, and the periods of all entries
   */
  async function run(look: (sold: Sold, db: Executor) => Promise<void>) {
    const { db } = race
    for (const companyNo of [closing, other]) await race.call('points/issue', { companyNo, member: race.memberAt(0), amount: 1000 })
    const closer = await openCloser()
    const { sold, seen } = await transact(closer.db, async (trx) => {
      await sql`
        update company_period set status = '2', closed_at = clock_timestamp(), closed_by = 'x'
        where company_no = ${closing} and period_no = '202501'`.execute(trx)
      return outsideTransaction(async () => {
        const ofClosing = sell(closing)
        await expect.poll(() => numberOf(closer.db, waiting), { timeout: 60_000 }).toBeGreaterThan(0)
        const ofOther = sell(other)
        await look(ofOther, closer.db)
        return { sold: [ofClosing, ofOther], seen: ofOther.answered }
      })
    })
    await closer.close()
    const codes = countCodes(await Promise.all(sold.flatMap(({ answers }) => answers)))
    const { rows } = await sql<{ place: string; count: number }>`
      select p.company_no || ' ' || p.period_no as place, count(*)::int as count
      from point_entry e join company_period p on p.id = e.period_id group by 1 order by 1`.execute(db)
    return { seen, codes, entries: Object.fromEntries(rows.map(({ place, count }) => [place, count])) }
  }

  async function openTwo(): Promise<void> {
    race = await openPartnerRace(2 * salesOfEach, [closing, other])
    await insertCompany(race.db, { companyNo: other })
    await addStore(race.db, other, 'S001')
    await addDefaultReward(race.db, other)
  }

  const whereAllAre = {
    codes: { '0000': 2 * salesOfEach },
    entries: { [`${closing} 202501`]: 1, [`${closing} 202502`]: salesOfEach, [`${other} 202501`]: salesOfEach + 1 },
  }

  it('the close of a company among postings of two holds up nobody but its own, and each entry is in exactly one period', async () => {
    await openTwo()
    // Without a time limit the close would wait for calls that wait for it.
    const done = await run((sold) => vi.waitUntil(() => sold.answered === salesOfEach, { timeout: 60_000 }).then(noMatter, noMatter))
    expect(done).toEqual({ seen: salesOfEach, ...whereAllAre })
    await race.expectSound()
  }, 600_000)

  it('twin: holds up the other company when calls are written together without a look at their periods', async () => {
    await openTwo()
    await race.removeGuards(withoutPeriodGuard)
    const done = await run((_, db) => expect.poll(() => numberOf(db, admitted), { timeout: 60_000 }).toBe(2 + 2 * salesOfEach))
    expect(done).toEqual({ seen: 0, ...whereAllAre })
  }, 600_000)
})
