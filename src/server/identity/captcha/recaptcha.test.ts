import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRecaptcha } from './recaptcha.ts'

const now = new Date('2026-01-05T01:00:00Z')
const good = { success: true, action: 'register', hostname: 'points.example.com', score: 0.9 }

let google: Server
let verifyUrl: string
let asked: string[] = []
let answer: { status: number; body: string; location?: string }

async function handle(request: IncomingMessage): Promise<void> {
  asked.push(`${request.method} ${request.headers['content-type']} ${await text(request)}`)
}

beforeAll(async () => {
  google = createServer((request, response) => {
    void handle(request).then(() =>
      response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end(answer.body),
    )
  })
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
  verifyUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}/recaptcha/api/siteverify`
})
afterAll(() => new Promise((resolve) => google.close(resolve)))
beforeEach(() => {
  asked = []
  answer = { status: 200, body: JSON.stringify(good) }
})

const check = (token: string, url = verifyUrl) =>
  createRecaptcha({ siteKey: 'site', secretKey: 'secret key', verifyUrl: url }, 'points.example.com').check('register', token, now)

describe('reCAPTCHA', () => {
  it('gives the browser the public key only', async () => {
    const provider = createRecaptcha({ siteKey: 'site', secretKey: 'secret', verifyUrl }, 'points.example.com')
    expect(await provider.challenge('register', now)).toEqual({ kind: 'recaptcha', siteKey: 'site' })
  })

  it('asks Google with secret and token, and remembers the token so that it passes once', async () => {
    const passed = await check('token-1')
    expect(asked).toEqual(['POST application/x-www-form-urlencoded;charset=UTF-8 secret=secret+key&response=token-1'])
    expect(passed?.expiresAt.getTime()).toBeGreaterThan(now.getTime() + 2 * 60_000)
    expect((await check('token-1'))?.nonce).toBe(passed?.nonce)
    expect((await check('token-2'))?.nonce).not.toBe(passed?.nonce)
  })

  it('refuses a token of another form, of another site, of a machine, and what Google refuses', async () => {
    for (const change of [
      { success: false, 'error-codes': ['timeout-or-duplicate'] },
      { action: 'login' },
      { hostname: 'evil.example.com' },
      { score: 0.4 },
      { score: undefined },
    ]) {
      answer = { status: 200, body: JSON.stringify({ ...good, ...change }) }
      expect(await check('token'), JSON.stringify(change)).toBeUndefined()
    }
  })

  it('asks nobody about an empty answer', async () => {
    expect(await check(' ')).toBeUndefined()
    expect(asked).toEqual([])
  })

  it('lets nobody pass unchecked when Google errs, sends elsewhere, answers nonsense or cannot be reached', async () => {
    const refusal = { status: 503, body: '驗證服務暫時無法使用，請稍後再試。' }
    for (const wrong of [
      { status: 500, body: JSON.stringify(good) },
      { status: 302, body: '', location: verifyUrl },
      { status: 200, body: 'not json' },
      { status: 200, body: ' '.repeat(20_000) },
    ]) {
      answer = wrong
      await expect(check('token')).rejects.toMatchObject(refusal)
    }
    await expect(check('token', 'http://127.0.0.1:1/siteverify')).rejects.toMatchObject(refusal)
  })
})
