import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

let server: TestServer
let shift = 0

beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + shift) }
  server = await startTestServer({ demo: true, listen: true, clock })
})
afterAll(() => server.close())

interface OpenStream {
  isOver(): boolean
  /** Resolves when the server ends the stream; otherwise the test runs into its time limit. */
  readonly over: Promise<void>
}

async function open(session: TestSession): Promise<OpenStream> {
  const answer = await fetch(`${server.baseUrl}/api/screens/events`, { headers: { authorization: `Bearer ${session.accessToken}` } })
  expect(answer.status).toBe(200)
  let isOver = false
  const over = answer.text().then(() => {
    isOver = true
  })
  return { isOver: () => isOver, over }
}

const setUser = (userName: string, change: Parameters<typeof sql>[1]) =>
  sql`update app_user set ${change} where user_name = ${userName}`.execute(server.database.db)

describe('streams of events', () => {
  it('streams of events are five per sign-in: of sixty the oldest are closed', async () => {
    const session = await signIn(server, 'cs01')
    const streams: OpenStream[] = []
    for (let round = 0; round < 60; round += 1) streams.push(await open(session))
    await Promise.all(streams.slice(0, 55).map(({ over }) => over))
    expect(streams.slice(55).map((stream) => stream.isOver())).toEqual([false, false, false, false, false])
  })

  const endings: Readonly<Record<string, (session: TestSession) => Promise<unknown>>> = {
    'signing out': (session) => session.post('/api/account/user_action_log', { action: '登出', userActionType: 1 }),
    'being disabled': () => setUser('ops01', sql`status = '0', is_enabled = false`),
    'being locked by an administrator': () => setUser('fin01', sql`status = '2', locked_until = null`),
    'another role': () => setUser('mkt01', sql`roles = '["CS"]'::jsonb, user_version = user_version + 1`),
    'the end of the session': (session) =>
      sql`update session set expires_at = now() where id = ${String(session.claims.sid)}`.execute(server.database.db),
  }
  const accounts = ['aud01', 'ops01', 'fin01', 'mkt01', 'fm01']

  it('streams of events end with what lets their owner in, and those of others go on', async () => {
    const untouched = await open(await signIn(server, 'admin'))
    const ends = Object.entries(endings).map(async ([name, end], index) => {
      const session = await signIn(server, accounts[index] ?? '')
      const stream = await open(session)
      await end(session)
      await stream.over
      expect([name, (await session.get('/api/account/users/me/functions')).statusCode]).toEqual([name, expect.toBeOneOf([401, 423])])
    })
    await Promise.all(ends)
    expect(untouched.isOver()).toBe(false)
  })

  it('streams of events end with the token', async () => {
    const stream = await open(await signIn(server, 'fm02'))
    shift = 11 * 60_000
    await stream.over
  })

  it('streams of events have no HEAD, which would open one that nobody reads', async () => {
    const { accessToken } = await signIn(server, 'fin02')
    const answer = await server.inject({ method: 'HEAD', url: '/api/screens/events', headers: { authorization: `Bearer ${accessToken}` } })
    expect(answer.statusCode).toBe(404)
  })
})
