import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partnerCallNames, partnerCalls } from '../../src/server/domain/partner/catalog/catalog.ts'
import { unbounded } from '../../src/server/platform/http/routes/routeSchema.ts'
import type { PartnerClient, PartnerRequest, RequestChanges } from '../support/partnerClient.ts'
import { injectInto, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'
import { bodyEdges } from './edges.ts'

let world: PartnerWorld
let client: PartnerClient

beforeAll(async () => {
  world = await openPartnerWorld()
  client = await world.addClient()
})
afterAll(() => world.close())

const hello = { message: 'hello' }
const sale = (changes: object = {}) => world.common({ member: { memberNo: world.members[0] }, amount: 1000, ...changes })

/** Error code, and the fields that it names. */
async function answerTo(name: string, content: unknown, changes: RequestChanges = {}): Promise<string> {
  const { status, body } = await client.call(name, content, changes)
  expect(status).toBeLessThan(500)
  return body.code === 'E1010' ? body.message.replace('欄位錯誤：', 'E1010 ') : body.code
}

async function inject(request: PartnerRequest, changes: { method?: string; url?: string; headers?: object; body?: string | Buffer }) {
  const answer = await world.server.inject({
    method: (changes.method ?? request.method) as 'POST',
    url: changes.url ?? request.path,
    headers: { ...request.headers, ...changes.headers },
    payload: changes.body ?? request.body,
  })
  return { status: answer.statusCode, body: answer.body }
}

describe('a text of one line', () => {
  it('loses what nobody sees, so that its number counts once', async () => {
    const externalTxnNo = 'SEEN-1'
    const { body } = await client.call('points/issue', sale({ externalTxnNo: `\ufeff${externalTxnNo}` }))
    expect(body.code).toBe('0000')
    const again = await client.call('points/issue', sale({ externalTxnNo: `SEEN\u200b-1` }))
    expect(again.body).toMatchObject({ code: '0000', transactionNo: body.transactionNo, replayed: true })
    // Blanks around a number are part of it, as they always were.
    expect((await client.call('points/issue', sale({ externalTxnNo: `${externalTxnNo} ` }))).body).toMatchObject({ replayed: false })
    expect(await answerTo('points/issue', sale({ externalTxnNo: '\u200b' }))).toBe('E1010 externalTxnNo')
  })
})

describe('a request that breaks the protocol', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json-seq', 'x'])(
    'gets E1009 for the media type %s',
    async (type) => {
      const answer = await inject(client.request('echo', hello), { headers: { 'content-type': type } })
      expect([answer.status, JSON.parse(answer.body)]).toEqual([400, { code: 'E1009', message: '解密失敗或格式錯誤' }])
    },
  )

  it('gets a refusal when it is packed, has no body or is far too big', async () => {
    const request = client.request('echo', hello)
    const packed = await inject(request, { headers: { 'content-encoding': 'gzip' }, body: gzipSync(request.body) })
    expect(packed.body).toMatch(/"E100[29]"/)
    expect(await answerTo('echo', hello, { body: '' })).toBe('E1009')
    expect(await answerTo('echo', hello, { body: 'x'.repeat(2_000_000) })).toBe('E1009')
  })

  it('never fails the server, whatever its method and address', async () => {
    const request = client.request('echo', hello)
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      expect((await inject(request, { method })).status).toBeLessThan(500)
    }
    for (const url of ['/api/partner/v1', '/api/partner/v1/', '/api/partner/v1/points', '/api/partner/v1/echo/', '/api/partner/v2/echo']) {
      const { status } = await inject(request, { url })
      expect([url, status >= 400 && status < 500]).toEqual([url, true])
    }
  })

  it('gets E1001 when its headers come twice', async () => {
    const request = client.request('echo', hello)
    const twice = { ...request.headers, 'x-platform-no': [client.account.platformNo, 'P0001'] as unknown as string }
    expect((await inject({ ...request, headers: twice }, {})).body).toContain('E1001')
  })

  it('a caller does not say itself where it comes from', async () => {
    const listed = await world.addClient({ ipWhitelist: ['203.0.113.7'] })
    const request = listed.request('echo', hello)
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.7' },
      { 'x-real-ip': '203.0.113.7' },
      { forwarded: 'for=203.0.113.7' },
      { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'a', 'x-forwarded-proto': 'https' },
    ]) {
      expect((await inject(request, { headers })).body).toContain('E1005')
    }
    const inside = await injectInto(world.server, '::ffff:203.0.113.7')(request)
    expect(inside.status).toBe(200)
  })
})

