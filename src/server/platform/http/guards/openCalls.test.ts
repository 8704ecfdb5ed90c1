import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Actor } from '../../actor.ts'
import { systemActor } from '../../actor.ts'
import { handleErrors } from '../errorHandler.ts'
import { limitOpenCalls } from './openCalls.ts'

/** A server whose calls wait until the test lets them go on. */
async function slowServer() {
  const app = Fastify()
  handleErrors(app)
  app.decorateRequest('actor', null as unknown as Actor)
  app.addHook('onRequest', async (request) => {
    const id = Number(request.headers['x-user'])
    if (id > 0) request.actor = { ...systemActor, id }
  })
  limitOpenCalls(app)
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  app.post('/slow', () => gate.then(() => 'done'))
  await app.ready()
  const call = (user: number, large = false) =>
    app.inject({ method: 'POST', url: '/slow', headers: { 'x-user': String(user) }, payload: { text: 'x'.repeat(large ? 300_000 : 1) } })
  return { app, call, letGo: () => letGo() }
}

const statusesOf = async (answers: readonly ReturnType<Awaited<ReturnType<typeof slowServer>>['call']>[]) =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode)

it('answers a hundred calls of a person at a time, and refuses more until some are done', async () => {
  const { app, call, letGo } = await slowServer()
  const first = Array.from({ length: 100 }, () => call(1))
  await sleep(20)
  expect((await call(1)).statusCode).toBe(429)
  const [other, visitor] = [call(2), call(0)]
  await sleep(20)
  letGo()
  expect(new Set(await statusesOf([...first, other, visitor]))).toEqual(new Set([200]))
  expect((await call(1)).statusCode).toBe(200)
  await app.close()
})

it('keeps few large bodies per person and in all', async () => {
  const { app, call, letGo } = await slowServer()
  const users = [1, 2, 3, 4, 5]
  const large = users.flatMap((user) => Array.from({ length: 3 }, () => call(user, true)))
  await sleep(20)
  expect((await call(1, true)).statusCode).toBe(429)
  const last = call(6, true)
  await sleep(20)
  expect((await call(7, true)).statusCode).toBe(429)
  letGo()
  expect(new Set(await statusesOf([...large, last]))).toEqual(new Set([200]))
  expect((await call(7, true)).statusCode).toBe(200)
  await app.close()
})
