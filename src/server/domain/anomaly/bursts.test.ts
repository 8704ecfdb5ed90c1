import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/database/tables.ts'
import { createRandom } from '../../records/testing/random.ts'
import { ledger } from '../points/ledger.ts'
import { insertCompany, insertMembers, openLedgerDatabase } from '../points/testing/ledgerDatabase.ts'
import { contextOn, plainRule } from '../points/testing/postingContexts.ts'
import { countBurst, readBurst } from './bursts.ts'

const companyNo = 'C000101'
const startMs = Date.parse('2025-01-10T01:00:00Z')
let db: Database
let close: () => Promise<void>
let members: readonly string[]

beforeAll(async () => {
  ;({ db, close } = await openLedgerDatabase())
  await insertCompany(db, { companyNo })
  members = await insertMembers(db, 12)
}, 120_000)
afterAll(() => close())

/** Sales of a member, so many seconds after the start. */
async function sell(memberNo: string, seconds: readonly number[]): Promise<void> {
  for (const second of seconds) {
    const context = contextOn('2025-01-10', companyNo, {
      businessAt: new Date(startMs + second * 1000),
      now: new Date('2025-01-10T09:00:00Z'),
    })
    await ledger.run(db, (trx) => ledger.issue(trx, { context, memberNo, amount: 100, rule: plainRule }))
  }
}

describe('transactions of a member within a window', () => {
  it.each([
    ['nothing but the posting itself', [], 1],
    ['one exactly ten minutes before', [-600], 2],
    ['none of a second more', [-601], 1],
    ['a later one, when copies come in late', [600], 2],
    ['the fullest window of those that hold it', [-500, 100, 200, 300], 4],
    ['none of a window that ends before it', [-900, -800, -700], 1],
  ])('transactions of a member within a window are %s', (_, seconds, expected) => {
    const near = { minutes: 10, times: seconds.map((second) => startMs + second * 1000) }
    expect(countBurst(near, new Date(startMs), 10)).toBe(expected)
  })

  it('transactions of a member within a window are counted before the posting as the database counts them after it', async () => {
    const random = createRandom(7)
    for (const memberNo of members) {
      // Steps of half a window, so that many lie exactly on the borders.
      const sales = Array.from({ length: 1 + random.below(8) }, () => random.below(9) * 150)
      await sell(memberNo, sales)
      const own = sales.at(-1) as number
      const near = { minutes: 5, times: sales.slice(0, -1).map((second) => startMs + second * 1000) }
      const at = new Date(startMs + own * 1000)
      const counted = await db.transaction().execute((trx) => readBurst(trx, memberNo, at, 5))
      expect(countBurst(near, at, 5), JSON.stringify(sales)).toBe(counted)
    }
  })
})
