import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { subjectOfVisitor } from './antiForgery.ts'

/** What a visitor's browser gets, and the subject under which the server knows it. */
async function visit(isSecure: boolean, cookie = '') {
  const app = Fastify()
  app.get('/', async (request, reply) => ({ subject: subjectOfVisitor(request, reply, isSecure) }))
  const answer = await app.inject({ url: '/', headers: { cookie } })
  await app.close()
  return { cookie: answer.headers['set-cookie'], subject: answer.json<{ subject: string }>().subject }
}

describe('the cookie of a visitor', () => {
  it('belongs to this host alone behind TLS, and to no script', async () => {
    const { cookie, subject } = await visit(true)
    expect(cookie).toMatch(/^__Host-visitor=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
    expect(await visit(true, String(cookie).split(';')[0])).toEqual({ cookie: undefined, subject })
  })

  it('the cookie of a visitor has a name that browsers take without TLS', async () => {
    expect((await visit(false)).cookie).toMatch(/^visitor=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Strict$/)
  })

  it('the cookie of a visitor is not taken from what another host of the domain could have set', async () => {
    const planted = `visitor=${'a'.repeat(32)}`
    expect((await visit(true, planted)).subject).not.toBe(`visitor:${'a'.repeat(32)}`)
  })
})
