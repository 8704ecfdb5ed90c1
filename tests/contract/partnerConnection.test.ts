import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPlatform } from '../support/partnerWorld.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

let server: TestServer
let operator: TestSession
let platformNo: string

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  operator = await signIn(server, 'ops01')
  const { db, secrets } = server.app
  platformNo = (await addPlatform(db, secrets.fieldEncryption, new Date())).platformNo
})
afterAll(() => server.close())

interface Line {
  readonly title: string
  readonly value?: unknown
  readonly copyable?: boolean
  readonly rows?: readonly { readonly name: string; readonly value: string }[]
}

/** Changes the platform and tries its connection. */
async function tryOut(set?: ReturnType<typeof sql>): Promise<Readonly<Record<string, Line>>> {
  const { db } = server.database
  if (set) await sql`update connection_platform set ${set}, row_version = row_version + 1 where platform_no = ${platformNo}`.execute(db)
  const { id } = await db.selectFrom('connectionPlatform').select('id').where('platformNo', '=', platformNo).executeTakeFirstOrThrow()
  const answer = await operator.post(`/api/connection/connection_platform/${id}/test`)
  expect(answer.statusCode).toBe(200)
  return answer.json<Readonly<Record<string, Line>>>()
}

const partOf = (trip: Readonly<Record<string, Line>>) => ['result', 'status', 'signature'].map((name) => trip[name]?.value)

describe('測試連線', () => {
  it('makes a call of the platform, and shows both sides of it in Traditional Chinese', async () => {
    const before = new Date()
    const trip = await tryOut()
    expect(partOf(trip)).toEqual(['成功', 200, '相符'])
    for (const { title } of Object.values(trip)) expect(title).toMatch(/[一-龥]/)
    expect(JSON.parse(String(trip.plainAnswer?.value))).toMatchObject({ code: '0000', message: '成功', echo: '連線測試' })
    expect(JSON.parse(String(trip.encryptedBody?.value))).toEqual({ data: expect.any(String) })
    const sent = trip.requestHeaders?.rows?.map(({ name }) => name)
    expect(sent).toEqual(['content-type', 'x-platform-no', 'x-key-version', 'x-timestamp', 'x-nonce', 'x-signature'])
    // The test went through the API like any call, as its log and its nonce show.
    await server.app.activity.flush()
    const row = await server.database.db
      .selectFrom('activityLog')
      .selectAll()
      .where('path', '=', '/api/partner/v1/echo')
      .where('occurredAt', '>=', before)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ platformNo, message: '測試連線 0000', statusCode: 200 })
  })

  it('測試連線 comes from an address that the platform allows', async () => {
    const trip = await tryOut(sql`ip_whitelist = '["2001:db8::/32", "203.0.113.7"]'`)
    expect([...partOf(trip), trip.address?.value]).toEqual(['成功', 200, '相符', '2001:db8::'])
  })

  it('says why a platform is not let in', async () => {
    const trip = await tryOut(sql`status = '0'`)
    expect(partOf(trip)).toEqual(['失敗：E1001 平台代碼錯誤或已停用', 401, '解密前即拒絕，回應為明文'])
    const limited = await tryOut(sql`status = '1', rate_limit_per_minute = 1`)
    const again = await tryOut()
    expect([limited, again].map((shown) => shown.result?.value)).toContain('失敗：E1007 呼叫次數超過上限')
  })

  it('測試連線 is for those who see the platforms, and for platforms that there are', async () => {
    expect((await operator.post('/api/connection/connection_platform/1/test')).statusCode).toBe(404)
    const merchant = await signIn(server, 'mer01')
    expect((await merchant.post('/api/connection/connection_platform/1/test')).statusCode).toBe(403)
  })
})
