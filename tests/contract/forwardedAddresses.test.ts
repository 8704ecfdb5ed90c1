import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/testServer.ts'

const triesMax = 3
const attacker = '203.0.113.66'
const victim = '198.51.100.5'
const proxy = '10.0.0.1'

let names = 0
/** A wrong sign-in with an unknown name, so that no account lock answers instead of the limit. */
async function tryFrom(server: TestServer, remoteAddress: string, forwardedFor?: string): Promise<number> {
  names += 1
  const form = { grant_type: 'password', client_id: 'console', username: `nobody.${names}`, password: 'wrong' }
  const forwarded = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  const answer = await server.inject({
    method: 'POST',
    url: '/connect/token',
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...forwarded },
    payload: new URLSearchParams(form).toString(),
  })
  return answer.statusCode
}

async function triesFrom(server: TestServer, remoteAddress: string, forwarded: readonly string[]): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const each of forwarded) statuses.push(await tryFrom(server, remoteAddress, each))
  return statuses
}

const limited = [400, 400, 400, 429, 429]

describe('without trusted proxies', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ environment: { LOGIN_FAILURES_PER_ADDRESS: String(triesMax) } })
  })
  afterAll(() => server.close())

  it('nobody escapes the limit by forged headers, or blames somebody else', async () => {
    const forged = [victim, '192.0.2.1', `${victim}, ${proxy}`, proxy, '127.0.0.1']
    expect(await triesFrom(server, attacker, forged)).toEqual(limited)
    expect(await tryFrom(server, victim)).toBe(400)
  })

  it('an IPv6 caller has the limit of its network, whatever address of it is used', async () => {
    const statuses: number[] = []
    for (let host = 1; host <= 5; host += 1) statuses.push(await tryFrom(server, `2001:db8:1:2::${host}`))
    expect(statuses).toEqual(limited)
    expect(await tryFrom(server, '2001:db8:1:3::1')).toBe(400)
  })

  it('limits of single routes are as strict', async () => {
    const statuses: number[] = []
    for (let round = 0; round < 301; round += 1) {
      const headers = { 'x-forwarded-for': `192.0.2.${round % 256}` }
      statuses.push((await server.inject({ url: '/api/account/captcha', remoteAddress: '203.0.113.99', headers })).statusCode)
    }
    expect([statuses.indexOf(429), statuses.length]).toEqual([300, 301])
  })
})

describe('behind a trusted proxy', () => {
  let server: TestServer
  beforeAll(async () => {
    const environment = { LOGIN_FAILURES_PER_ADDRESS: String(triesMax), TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8:aaaa::/48' }
    server = await startTestServer({ environment })
  })
  afterAll(() => server.close())

  it('callers are told apart by what the proxy saw, not by what they sent', async () => {
    const forged = ['192.0.2.1', victim, 'nonsense', `${victim}, ${proxy}`, `${proxy}, 10.9.9.9`]
    expect(
      await triesFrom(
        server,
        proxy,
        forged.map((each) => `${each}, ${attacker}`),
      ),
    ).toEqual(limited)
    expect(await tryFrom(server, proxy, victim)).toBe(400)
  })

  it('the same caller is the same through several proxies, with ports and as a mapped address', async () => {
    const caller = '203.0.113.77'
    const forms = [`${caller}:1111`, `${caller}:2222, 10.0.0.2`, `::ffff:${caller}`, `${caller}, 10.0.0.3:80, 10.0.0.2`, caller]
    expect(await triesFrom(server, proxy, forms)).toEqual(limited)
  })

  it('behind a trusted proxy who comes past the proxy is believed nothing', async () => {
    const direct = '203.0.113.88'
    expect(await triesFrom(server, direct, [victim, '192.0.2.9', '192.0.2.10', '192.0.2.11', victim])).toEqual(limited)
    expect(await tryFrom(server, proxy, victim)).toBe(400)
  })

  it('a header of the proxy that names no address counts for the proxy', async () => {
    expect(await triesFrom(server, '10.0.0.7', ['unknown', '_hidden', 'a', 'b', 'c'])).toEqual(limited)
  })
})
