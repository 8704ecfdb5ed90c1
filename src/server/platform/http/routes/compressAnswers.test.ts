import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { compressAnswers } from './compressAnswers.ts'

const text = '點數'.repeat(600)

function open() {
  const app = fastify()
  compressAnswers(app)
  app.get('/open', { config: { permission: 'public', compressed: true } }, async () => ({ text }))
  app.get('/short', { config: { permission: 'public', compressed: true } }, async () => ({ text: '短' }))
  app.get('/plain', { config: { permission: 'public' } }, async () => ({ text }))
  const read = (url: string, encoding = 'gzip, deflate, br') => app.inject({ url, headers: { 'accept-encoding': encoding } })
  return { app, read }
}

describe('the answer of a route that asks for it', () => {
  it('the answer is compressed, with its own length, for who can read it', async () => {
    const { headers, rawPayload } = await open().read('/open')
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding', 'content-length': String(rawPayload.byteLength) })
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual({ text })
  })

  it('stays as it is for others, and where it is short', async () => {
    const { read } = open()
    const whole = await read('/open', 'identity')
    expect([whole.headers['content-encoding'], whole.headers.vary, whole.json()]).toEqual([undefined, 'accept-encoding', { text }])
    expect((await read('/short')).headers['content-encoding']).toBeUndefined()
  })
})

it('other answers stay as they are', async () => {
  expect((await open().read('/plain')).headers['content-encoding']).toBeUndefined()
})

it('a route that is not public must not ask for it, because lengths could tell secrets', () => {
  const { app } = open()
  expect(() => app.get('/own', { config: { permission: 'signedIn', compressed: true } }, async () => ({ text }))).toThrow('only public')
})
