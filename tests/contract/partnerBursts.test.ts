import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import type { PartnerClient } from '../support/partnerClient.ts'
import { openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'

// R01 refuses what its member does too often. What it counts is read with the facts of a sale, so it costs no locks.

let world: PartnerWorld
let client: PartnerClient

beforeAll(async () => {
  world = await openPartnerWorld({ members: 5 })
  client = await world.addClient()
  const { db } = world.server.app
  await sql`update warning_rule set is_enabled = false`.execute(db)
  await sql`update warning_rule set is_enabled = true, action = '2', window_minutes = 10, threshold_count = 5 where rule_code = 'R01'`.execute(
    db,
  )
}, 120_000)
afterAll(() => world.close())

async function issue(index: number, changes: Readonly<Record<string, unknown>> = {}) {
  const body = world.common({ member: { memberNo: world.members[index] }, amount: 1000, ...changes })
  return (await client.call('points/issue', body)).body
}

describe('a rule that counts the transactions of a member', () => {
  const near = (minute: number) => ({ businessAt: `2025-01-15T09:${String(minute).padStart(2, '0')}:00+08:00` })

  it('a rule that counts the transactions of a member needs no locks, and refuses the sixth', async () => {
    // The rules are read with the first posting; what they count is read together with those after it.
    await issue(2, near(0))
    const locked = vi.spyOn(ledger, 'answerOnce')
    for (const minute of [1, 3, 5, 7]) expect(await issue(2, near(minute))).toMatchObject({ code: '0000' })
    expect(await issue(2, near(9))).toMatchObject({ code: 'E1401' })
    expect(await issue(2, near(20))).toMatchObject({ code: '0000' })
    expect(locked).not.toHaveBeenCalled()
    locked.mockRestore()
  })

  it('a rule that counts the transactions of a member lets through as many as it may of those that come at one moment', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => issue(3, near(0))))
    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === '0000')).toHaveLength(5)
    expect(codes.filter((code) => code === 'E1401')).toHaveLength(7)
  })

  it('a rule that counts the transactions of a member with more of them than anybody reads ahead is answered with locks', async () => {
    await sql`update warning_rule set threshold_count = 2000 where rule_code = 'R01'`.execute(world.server.app.db)
    // Parameters may be five seconds old.
    world.setNow(new Date('2025-01-15T02:00:06Z'))
    const others = Array.from({ length: 510 }, (_, index) => index)
    for (const part of [others.slice(0, 260), others.slice(260)]) await Promise.all(part.map(() => issue(4, near(0))))
    const locked = vi.spyOn(ledger, 'answerOnce')
    expect(await issue(4, near(0))).toMatchObject({ code: '0000' })
    expect(locked).toHaveBeenCalled()
    locked.mockRestore()
  })

  afterAll(async () => {
    expect((await verifyLedger(world.server.app.db)).filter((check) => check.violations > 0)).toEqual([])
  })
})
