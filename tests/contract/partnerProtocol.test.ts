import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PartnerClient } from '../support/partnerClient.ts'
import { addPlatform, injectInto, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'
import { rotate, stopOld } from './partnerKeyChanges.ts'

let world: PartnerWorld
let client: PartnerClient

beforeAll(async () => {
  world = await openPartnerWorld()
  client = await world.addClient()
})
afterAll(() => world.close())

const hello = { message: 'hello' }
const seconds = (offset: number) => String(Math.floor(world.now().getTime() / 1000) + offset)

/** Changes the platform like an administrator, which raises its version. */
async function change(platformNo: string, set: ReturnType<typeof sql>): Promise<void> {
  await sql`update connection_platform set ${set}, row_version = row_version + 1 where platform_no = ${platformNo}`.execute(
    world.server.app.db,
  )
}

describe('a signed call', () => {
  it('a signed call is answered encrypted and signed', async () => {
    expect(await client.call('echo', hello)).toEqual({
      status: 200,
      isSealed: true,
      retryAfter: null,
      body: {
        code: '0000',
        message: '成功',
        transactionNo: null,
        echo: 'hello',
        serverTime: world.now().toISOString(),
        replayed: false,
      },
    })
  })

  it('a signed call leaves a row in the log that names the call and its result, and no key, signature or content', async () => {
    const { app } = world.server
    const request = client.request('points/balance', { companyNo: 'C000101', member: { memberNo: world.members[0] } })
    expect((await client.send(request)).status).toBe(200)
    await app.activity.flush()
    const row = await app.db
      .selectFrom('activityLog')
      .selectAll()
      .where('path', '=', '/api/partner/v1/points/balance')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ logCategory: '3', platformNo: client.account.platformNo, statusCode: 200, message: '查詢點數 0000' })
    const text = JSON.stringify(row)
    for (const secret of [client.account.aesKey, client.account.aesIv, request.headers['x-signature'], world.members[0]]) {
      expect(text).not.toContain(String(secret))
    }
  })

  it('needs neither session nor anti-forgery token, and sets no cookie', async () => {
    const request = client.request('echo', hello)
    const answer = await world.server.inject({ method: 'POST', url: request.path, headers: request.headers, payload: request.body })
    expect([answer.statusCode, answer.headers['set-cookie'], answer.headers['x-xsrf-token']]).toEqual([200, undefined, undefined])
  })
})

describe('a call that is not what it should be', () => {
  const refusals = {
    'of an unknown platform': [{ platformNo: 'P0000' }, 401, 'E1001'],
    'too old by a second': [{ timestamp: () => seconds(-301) }, 401, 'E1003'],
    'too early by a second': [{ timestamp: () => seconds(301) }, 401, 'E1003'],
    'with a time that is no number': [{ timestamp: () => 'now' }, 401, 'E1003'],
    'with another signature': [{ signature: 'a'.repeat(64) }, 401, 'E1002'],
    'without signature': [{ signature: '' }, 401, 'E1002'],
    'with an unknown key version': [{ keyVersion: 7 }, 401, 'E1002'],
    'with a key version that is no number': [{ keyVersion: '1e0' }, 401, 'E1002'],
    'with a short nonce': [{ nonce: 'abcdef' }, 400, 'E1009'],
    'bound to another platform': [{ additionalData: 'P0001\n1' }, 400, 'E1009'],
    'encrypted with another key': [{ cipherKey: Buffer.alloc(32) }, 400, 'E1009'],
    'whose body is not JSON': [{ body: 'data' }, 400, 'E1009'],
    'whose body has no data': [{ body: '{}' }, 400, 'E1009'],
    'whose data is not base64': [{ body: '{"data":"?"}' }, 400, 'E1009'],
    'whose data is too short': [{ body: '{"data":"AAAA"}' }, 400, 'E1009'],
    'without body': [{ body: '' }, 400, 'E1009'],
  } as const

  it.each(Object.entries(refusals))('%s is refused in clear, with no more than its code', async (_name, [changes, status, code]) => {
    const values = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, typeof value === 'function' ? value() : value]))
    const answer = await client.call('echo', hello, values)
    expect([answer.status, answer.isSealed, answer.body.code, Object.keys(answer.body)]).toEqual([status, false, code, ['code', 'message']])
  })

  it('still counts as in time at the edge of the window', async () => {
    for (const offset of [-300, 300]) expect((await client.call('echo', hello, { timestamp: seconds(offset) })).status).toBe(200)
  })

  it('fails when its body was changed on its way', async () => {
    const request = client.request('echo', hello)
    expect((await client.send({ ...request, body: request.body.replace('"data":"', '"data":"A') })).body.code).toBe('E1002')
  })

  it('fails when its path was changed on its way', async () => {
    const request = client.request('echo', hello)
    // No call accepts a query: it is refused before anything else is checked.
    expect((await client.send({ ...request, path: `${request.path}?a=1` })).body.code).toBe('E1009')
    expect((await client.send({ ...request, path: request.path.replace('echo', 'transactions/query') })).body.code).toBe('E1002')
  })

  it('fails for a text with a null character, and for a key that is no key', async () => {
    expect((await client.call('echo', { message: 'a\u0000b' })).body.code).toBe('E1009')
    expect((await client.call('echo', JSON.parse('{"__proto__":{"a":1}}'))).body.code).toBe('E1009')
  })

  it('fails above 256 KB', async () => {
    expect((await client.call('echo', hello, { body: `{"data":"${'A'.repeat(300_000)}"}` })).body.code).toBe('E1009')
  })
})

