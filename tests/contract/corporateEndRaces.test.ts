import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { hasRaces, startTestServer, type TestServer } from '../support/testServer.ts'
import { addSerials, balanceOf } from './exchangeWorld.ts'
import { signIn } from './identitySession.ts'

const corporateNo = 'E000001'

let server: TestServer
beforeAll(async () => {
  if (hasRaces()) server = await startTestServer({ demo: true, environment: { CAPTCHA: 'off' } })
}, 120_000)
afterAll(() => server?.close())

/** All points of the account are taken out of it. */
async function emptyAccount(): Promise<void> {
  const now = new Date()
  const context = {
    now,
    businessAt: now,
    companyNo: null,
    retailStoreNo: null,
    createdBy: '測試',
    source: { work: 'TEST', workId: 'empty' },
  }
  const points = await balanceOf(server, 'CORP', corporateNo)
  const input = { context, holder: { corporateNo }, points, costBearer: { companyNo: null }, limitPoints: 0 }
  await ledger.run(server.database.db, (trx) => ledger.adjustDeduct(trx, input))
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
})
