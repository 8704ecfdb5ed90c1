import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { codeRoutes, fill } from './routeWalk.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ demo: true })
})
afterAll(() => server.close())

/** The same address to the router, another text to whoever reads it. */
const disguise = (path: string) => path.replace('/api/', '/%61pi/').replace('/connect/', '/%63onnect/')

describe('an address in disguise', () => {
  it('opens no door: percent-encoded letters of /api change nothing', async () => {
    const guarded = codeRoutes(server).filter(({ url, permission }) => url.startsWith('/api/') && permission !== 'public')
    expect(guarded.length).toBeGreaterThan(20)
    for (const { method, url } of guarded) {
      const answer = await server.inject({ method: method as 'GET', url: disguise(fill(url)) })
      expect([method, url, answer.statusCode]).toEqual([method, url, method === 'GET' ? 401 : 403])
    }
    expect((await server.inject('/%61pi/company/companies/0/5')).statusCode).toBe(401)
  })

  it('gets no double hyphen through, and no answer that may be kept', async () => {
    const answer = await server.inject('/%61pi/shared/code_table?category=a%2D-b')
    expect([answer.statusCode, answer.body]).toEqual([400, '有不合法字串'])
    expect((await server.inject('/%61pi/shared/code_table')).headers['cache-control']).toBe('no-store')
  })
})
