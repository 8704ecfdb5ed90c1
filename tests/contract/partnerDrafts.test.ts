import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { PartnerClient } from '../support/partnerClient.ts'
import { openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'

// Sales and redemptions are decided without locks, from the cached facts of the place and one read of the member.

let world: PartnerWorld
let client: PartnerClient

beforeAll(async () => {
  world = await openPartnerWorld({ members: 6 })
  client = await world.addClient()
}, 120_000)
afterAll(() => world.close())

const member = (index: number) => ({ memberNo: world.members[index] })

async function issue(index: number, changes: Readonly<Record<string, unknown>> = {}) {
  return (await client.call('points/issue', world.common({ member: member(index), amount: 1000, ...changes }))).body
}

describe('what the server keeps of a place', () => {
  const change = (statement: string) => sql.raw(statement).execute(world.server.app.db)

  it.each([
    ['the company', `update company set allow_issue = false`, `update company set allow_issue = true`, 'E1104'],
    ['the outlet', `update retail_store set status = '0'`, `update retail_store set status = '1'`, 'E1103'],
    ['the reward settings', `update reward_point set status = '2'`, `update reward_point set status = '3'`, 'E1106'],
  ])('what the server keeps of a place is no longer used once %s was changed, by whomever', async (_, away, back, code) => {
    expect(await issue(0)).toMatchObject({ code: '0000' })
    await change(away)
    expect(await issue(0)).toMatchObject({ code })
    await change(back)
    expect(await issue(0)).toMatchObject({ code: '0000' })
  })

  it('what the server keeps of a place stays while prepaid points of a company move: they decide nothing', async () => {
    const version = async () =>
      (await sql<{ version: number }>`select version from facts_version`.execute(world.server.app.db)).rows[0]?.version
    const before = await version()
    await change('update company set prepaid_balance = 5')
    expect(await version()).toBe(before)
    await change('update company set min_redeem_points = min_redeem_points')
    expect(await version()).toBe(before)
    await change('update company set min_redeem_points = 2')
    expect(await version()).toBe((before ?? 0) + 1)
  })

  it('what the server keeps of a place does not lead into a closed period: the sale is posted late, and the next one at once', async () => {
    const late = () =>
      sql<{ late: number }>`select count(*)::int as late from point_transaction where is_late_posted`.execute(world.server.app.db)
    await change(`update company_period set status = '2', closed_at = now(), closed_by = 'x' where period_no = '202501'`)
    expect(await issue(1)).toMatchObject({ code: '0000' })
    expect(await issue(1)).toMatchObject({ code: '0000' })
    expect((await late()).rows[0]?.late).toBe(2)
  })
})

describe('copies and neighbours at the same time', () => {
  it('post one after the other on one member, each with the balance after it', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => issue(2)))
    expect(answers.map((answer) => answer.balance).sort((one, other) => Number(one) - Number(other))).toEqual(
      Array.from({ length: 12 }, (_, index) => (index + 1) * 10),
    )
  })

  it('spend the last points once', async () => {
    await issue(3)
    const redeem = () => client.call('points/redeem', world.common({ member: member(3), amount: 100, points: 10 }))
    const codes = (await Promise.all(Array.from({ length: 8 }, redeem))).map((answer) => answer.body.code)
    expect(codes.filter((code) => code === '0000')).toHaveLength(1)
    expect(codes.filter((code) => code === 'E1301')).toHaveLength(7)
  })

  it('copies and neighbours at the same time keep what the partner told with the sale, and its first answer', async () => {
    const body = world.common({ member: member(4), amount: 1000, terminalId: 'T1', points: 9 })
    const first = (await client.call('points/issue', body)).body
    expect((await client.call('points/issue', body)).body).toEqual({ ...first, replayed: true })
    const { rows } = await sql`
      select s.terminal_id, s.sent_points from partner_sale s join point_transaction t on t.id = s.transaction_id
      where t.transaction_no = ${first.transactionNo}`.execute(world.server.app.db)
    expect(rows).toEqual([{ terminalId: 'T1', sentPoints: 9 }])
  })

  it('copies and neighbours at the same time are counted one by one against the limit of the minute', async () => {
    const limited = await world.addClient({ rateLimitPerMinute: 5 })
    const sell = (index: number) => limited.call('points/issue', world.common({ member: member(index % 6), amount: 1000 }))
    const codes = (await Promise.all(Array.from({ length: 12 }, (_, index) => sell(index)))).map((answer) => answer.body.code)
    expect(codes.filter((code) => code === '0000')).toHaveLength(5)
    expect(codes.filter((code) => code === 'E1007')).toHaveLength(7)
  })

  it('copies and neighbours at the same time let one nonce in once, however it is written', async () => {
    const send = (nonce: string) => client.call('points/issue', world.common({ member: member(0), amount: 1000 }), { nonce })
    const nonces = ['00aa11bb22cc33dd44ee55ff', '00AA11BB22CC33DD44EE55FF', '00aa11bb22cc33dd44ee55ff']
    const codes = (await Promise.all(nonces.map(send))).map((answer) => answer.body.code)
    expect(codes.sort()).toEqual(['0000', 'E1004', 'E1004'])
  })

  it('copies and neighbours at the same time do not spoil what goes with them: one number for two members, a lost period, a stranger', async () => {
    const shared = { externalTxnNo: `SHARED-${Date.now()}` }
    const answers = await Promise.all([
      issue(0, shared),
      issue(1, shared),
      issue(2),
      client.call('points/issue', world.common({ member: { memberNo: '880000000000' }, amount: 1000 })).then(({ body }) => body),
      issue(3),
      client.call('points/redeem', world.common({ member: member(5), amount: 100, points: 99_999 })).then(({ body }) => body),
    ])
    expect(answers.map((answer) => answer.code)).toEqual([
      ...[expect.stringMatching(/0000|E1409/), expect.stringMatching(/0000|E1409/), '0000', 'E1201', '0000'],
      expect.stringMatching(/E1301|E1303/),
    ])
    expect(answers.filter((answer) => answer.code === 'E1409')).toHaveLength(1)
  })

  it('copies and neighbours at the same time leave a sound ledger', async () => {
    expect((await verifyLedger(world.server.app.db)).filter((check) => check.violations > 0)).toEqual([])
  })
})

