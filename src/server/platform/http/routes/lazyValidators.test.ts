import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { LazyValidators } from './lazyValidators.ts'

/** An app with two routes: one that takes a list of numbers, and one whose schema cannot be compiled. */
function open() {
  const validators = new LazyValidators()
  const app = Fastify({
    ajv: { customOptions: { coerceTypes: 'array' } },
    schemaController: { compilersFactory: { buildValidator: validators.buildValidator } },
  })
  app.post('/numbers', { schema: { body: { type: 'array', items: { type: 'integer' }, maxItems: 2 } } }, async ({ body }) => ({ body }))
  app.post('/broken', { schema: { body: { $ref: '#/$defs/none' } } }, async () => 'never')
  return { app, validators }
}

it('checks and coerces a request as a validator that was compiled at the start', async () => {
  const { app } = open()
  const send = (body: unknown) => app.inject({ method: 'POST', url: '/numbers', payload: JSON.stringify(body), headers })
  const headers = { 'content-type': 'application/json' }
  expect((await send(['1', 2])).json()).toEqual({ body: [1, 2] })
  expect((await send('7')).json()).toEqual({ body: [7] })
  expect((await send([1, 2, 3])).json()).toMatchObject({ statusCode: 400, message: 'body must NOT have more than 2 items' })
  expect((await send([1])).json()).toEqual({ body: [1] })
})

it('a schema that cannot be compiled does not stop the start, and is found when the rest is compiled', async () => {
  const { app, validators } = open()
  await app.ready()
  await expect(validators.compileRest()).rejects.toThrow('none')
})

it('what was compiled once is not compiled again', async () => {
  const validators = new LazyValidators()
  let count = 0
  const macro = () => {
    count += 1
    return true
  }
  const app = Fastify({
    ajv: { onCreate: (ajv) => ajv.addKeyword({ keyword: 'counted', macro }) },
    schemaController: { compilersFactory: { buildValidator: validators.buildValidator } },
  })
  app.get('/', { schema: { querystring: { type: 'object', counted: true } } }, async () => 'here')
  await app.ready()
  expect(count).toBe(0)
  for (const url of ['/?a=1', '/?a=2']) expect((await app.inject({ url })).statusCode).toBe(200)
  await validators.compileRest()
  expect(count).toBe(1)
})
