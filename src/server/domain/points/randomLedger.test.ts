import { afterEach, describe, expect, it } from 'vitest'
import { openLedgerDatabase } from './testing/ledgerDatabase.ts'
import { runRandomLedger } from './testing/randomLedger.ts'

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

describe('random operations', () => {
  it('agree with the model and keep every invariant after each step', async () => {
    const opened = await openLedgerDatabase()
    close = opened.close
    const counts = await runRandomLedger(opened.db, { seed: 20_250_101, operations: 200, members: 3, verifyEvery: 1 })
    for (const met of ['issue ok', 'redeem ok', 'returnGoods ok', 'returnGoods E1310', 'restore ok', 'adjustDeduct ok', 'expire ok']) {
      expect(counts, met).toHaveProperty([met])
    }
  }, 240_000)
})