describe('a sale that earns nothing', () => {
  it('a sale that earns nothing takes what has expired of the member away, as its answer tells', async () => {
    await issue(5)
    world.setNow(new Date('2027-01-02T02:00:00Z'))
    expect(await issue(0)).toMatchObject({ code: '0000' })
    expect(await issue(5, { amount: 10 })).toMatchObject({ code: '0000', issuedPoints: 0, transactionNo: null, balance: 0 })
    const { rows } = await sql`
      select balance from point_account where class = 'MEMBER' and owner_id = ${world.members[5]}`.execute(world.server.app.db)
    expect(rows).toEqual([{ balance: 0 }])
  })
})

// Last, because it stops the server.
describe('a stop of the server', () => {
  it('loses nothing that was answered, and answers all that was posted', async () => {
    const { app } = world.server
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const overHttp = new PartnerClient(
      client.account,
      async ({ method, path, headers, body }) => {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body })
        return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
      },
      () => world.now(),
    )
    const asked: string[] = []
    const answered: string[] = []
    const sell = async (index: number) => {
      const common = world.common({ member: member(index % 6), amount: 1000 })
      asked.push(String(common.externalTxnNo))
      const { body } = await overHttp.call('points/issue', common)
      if (body.code === '0000') answered.push(String(common.externalTxnNo))
    }
    const first = sell(0)
    const others = Array.from({ length: 40 }, (_, index) => sell(index).catch(() => undefined))
    await first
    await app.close()
    await Promise.all(others)
    const { rows } = await sql<{ externalTxnNo: string }>`
      select external_txn_no from point_transaction where external_txn_no = any (${asked}::text[])`.execute(world.server.database.db)
    expect(rows.map((row) => row.externalTxnNo).sort()).toEqual(answered.sort())
    expect((await verifyLedger(world.server.database.db)).filter((check) => check.violations > 0)).toEqual([])
  })
})
