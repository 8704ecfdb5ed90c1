import { afterEach, describe, expect, it } from 'vitest'
import { openLedgerDatabase } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { runRandomLedger } from '../../src/server/domain/points/testing/randomLedger.ts'
import { cyclesOf } from './cycles.ts'

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

describe('the points ledger', () => {
  // The member at hand is compared after each operation; RELIABILITY=full checks every invariant after each, too.
  it('agrees with the model over 10,000 random operations', async () => {
    const opened = await openLedgerDatabase()
    close = opened.close
    const verifyEvery = cyclesOf(1, 500)
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
})
