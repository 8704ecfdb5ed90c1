import { afterEach, describe, expect, it } from 'vitest'
import { openLedgerDatabase } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { runRandomLedger } from '../../src/server/domain/points/testing/randomLedger.ts'

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

describe('the points ledger', () => {
  it('agrees with the model over 10,000 random operations', async () => {
    const opened = await openLedgerDatabase()
    close = opened.close
    const counts = await runRandomLedger(opened.db, { seed: 7, operations: 10_000, members: 12, verifyEvery: 500 })
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
  }, 1_800_000)
})
