import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { createTryLimit } from '../../src/server/platform/tryLimit.ts'
import { PartnerClient } from '../support/partnerClient.ts'
import { companyNo, injectInto, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'
import { testConfig } from '../support/testConfig.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { postPassword, postRefresh, sessionOf } from './identitySession.ts'

/** Another server on the same database, with the same secrets and its own memory. */
async function another(server: TestServer, environment: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const { config, db, secrets, clock } = server.app
  const app: FastifyInstance = await buildApp({
    config: testConfig({ DATA_DIR: config.dataDir, ...environment }),
    database: { ...server.database, db },
    ...{ secrets, clock },
  })
  return { ...server, app, inject: app.inject.bind(app) as FastifyInstance['inject'], close: () => app.close() }
}

/** Each in its turn. */
const inTurn = <T>(servers: readonly T[], index: number) => servers[index % servers.length] as T

describe('several servers on one database', () => {
  const environment = { LOGIN_FAILURES_PER_ADDRESS: '8' }
  let servers: readonly TestServer[]
  beforeAll(async () => {
    const first = await startTestServer({ demo: true, environment })
    servers = [first, await another(first, environment)]
  })
  afterAll(async () => {
    await servers[1]?.close()
    await servers[0]?.close()
  })

  it('several servers on one database know each other’s sessions, and a refresh token is good once wherever it is shown', async () => {
    const [one, other] = servers as [TestServer, TestServer]
    const signedIn = await postPassword(one, 'ops01', 'Demo!2025ops01')
    const there = sessionOf(other, signedIn)
    expect((await there.get('/api/company/company_details/0/5')).statusCode).toBe(200)
    const answers = await Promise.all([postRefresh(one, there.refreshToken), postRefresh(other, there.refreshToken)])
    // Both get the same successor, as when two tabs refresh at once.
    expect(new Set(answers.map((answer) => answer.json<{ refresh_token: string }>().refresh_token)).size).toBe(1)
    expect((await there.post('/api/account/user_action_log', { action: '登出', userActionType: 1 })).statusCode).toBe(200)
    expect((await postRefresh(one, answers[0]?.json<{ refresh_token: string }>().refresh_token ?? '')).statusCode).toBe(400)
  })

  it('count the wrong passwords of an account together, exactly', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => postPassword(inTurn(servers, index), 'cs01', 'wrong')))
    const numbers = answers.map((answer) => answer.json<{ err: string }>().err).sort()
    expect(numbers.slice(0, 5)).toEqual(['1', '2', '3', '4', '5'])
    for (const server of servers)
      expect((await postPassword(server, 'cs01', 'Demo!2025cs01')).json()).toMatchObject({ err: expect.stringMatching(/鎖定/) })
  })

  it('limit an address together, and a server that starts anew forgives nothing', async () => {
    const statuses: number[] = []
    for (let round = 0; round < 10; round += 1)
      statuses.push((await postPassword(inTurn(servers, round), `no.one.${round}`, 'wrong')).statusCode)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter((status) => status === 400).length).toBeLessThan(8)
    const restarted = await another(inTurn(servers, 0), environment)
    expect((await postPassword(restarted, 'no.one.else', 'wrong')).statusCode).toBe(429)
    await restarted.close()
  })
})

describe('a limit of tries', () => {
  const at = (second: number) => new Date(1_800_000_000_000 + second * 1000)
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())
  const limitOf = (name: string, triesMax: number) => createTryLimit(server.app.db, { name, triesMax, windowMs: 60_000 })

  it('allows so many in a window, then says how long to wait', async () => {
    const limit = limitOf('some', 2)
    expect(await limit.take('a', at(0))).toBe(0)
    expect(await limit.take('a', at(10))).toBe(0)
    expect(await limit.take('a', at(20))).toBe(40)
    expect(await limit.take('b', at(20))).toBe(0)
    expect(await limit.take('a', at(60))).toBe(0)
  })

  it('a limit of tries does not count what turned out good', async () => {
    const limit = limitOf('good', 1)
    for (let round = 0; round < 5; round += 1) {
      expect(await limit.take('a', at(round))).toBe(0)
      await limit.forgive('a')
    }
  })

  it('a limit of tries lets no more through when many ask at once', async () => {
    const limit = limitOf('many', 7)
    const waits = await Promise.all(Array.from({ length: 40 }, () => limit.take('a', at(0))))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(7)
  })
})

describe('partners of several servers', () => {
  let world: PartnerWorld
  let other: TestServer
  beforeAll(async () => {
    world = await openPartnerWorld({ members: 3 })
    other = await another(world.server)
  })
  afterAll(async () => {
    await other.close()
    await world.close()
  })

  it('partners of several servers cannot send a call twice, or have it posted twice, or call more often', async () => {
    const here = await world.addClient({ companyNos: [companyNo], rateLimitPerMinute: 8 })
    const there = new PartnerClient(here.account, injectInto(other), () => world.now())
    const content = world.common({ member: { memberNo: world.members[0] }, amount: 500 })
    const request = here.request('points/issue', content)
    const first = await here.send(request)
    expect(first.body.code).toBe('0000')
    expect((await there.send(request)).body.code).toBe('E1004')
    const again = await there.call('points/issue', content)
    expect(again.body).toEqual({ ...first.body, replayed: true })
    const changed = await there.call('points/issue', { ...content, amount: 900 })
    expect(changed.body.code).toBe('E1409')
    const codes: string[] = []
    for (let round = 0; round < 8; round += 1) {
      const client = inTurn([here, there], round)
      codes.push((await client.call('points/issue', world.common({ member: { memberNo: world.members[1] }, amount: 100 }))).body.code)
    }
    expect(codes.filter((code) => code === '0000').length).toBeLessThan(8)
    expect(codes.slice(-2)).toEqual(['E1007', 'E1007'])
  })
})
