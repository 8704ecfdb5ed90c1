import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { guardSchemas, unbounded } from './routeSchema.ts'

const number = { type: 'integer', minimum: 0, maximum: 9 }
const object = (properties: object) => ({ type: 'object', properties, additionalProperties: false })

async function start(method: 'GET' | 'POST', url: string, schema?: object, config: object = {}) {
  const app = Fastify({ ajv: { customOptions: { removeAdditional: false } } })
  guardSchemas(app)
  app.route({ method, url, ...(schema ? { schema } : {}), config, handler: async () => 'done' })
  await app.ready()
  return app
}

describe('a route', () => {
  it.each([
    ['a place in its path that it does not declare', 'GET', '/a/:id/:child', { params: { type: 'object', properties: { id: number } } }],
    ['a number without range', 'GET', '/a', { querystring: object({ page: { type: 'integer', minimum: 0 } }) }],
    ['a text without length', 'POST', '/a', { body: object({ name: { type: 'string' } }) }],
    ['a list without end', 'POST', '/a', { body: object({ rows: { type: 'array', items: number } }) }],
    ['rows of anything', 'POST', '/a', { body: object({ rows: { type: 'array', maxItems: 3, items: {} } }) }],
    ['members of any name', 'POST', '/a', { body: { type: 'object', properties: {} } }],
    ['a choice with one side open', 'POST', '/a', { body: object({ name: { anyOf: [{ type: 'null' }, { type: 'string' }] } }) }],
    ['a password that would be cleaned', 'POST', '/a', { body: object({ newPassword: { type: 'string', maxLength: 9 } }) }],
    ['nothing said about its body', 'POST', '/a', undefined],
  ] as const)('a route with %s stops the start', async (_what, method, url, schema) => {
    await expect(start(method, url, schema)).rejects.toThrow(`route ${method} ${url}`)
  })

  it('a route that declares everything starts, and takes no query unless it says so', async () => {
    const app = await start('GET', '/a/:id', { params: { type: 'object', properties: { id: number } } })
    expect((await app.inject('/a/1')).statusCode).toBe(200)
    expect((await app.inject('/a/10')).statusCode).toBe(400)
    expect((await app.inject('/a/1?colour=red')).statusCode).toBe(400)
    await expect(start('POST', '/a', undefined, { takes: 'nothing' })).resolves.toBeDefined()
  })
})

describe('unbounded', () => {
  it('believes a pattern only when both ends are held and nothing repeats without end', () => {
    const judge = (pattern: string) => unbounded({ type: 'string', pattern }, 'x').length === 0
    expect(['^[12]$', '^CB[0-9]{10}$', '^[a-z]{1,60}$'].map(judge)).toEqual([true, true, true])
    expect(['[12]', '^a', '^a+$', '^a*$', '^a{2,}$', '^a|b$'].map(judge)).toEqual([false, false, false, false, false, false])
  })
})
