import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createAccessTokens } from './accessToken.ts'

const key = new Uint8Array(32).fill(1)
const tokens = createAccessTokens(key, 10)
const subject = { userId: 42, sessionId: 'ab'.repeat(16), userVersion: 3 }
const now = new Date('2026-01-05T01:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('access tokens', () => {
  it('carry subject, session and version', async () => {
    const token = await tokens.sign(subject, { fullname: '王小明' }, now)
    expect(await tokens.read(token, now)).toEqual({ kind: 'valid', access: { ...subject, expiresAt: later(10 * 60 + 30) } })
  })

  it('access tokens end after their life and a little leeway', async () => {
    const token = await tokens.sign(subject, {}, now)
    expect((await tokens.read(token, later(10 * 60 + 20))).kind).toBe('valid')
    expect((await tokens.read(token, later(10 * 60 + 40))).kind).toBe('expired')
  })

  it('access tokens are refused with another key, another type or no signature', async () => {
    const other = await createAccessTokens(new Uint8Array(32), 10).sign(subject, {}, now)
    expect((await tokens.read(other, now)).kind).toBe('bad')
    const untyped = await new SignJWT({ sid: 'x', ver: 1 }).setProtectedHeader({ alg: 'HS256' }).setSubject('42').sign(key)
    expect((await tokens.read(untyped, now)).kind).toBe('bad')
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${Buffer.from('{"sub":"42"}').toString('base64url')}.`
    expect((await tokens.read(none, now)).kind).toBe('bad')
  })

  it('access tokens are refused when they were made for or by somebody else', async () => {
    const seconds = Math.floor(now.getTime() / 1000)
    const made = (audience: string, issuer: string) =>
      new SignJWT({ sid: subject.sessionId, ver: subject.userVersion })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject('42')
        .setIssuer(issuer)
        .setAudience(audience)
        .setNotBefore(seconds)
        .setExpirationTime(seconds + 600)
        .sign(key)
    const readingOf = async (audience: string, issuer: string) => (await tokens.read(await made(audience, issuer), now)).kind
    expect(await readingOf('loyalty_api', 'loyalty-back-office')).toBe('valid')
    expect(await readingOf('other_api', 'loyalty-back-office')).toBe('bad')
    expect(await readingOf('loyalty_api', 'other')).toBe('bad')
  })
})
