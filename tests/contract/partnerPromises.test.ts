import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PartnerClient } from '../support/partnerClient.ts'
import { companyNo, injectInto, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'

// What a client that was written from docs/partner-api.md alone met otherwise.

let world: PartnerWorld
let client: PartnerClient

beforeAll(async () => {
  world = await openPartnerWorld()
  client = await world.addClient()
})
afterAll(() => world.close())

const malformed = { code: 'E1009', message: '解密失敗或格式錯誤' }

describe('an address below /api/partner/v1 that is no call', () => {
  const requests = [
    ['a misspelt name', 'POST', 'point/issue'],
    ['a slash at its end', 'POST', 'echo/'],
    ['another method', 'GET', 'echo'],
    ['a method that calls do not have', 'PUT', 'points/issue'],
  ] as const

  it.each(requests)('%s is answered as a malformed call, not in words about a session', async (_name, method, call) => {
    const { headers, body, path } = client.request(call, { message: 'hello' })
    const answer = await injectInto(world.server)({ method, path, headers, body })
    expect([answer.status, JSON.parse(answer.body)]).toEqual([400, malformed])
    expect([answer.headers['set-cookie'], answer.headers['x-xsrf-token']]).toEqual([undefined, undefined])
  })
})

describe('a body with more than its data', () => {
  it.each([
    ['a further field', 'a'.repeat(24), (data: string) => `{"data":"${data}","test":true}`],
    ['its data twice', 'b'.repeat(24), (data: string) => `{"data":"AAAA","data":"${data}"}`],
  ])('%s is a malformed call', async (_name, nonce, bodyOf) => {
    const { data } = JSON.parse(client.request('echo', { message: 'hello' }, { nonce }).body)
    const answer = await client.call('echo', {}, { nonce, body: bodyOf(data) })
    expect([answer.status, answer.body]).toEqual([400, malformed])
  })
})

describe('kinds', () => {
  it('a query for a kind that there is not is refused, because "no such transaction" would be believed', async () => {
    const sale = world.common({ member: { memberNo: world.members[0] }, amount: 1000 })
    await client.call('points/issue', sale)
    const ask = async (kind: string) =>
      (await client.call('transactions/query', { companyNo, externalTxnNo: sale.externalTxnNo, kind })).body
    expect(await ask('issue')).toMatchObject({ code: 'E1010', message: '欄位錯誤：kind' })
    expect(await ask('010')).toMatchObject({ code: 'E1010' })
    for (const kind of ['20', '30', '31', '62', '63', '80', '81', 'register', 'bind_card', 'coupon_use', 'coupon_cancel']) {
      expect(await ask(kind), kind).toMatchObject({ code: 'E1008' })
    }
    expect(await ask('10')).toMatchObject({ code: '0000', replayed: true })
  })

  it('a reconciliation that names a kind twice is refused, because only one of the two could be compared', async () => {
    const sum = { kind: '10', count: 1, points: 10 }
    const answer = await client.call('reconcile', { companyNo, date: '2025-01-15', kinds: [{ ...sum, count: 9 }, sum] })
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'E1010', message: '欄位錯誤：kinds' }])
    expect(await world.server.app.db.selectFrom('partnerReconciliation').selectAll().execute()).toEqual([])
  })
})