describe('the order of checks', () => {
  // Each call has all later mistakes too, so that only the first one may be reported.
  it('the order of checks is platform, address, limit, time, signature, nonce, decryption, function, schema', async () => {
    const limited = await world.addClient({ allowedApis: ['issue'], ipWhitelist: ['10.0.0.0/8'], rateLimitPerMinute: 3 })
    const { platformNo } = limited.account
    const inside = new PartnerClient(limited.account, injectInto(world.server, '10.1.2.3'), () => world.now())
    const used = '0'.repeat(24)
    const wrong = { timestamp: '1', signature: 'x', nonce: used }
    await change(platformNo, sql`status = '0'`)
    expect((await limited.call('points/balance', {}, wrong)).body.code).toBe('E1001')
    await change(platformNo, sql`status = '1'`)
    expect((await limited.call('points/balance', {}, wrong)).body.code).toBe('E1005')
    // Three signed calls are allowed in this minute.
    expect((await inside.call('points/balance', {}, { nonce: used })).body.code).toBe('E1006')
    expect((await inside.call('points/balance', {}, { ...wrong })).body.code).toBe('E1003')
    expect((await inside.call('points/balance', {}, { signature: 'x', nonce: used, body: '{}' })).body.code).toBe('E1002')
    expect((await inside.call('points/balance', {}, { nonce: used, body: '{}' })).body.code).toBe('E1004')
    expect((await inside.call('points/balance', {}, { body: '{}' })).body.code).toBe('E1009')
    expect((await inside.call('points/balance', {}, wrong)).body.code).toBe('E1007')
    await change(platformNo, sql`rate_limit_per_minute = 100`)
    world.setNow(new Date(world.now().getTime() + 60_000))
    expect((await inside.call('points/balance', {}, {})).body.code).toBe('E1006')
    expect((await inside.call('points/issue', {}, {})).body.code).toBe('E1010')
  })
})

describe('a nonce', () => {
  it('a nonce works once', async () => {
    const request = client.request('echo', hello)
    expect((await client.send(request)).status).toBe(200)
    expect((await client.send(request)).body).toEqual({ code: 'E1004', message: '請求重複（nonce）' })
  })

  it('works once also when copies come at the same time, and in either case of its letters', async () => {
    const request = client.request('echo', hello)
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.send(request)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const upper = await client.call('echo', hello, { nonce: String(request.headers['x-nonce']).toUpperCase() })
    expect(upper.body.code).toBe('E1004')
  })

  it('a nonce of one platform means nothing to another', async () => {
    const other = await world.addClient()
    const nonce = 'f'.repeat(24)
    expect((await client.call('echo', hello, { nonce })).status).toBe(200)
    expect((await other.call('echo', hello, { nonce })).status).toBe(200)
  })

  it('a nonce may come again after 15 minutes, and is forgotten then', async () => {
    const nonce = 'e'.repeat(24)
    expect((await client.call('echo', hello, { nonce })).status).toBe(200)
    world.setNow(new Date(world.now().getTime() + 14 * 60_000))
    expect((await client.call('echo', hello, { nonce })).body.code).toBe('E1004')
    world.setNow(new Date(world.now().getTime() + 2 * 60_000))
    expect((await client.call('echo', hello, { nonce })).status).toBe(200)
    world.setNow(new Date(world.now().getTime() + 16 * 60_000))
    const { app } = world.server
    await app.jobs.enqueue(app.db, 'partner.tidy')
    await app.jobs.runDue()
    expect(await app.db.selectFrom('partnerNonce').selectAll().execute()).toEqual([])
  })
})

describe('the address list', () => {
  it('the address list lets in addresses and networks of both families, and an IPv4 caller on a socket for both', async () => {
    const listed = await world.addClient({ ipWhitelist: ['203.0.113.7', '198.51.100.0/24', '2001:db8::/32'] })
    const from = (address: string) =>
      new PartnerClient(listed.account, injectInto(world.server, address), () => world.now()).call('echo', hello)
    for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '198.51.100.255', '2001:db8::1'])
      expect((await from(address)).status).toBe(200)
    for (const address of ['203.0.113.8', '198.51.101.1', '2001:db9::1', '::ffff:203.0.113.8']) {
      const answer = await from(address)
      expect([answer.status, answer.body]).toEqual([403, { code: 'E1005', message: '來源 IP 不允許' }])
    }
  })
})

