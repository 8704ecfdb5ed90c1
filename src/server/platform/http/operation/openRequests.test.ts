import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { awaitOpenRequests } from './openRequests.ts'

it('lets a stop wait for the answers that are on their way', async () => {
  const app = Fastify({ forceCloseConnections: true })
  let finish: (text: string) => void = () => undefined
  const arrived = new Promise<void>((resolve) => {
    app.get('/slow', () => {
      resolve()
      return new Promise<string>((answer) => {
        finish = answer
      })
    })
  })
  awaitOpenRequests(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/slow`)
  await arrived
  const stopped = app.close()
  finish('stored')
  expect(await (await answer).text()).toBe('stored')
  await stopped
})
