import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { disableUnusedAccounts, tidyIdentity } from '../../src/server/identity/jobs.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { postPassword, signIn } from './identitySession.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ demo: true, environment: { LOGIN_FAILURES_PER_ADDRESS: '3' } })
})
afterAll(() => server.close())

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs)

describe('sign-in from one address', () => {
  it('sign-in from one address is refused after so many failures, and good sign-ins do not count', async () => {
    for (let round = 0; round < 5; round += 1) expect((await postPassword(server, 'ops01', 'Demo!2025ops01')).statusCode).toBe(200)
    for (const name of ['some.one', 'some.two', 'some.three']) expect((await postPassword(server, name, 'wrong')).statusCode).toBe(400)
    const refused = await postPassword(server, 'ops01', 'Demo!2025ops01')
    expect([refused.statusCode, refused.body]).toEqual([429, '嘗試次數過多，請稍後再試。'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
  })
})

describe('merchant users', () => {
  it('see their own company, and with groupView the companies of their group', async () => {
    const roomy = await startTestServer({ demo: true })
    const countOf = async (name: string) => {
      const session = await signIn(roomy, name)
      return (await session.get('/api/company/company_details/0/50')).json<{ totalCount: number }>().totalCount
    }
    expect(await countOf('mer01')).toBe(1)
    expect(await countOf('mer02')).toBeGreaterThan(1)
    await roomy.close()
  })
})

describe('the help desk', () => {
  it('the help desk cannot set the password of somebody who may do more', async () => {
    const roomy = await startTestServer({ demo: true })
    const admin = await signIn(roomy, 'admin')
    const permissions = [
      'authority.users.resetpassword',
      ...(admin.claims.permission as string[]).filter((name) => name.startsWith('logs.')),
    ]
    await admin.post('/api/account/roles', { roleCode: 'DESK', roleName: '服務台', userType: '1', permissions, isEnabled: true })
    await roomy.database.db
      .updateTable('appUser')
      .set({ roles: JSON.stringify(['DESK']) as unknown as readonly string[] })
      .where('userName', '=', 'fin02')
      .execute()
    const desk = await signIn(roomy, 'fin02')
    const reset = (id: unknown) => desk.put(`/api/account/users/updatepassword/${id}`, { newPassword: 'Kx9-mountain', rowVersion: 1 })
    expect((await reset(admin.claims.sub)).statusCode).toBe(403)
    expect((await reset(999_999)).statusCode).toBe(404)
    await roomy.close()
  })
})

describe('jobs', () => {
  it('disable accounts that nobody used for 180 days, but no administrator', async () => {
    const early = await disableUnusedAccounts(server.app.db, inDays(100))
    // Unused accounts of corporate members count from their creation, which is in the past in the demo data.
    expect(early.filter((name) => !name.includes('@'))).toEqual([])
    const disabled = await disableUnusedAccounts(server.app.db, inDays(185))
    expect(disabled).toContain('mkt01')
    expect(disabled).not.toContain('admin')
    expect((await statusOf('mkt01')).status).toBe('0')
  })

  it('show the end of a lock in the user list', async () => {
    const db = server.app.db
    await db
      .updateTable('appUser')
      .set({ status: '2', lockedUntil: inDays(1) })
      .where('userName', '=', 'admin')
      .execute()
    await tidyIdentity(db, new Date())
    expect((await statusOf('admin')).status).toBe('2')
    await tidyIdentity(db, inDays(2))
    expect((await statusOf('admin')).status).toBe('1')
  })
})

function statusOf(userName: string) {
  return server.app.db.selectFrom('appUser').select('status').where('userName', '=', userName).executeTakeFirstOrThrow()
}
