import { afterEach, describe, expect, it } from 'vitest'
import { openLedgerDatabase } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { runRandomLedger } from '../../src/server/domain/points/testing/randomLedger.ts'
import { cyclesOf } from './cycles.ts'

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

const ledgers = Array.from({ length: cyclesOf(10, 1) }, (_, index) => index + 101)

describe('the points ledger', () => {
  // Each answer and the member are compared after each operation; totals and all invariants at intervals.
  it('agrees with the model over 10,000 random operations', async () => {
    const opened = await openLedgerDatabase()
    close = opened.close
    const verifyEvery = cyclesOf(100, 500)
    const counts = await runRandomLedger(opened.db, { seed: 7, operations: 10_000, members: 12, verifyEvery })
    for (const met of [
      'issue ok',
      'issue E1107',
      'redeem E1301',
      'returnGoods E1310',
      'returnGoods E1305',
      'restore E1305',
      'writeOff ok',
    ]) {
      expect(counts, met).toHaveProperty([met])
    }
    expect(counts['issue ok']).toBeGreaterThan(1000)
  }, 3_600_000)

  // RELIABILITY=full: 10,000 operations with all invariants of the whole ledger after each. Ten ledgers are used instead of one, because a
  // check costs as much as the ledger is large: the same number of checks on a tenth of the rows, with ten different sequences.
  it.each(ledgers)(
    'the points ledger keeps every invariant after each operation (seed %i)',
    async (seed) => {
      const opened = await openLedgerDatabase()
      close = opened.close
      const counts = await runRandomLedger(opened.db, { seed, operations: cyclesOf(1000, 100), members: 6, verifyEvery: 1 })
      expect(counts['issue ok']).toBeGreaterThan(cyclesOf(100, 10))
    },
    3_600_000,
  )
})
