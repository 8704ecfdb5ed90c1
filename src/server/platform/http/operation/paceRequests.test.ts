import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outsideTransaction } from '../../database/guardedPool.ts'
import { currentPace } from '../../database/workKind.ts'
import { paceRequests } from './paceRequests.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  paceRequests(app)
  app.get('/pace', async () => ({ pace: currentPace() }))
  app.post('/pace', async () => {
    const timer = await outsideTransaction(async () => currentPace())
    return { pace: currentPace(), timer }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** Sends the body in two pieces, as a network does. */
function post(body: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path: '/pace', method: 'POST', headers }, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      resolve(text)
    })
    call.once('error', reject)
    call.write(body.slice(0, 5), () => setImmediate(() => call.end(body.slice(5))))
  })
}

describe('paceRequests', () => {
  it('makes what a request asks interactive, also behind a body, but not what it only starts', async () => {
    expect((await app.inject('/pace')).json()).toEqual({ pace: 'interactive' })
    expect(JSON.parse(await post(JSON.stringify({ some: 'body' })))).toEqual({ pace: 'interactive', timer: 'background' })
    expect(currentPace()).toBe('background')
  })
})
