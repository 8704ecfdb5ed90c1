import { setTimeout as sleep } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taipeiDate } from '../../src/rules/dates.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { isSound, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { hasRaces, startTestServer, type TestServer } from '../support/testServer.ts'
import { withoutLocks } from '../support/withoutLocks.ts'
import { addSerials, balanceOf } from './exchangeWorld.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const corporateNo = 'E000001'

let server: TestServer
beforeAll(async () => {
  if (hasRaces()) server = await startTestServer({ demo: true, environment: { CAPTCHA: 'off' } })
}, 120_000)
afterAll(() => server?.close())

let emptied = 0

/** All points of the account are taken out of it. */
async function emptyAccount(): Promise<void> {
  emptied += 1
  const now = new Date()
  const context = {
    now,
    businessAt: now,
    companyNo: null,
    retailStoreNo: null,
    createdBy: '測試',
    source: { work: 'TEST', workId: `empty ${emptied}` },
  }
  const points = await balanceOf(server, 'CORP', corporateNo)
  if (points === 0) return
  const input = { context, holder: { corporateNo }, points, costBearer: { companyNo: null }, limitPoints: 0 }
  await ledger.run(server.database.db, (trx) => ledger.adjustDeduct(trx, input))
}

/** Two calls, of which the second one comes while the first one waits within its transaction for an account or a member. */
async function oneInTheOther(
  held: 'pointAccount' | 'corporateMember',
  first: () => Promise<LightMyRequestResponse>,
  second: () => Promise<LightMyRequestResponse>,
): Promise<readonly (readonly [number, string])[]> {
  const { db } = server.database
  const answers = await db.transaction().execute(async (trx) => {
    if (held === 'pointAccount')
      await sql`select from point_account where class = 'CORP' and owner_id = ${corporateNo} for update`.execute(trx)
    else await sql`select from corporate_member where corporate_no = ${corporateNo} for update`.execute(trx)
    const one = first()
    await sleep(500)
    const other = second()
    await sleep(500)
    return [one, other]
  })
  return (await Promise.all(answers)).map(({ statusCode, body }) => [statusCode, body] as const)
}

async function memberNow(): Promise<{ readonly id: number; readonly rowVersion: number; readonly status: string }> {
  const { rows } = await sql<{ id: number; rowVersion: number; status: string }>`
    select id, row_version, status from corporate_member where corporate_no = ${corporateNo}`.execute(server.database.db)
  if (!rows[0]) throw new Error(`${corporateNo} is missing`)
  return rows[0]
}

async function terminate(staff: TestSession): Promise<LightMyRequestResponse> {
  const { id, rowVersion } = await memberNow()
  return staff.post(`/api/corporate/corporate/${id}/terminate`, { rowVersion })
}

/** A sheet that adds points to the account and waits for its approval. */
async function waitingSheet(staff: TestSession, points: number): Promise<Row> {
  const base = '/api/points/adjustmentslist'
  const about = { adjustKind: '1', reasonCode: '101', costBearer: '2', businessDate: taipeiDate(new Date()), description: '補點' }
  const draft = (await staff.post(base, { ...about, lines: [{ corporateNo, points }] })).json<Row>()
  const sent = await staff.post(`${base}/${draft.id}/submit`, { rowVersion: draft.rowVersion })
  expect([sent.statusCode, sent.statusCode === 200 ? '' : sent.body]).toEqual([200, ''])
  return sent.json<Row>()
}

describe.runIf(hasRaces())('the end of a corporate member', () => {
  it('waits for points that are on their way into the account, and is refused then', async () => {
    const { db } = server.database
    await emptyAccount()
    const [serial] = (await addSerials(server, corporateNo, 100, ['2099-12-31'])).serials
    const member = await signIn(server, 'hr@example.com', undefined, 'portal')
    const staff = await signIn(server, 'ops01')
    const { rows } = await sql<{ id: number; rowVersion: number }>`
      select id, row_version from corporate_member where corporate_no = ${corporateNo}`.execute(db)
    const [{ id, rowVersion } = { id: 0, rowVersion: 0 }] = rows

    const { ended, deposited } = await db.transaction().execute(async (trx) => {
      // Holds the deposit between its look at the member and its posting.
      await sql`select from point_account where class = 'CORP' and owner_id = ${corporateNo} for update`.execute(trx)
      const deposit = member.post('/api/portal/serials/deposit', { serialNo: serial?.serialNo, pin: serial?.pin })
      await sleep(500)
      const end = staff.post(`/api/corporate/corporate/${id}/terminate`, { rowVersion })
      await sleep(500)
      return { ended: end, deposited: deposit }
    })
    expect((await deposited).statusCode).toBe(200)
    const answer = await ended
    expect([answer.statusCode, answer.body]).toEqual([409, '尚有點數餘額，無法終止。'])
    expect(await balanceOf(server, 'CORP', corporateNo)).toBe(100)
  })

  it('waits for an adjustment that is being approved, and is refused then', async () => {
    await emptyAccount()
    const [staff, manager] = [await signIn(server, 'ops01'), await signIn(server, 'fm01')]
    const { id, rowVersion } = await waitingSheet(staff, 30)
    const approve = () => manager.post(`/api/points/adjustments/${id}/approve`, { rowVersion })
    const answers = await oneInTheOther('pointAccount', approve, () => terminate(staff))
    expect(answers).toEqual([
      [200, expect.any(String)],
      [409, '尚有點數餘額，無法終止。'],
    ])
    expect([await balanceOf(server, 'CORP', corporateNo), (await memberNow()).status]).toEqual([30, '3'])
  })

  it('twin: ends with points in its account when an approval does not hold the member', async () => {
    await emptyAccount()
    const [staff, manager] = [await signIn(server, 'ops01'), await signIn(server, 'fm01')]
    const { id, rowVersion } = await waitingSheet(staff, 30)
    const approve = () => manager.post(`/api/points/adjustments/${id}/approve`, { rowVersion })
    const share = /from "corporate_member".* for share/
    const [approved, ended] = await withoutLocks([share], () => oneInTheOther('pointAccount', approve, () => terminate(staff)))
    expect([approved?.[0], ended?.[0]]).toEqual([200, 200])
    expect([await balanceOf(server, 'CORP', corporateNo), (await memberNow()).status]).toEqual([30, '6'])
    await sql`update corporate_member set status = '3' where corporate_no = ${corporateNo}`.execute(server.database.db)
  })

  it('leaves nothing to an adjustment that is approved while the member ends, which stays waiting', async () => {
    await emptyAccount()
    const [staff, manager] = [await signIn(server, 'ops01'), await signIn(server, 'fm01')]
    const { id, rowVersion } = await waitingSheet(staff, 40)
    const approve = () => manager.post(`/api/points/adjustments/${id}/approve`, { rowVersion })
    const [ended, approved] = await oneInTheOther('corporateMember', () => terminate(staff), approve)
    expect(ended?.[0]).toBe(200)
    expect(approved).toEqual([409, '第 1 列查無企業會員。'])
    expect([await balanceOf(server, 'CORP', corporateNo), (await memberNow()).status]).toEqual([0, '6'])
    expect((await manager.get(`/api/points/adjustments/${id}`)).json()).toMatchObject({ status: '2', transactionNos: [] })
    expect(isSound(await verifyLedger(server.database.db))).toBe(true)
  })
})