describe('what was encrypted', () => {
  it.each<[string, string | Buffer]>([
    ['is no text in UTF-8', Buffer.concat([Buffer.from('{"message":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])],
    ['is half of a surrogate pair', '{"message":"\\ud800"}'],
    ['has a key twice', '{"message":"a","message":"b"}'],
    ['has a key twice, once escaped', '{"message":"a","mess\\u0061ge":"b"}'],
    ['has a key twice further in', '{"message":"a","x":{"y":1,"y":2}}'],
    ['is very deep', `${'['.repeat(100)}${']'.repeat(100)}`],
    ['is empty', ''],
    ['is half a value', '{"message":'],
    ['has a byte order mark', '\ufeff{"message":"a"}'],
  ])('gets E1009 when it %s', async (_, plain) => {
    expect(await answerTo('echo', null, { plain })).toBe('E1009')
  })

  it.each(['null', '1', '"text"', '[]', 'true'])('gets E1010 for %s, which is no object, by every call', async (plain) => {
    for (const name of partnerCallNames) expect(await answerTo(name, null, { plain })).toBe('E1010 data')
  })
})

describe('a value', () => {
  it.each<[string, unknown, string]>([
    ['a negative amount', { amount: -1 }, 'E1010 amount'],
    ['an amount of zero', { amount: 0 }, 'E1010 amount'],
    ['a decimal', { amount: 100.5 }, 'E1010 amount'],
    ['a number as text', { amount: '1000' }, 'E1010 amount'],
    ['an amount beyond ten digits', { amount: 10_000_000_000 }, 'E1010 amount'],
    ['an amount beyond what numbers hold exactly', { amount: 2 ** 53 }, 'E1010 amount'],
    ['null', { amount: null }, 'E1010 amount'],
    ['a list', { amount: [1000] }, 'E1010 amount'],
    ['an unknown field', { Amount: 1 }, 'E1010 Amount'],
    ['a full-width member number', { member: { memberNo: '８８００００００００１３' } }, 'E1010 member'],
    ['Arabic digits', { member: { mobile: '٠٩١٢٣٤٥٦٧٨' } }, 'E1010 member'],
    ['a number with a line break in it', { member: { memberNo: '880000\n000013' } }, 'E1010 member'],
    ['a member as text', { member: '880000000013' }, 'E1010 member'],
    ['a company with a quote', { companyNo: "C000101'--" }, 'E1010 companyNo'],
    ['an outlet with a quote', { retailStoreCode: "S001' or 1=1" }, 'E1103'],
    ['a code with a quote', { activityCode: "'; drop table member" }, '0000'],
    ['a year beyond', { businessAt: '9999-12-31T23:59:59+08:00' }, 'E1010 businessAt'],
    ['a year before', { businessAt: '0001-01-01T00:00:00Z' }, 'E1010 businessAt'],
    ['an offset that is none', { businessAt: '2025-01-15T10:00:00+99:00' }, 'E1010 businessAt'],
    ['a leap second', { businessAt: '2025-01-15T23:59:60Z' }, 'E1010 businessAt'],
    ['a setting that is none', { rewardPointId: '__proto__' }, '0000'],
    ['more payments than the sale', { payments: [{ paymentType: '1', amount: 9_999_999_999 }] }, 'E1010 payments'],
    ['thirty payments', { payments: Array.from({ length: 30 }, () => ({ paymentType: '1', amount: 1 })) }, 'E1010 payments'],
    ['a number of 41 letters', { externalTxnNo: '數'.repeat(41) }, 'E1010 externalTxnNo'],
    ['a number of 40 letters beyond the first plane', { externalTxnNo: '𠮷'.repeat(40) }, '0000'],
  ])('a value that is %s is answered as documented', async (_, changes, expected) => {
    expect(await answerTo('points/issue', sale(changes as object))).toBe(expected)
  })

  it('a value that is beyond all numbers is refused', async () => {
    const text = JSON.stringify(sale()).replace('"amount":1000', '"amount":1e400')
    expect(await answerTo('points/issue', null, { plain: text })).toBe('E1010 amount')
  })

  it('a value that is the largest amount is computed exactly', async () => {
    const { body } = await client.call('points/issue', sale({ member: { memberNo: world.members[1] }, amount: 9_999_999_999 }))
    expect(body).toMatchObject({ code: '0000', issuedPoints: 99_999_999 })
  })

  it('a value of points that is wrong is named by every call that takes points', async () => {
    const member = { memberNo: world.members[0] }
    for (const points of [0, -1, 1.5, '1', 10_000_000_000, null]) {
      expect(await answerTo('points/redeem', sale({ points }))).toBe('E1010 points')
      expect(
        await answerTo('points/redeem_return', {
          ...sale({ returnPoints: points, originalExternalTxnNo: 'A' }),
          amount: undefined,
          member: undefined,
        }),
      ).toBe('E1010 returnPoints')
      expect(
        await answerTo('points/convert', { ...world.common({ member, direction: '1', partnerPoints: points, partnerTxnNo: 'P' }) }),
      ).toBe('E1010 partnerPoints')
    }
  })

  it('a value of every member of every call has an end, and its edges are answered', async () => {
    const member = { memberNo: world.members[0] }
    const given = { member, amount: 1000, points: 1, returnPoints: 1, originalExternalTxnNo: 'A', direction: '1', partnerPoints: 1 }
    const further = { partnerTxnNo: 'P', couponNo: 'X', serialNo: 'X', cardNo: '12345678', kind: '1', mobile: '0912345678', name: '王' }
    const sound: Readonly<Record<string, unknown>> = {
      ...world.common({}),
      ...given,
      ...further,
      consentVersion: '1',
      date: '2026-01-01',
      kinds: [],
    }
    const codes = new Map<string, number>()
    for (const [turn, name] of partnerCallNames.entries()) {
      const { body } = partnerCalls[name]
      expect([name, unbounded(body as Parameters<typeof unbounded>[0], name)]).toEqual([name, []])
      const properties = Object.entries((body as unknown as { properties: Record<string, { type?: unknown }> }).properties)
      const base = Object.fromEntries(properties.flatMap(([field]) => (sound[field] === undefined ? [] : [[field, sound[field]]])))
      for (const [place, [field, { type }]] of properties.entries()) {
        for (const value of bodyEdges(type, turn + place, 3, 1)) {
          const text = JSON.stringify({ ...base, externalTxnNo: `E${turn}-${place}-${Math.random()}`, [field]: value })
          const { status, body: answer } = await client.call(name, null, { plain: text })
          expect([name, text.slice(0, 300), status < 500, answer.code === 'E1900']).toEqual([name, text.slice(0, 300), true, false])
          codes.set(answer.code, (codes.get(answer.code) ?? 0) + 1)
        }
      }
    }
    expect(codes.get('E1010')).toBeGreaterThan(100)
  })

  it('left nothing that the ledger does not add up', async () => {
    const { rows } = await sql<{ sum: number }>`select coalesce(sum(points), 0)::bigint as sum from point_entry`.execute(
      world.server.database.db,
    )
    expect(rows[0]?.sum).toBe(0)
  })
})