describe('the rate limit', () => {
  it('the rate limit is exact for calls at the same time, and over with the minute', async () => {
    const limited = await world.addClient({ rateLimitPerMinute: 5 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => limited.call('echo', hello)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5)
    expect(answers.filter((answer) => answer.body.code === 'E1007' && answer.status === 429)).toHaveLength(15)
    world.setNow(new Date(world.now().getTime() + 60_000))
    expect((await limited.call('echo', hello)).status).toBe(200)
  })

  it('tells how many seconds of the minute are left', async () => {
    const limited = await world.addClient({ rateLimitPerMinute: 1 })
    world.setNow(new Date(Math.ceil(world.now().getTime() / 60_000) * 60_000 + 41_500))
    const { method, path, headers, body } = limited.request('echo', hello)
    expect((await limited.call('echo', hello)).status).toBe(200)
    const answer = await world.server.inject({ method: method as 'POST', url: path, headers, payload: body })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '19'])
  })

  it('the rate limit cannot be used up by somebody without the key', async () => {
    const limited = await world.addClient({ rateLimitPerMinute: 5 })
    const stranger = new PartnerClient(
      { ...limited.account, aesKey: Buffer.alloc(32).toString('base64') },
      injectInto(world.server, '192.0.2.9'),
      () => world.now(),
    )
    const codes = []
    for (let round = 0; round < 8; round += 1) codes.push((await stranger.call('echo', hello)).body.code)
    expect(codes).toEqual([...Array(5).fill('E1002'), ...Array(3).fill('E1007')])
    expect((await limited.call('echo', hello)).status).toBe(200)
  })
})

describe('counts of a platform', () => {
  it('counts of a platform are those of the Taipei day, and leave its version alone', async () => {
    const counted = await world.addClient({ allowedApis: ['issue'] })
    const { db, jobs } = world.server.app
    const read = () =>
      sql<Record<string, unknown>>`
        select call_count_today, error_count_today, last_call_at, row_version from connection_platform
        where platform_no = ${counted.account.platformNo}`.execute(db)
    await counted.call('echo', hello)
    await counted.call('points/balance', {})
    await expect
      .poll(async () => (await read()).rows[0], { timeout: 120_000 })
      .toEqual({
        callCountToday: 2,
        errorCountToday: 1,
        lastCallAt: world.now(),
        rowVersion: 1,
      })
    world.setNow(new Date(world.now().getTime() + 24 * 3_600_000))
    await jobs.enqueue(db, 'partner.tidy')
    await jobs.runDue()
    expect((await read()).rows[0]).toMatchObject({ callCountToday: 0, errorCountToday: 0 })
  })
})

describe('a new key', () => {
  it('a new key is taken from its commit on, the old one for seven days, and no call under load is refused', async () => {
    const { app } = world.server
    const account = await addPlatform(app.db, app.secrets.fieldEncryption, world.now())
    const { platformNo } = account
    const { id } = await app.db.selectFrom('connectionPlatform').select('id').where('platformNo', '=', platformNo).executeTakeFirstOrThrow()
    const clientOf = (key: typeof account) => new PartnerClient(key, injectInto(world.server), () => world.now())
    let current = account
    let isOver = false
    const codes: string[] = []
    const load = async () => {
      while (!isOver) codes.push((await clientOf(current).call('echo', hello)).body.code)
    }
    const workers = Array.from({ length: 6 }, load)
    try {
      for (let round = 0; round < 4; round += 1) {
        current = await rotate(app, id, platformNo)
        // A request signed with the previous key may still be on its way.
        const answered = codes.length
        await expect.poll(() => codes.length, { interval: 5, timeout: 30_000 }).toBeGreaterThan(answered + 20)
      }
    } finally {
      isOver = true
      await Promise.all(workers)
    }
    const last = current
    expect(new Set(codes)).toEqual(new Set(['0000']))
    // Each key stays valid for the promised seven days, however many keys followed.
    expect((await clientOf(account).call('echo', hello)).body.code).toBe('0000')
    world.setNow(new Date(world.now().getTime() + 6 * 24 * 3_600_000))
    const newest = await rotate(app, id, platformNo)
    expect((await clientOf(account).call('echo', hello)).body.code).toBe('0000')
    world.setNow(new Date(world.now().getTime() + 24 * 3_600_000 + 60_000))
    expect((await clientOf(account).call('echo', hello)).body.code).toBe('E1002')
    expect((await clientOf(last).call('echo', hello)).body.code).toBe('0000')
    await stopOld(app, id, platformNo)
    expect((await clientOf(last).call('echo', hello)).body.code).toBe('E1002')
    expect((await clientOf(newest).call('echo', hello)).body.code).toBe('0000')
    const following = await rotate(app, id, platformNo)
    world.setNow(new Date(world.now().getTime() + 7 * 24 * 3_600_000 + 1000))
    expect((await clientOf(newest).call('echo', hello)).body.code).toBe('E1002')
    expect((await clientOf(following).call('echo', hello)).body.code).toBe('0000')
  })
})
