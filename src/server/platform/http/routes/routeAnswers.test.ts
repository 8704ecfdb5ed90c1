import Fastify from 'fastify'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { contentAnswer, guardAnswers, noContent } from './routeAnswers.ts'

const Told = Type.Object({ told: Type.String() })

async function start(response?: object, answer: object = { told: 'a', kept: 'b' }, status = 200) {
  const app = Fastify()
  guardAnswers(app)
  app.setErrorHandler((error: Error, _request, reply) => reply.code(500).type('text/plain').send(error.message))
  const schema = response ? { schema: { response } } : {}
  app.get('/a', { config: { permission: 'public' }, ...schema }, (_request, reply) => reply.code(status).send(answer))
  await app.ready()
  return app
}

describe('a route of code', () => {
  it.each([
    ['no answer', undefined],
    ['refusals only', { 404: Told }],
    ['no status at all', {}],
  ])('stops the start when it declares %s, and says where schemas are', async (_what, response) => {
    await expect(start(response)).rejects.toThrow(/route GET \/a: .*src\/answers/)
  })

  it.each([
    ['an object', { 200: Told }],
    ['a file', { 200: contentAnswer('application/zip') }],
    ['nothing', noContent],
    ['the same at every success', { '2xx': Told }],
  ])('starts when it declares %s', async (_what, response) => {
    await expect(start(response)).resolves.toBeDefined()
  })

  it('sends what its schema names and leaves the rest out', async () => {
    const app = await start({ 200: Told })
    expect((await app.inject('/a')).json()).toEqual({ told: 'a' })
  })

  it('fails where it answers with a status that it does not declare', async () => {
    const app = await start({ 200: Told }, { told: 'a' }, 201)
    const answer = await app.inject('/a')
    expect([answer.statusCode, answer.body]).toEqual([500, 'GET /a declares no answer 201'])
  })

  it('refuses in the texts of fields without declaring it', async () => {
    const app = await start({ 200: Told }, { name: '名稱 必填' }, 400)
    expect((await app.inject('/a')).json()).toEqual({ name: '名稱 必填' })
  })
})
