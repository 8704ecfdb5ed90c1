// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadDraft, portalOwner, saveDraft } from '../../../src/client/drafts.ts'
import { HttpProblem } from '../../../src/client/http/problem.ts'
import { createStoredSession } from '../../../src/client/session/storedSession.ts'
import { createAccessToken } from '../../../src/client/testing/accessToken.ts'
import { createPortalStorage, portalPrefix } from '../../app/portalStorage.ts'
import { plannedHttp } from '../testing.tsx'
import { createMemberSession } from './memberSession.ts'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const credentials = { taxNumber: '04595257', username: 'hr@example.com', password: 'Demo!2025' }
const tokens = { access_token: createAccessToken({ sub: '7', fullname: '人資主任' }), refresh_token: 'refresh', expires_in: 600 }

function createSession() {
  const stored = createStoredSession(createPortalStorage(localStorage))
  const session = createMemberSession(stored, portalPrefix)
  const seen: (string | undefined)[] = []
  const unsubscribe = session.subscribe(() => seen.push(session.current()?.sub))
  return { stored, session, seen, unsubscribe }
}

async function signedIn() {
  const made = createSession()
  const post = vi.fn(async () => tokens)
  await made.session.signIn(plannedHttp({ post: post as never }), credentials)
  return { ...made, post }
}

describe('the session of a member', () => {
  it('begins with nobody, and with who is stored after a reload', async () => {
    expect(createSession().session.current()).toBeNull()
    await signedIn()
    expect(createSession().session.current()).toMatchObject({ sub: '7', fullname: '人資主任' })
  })

  it('signs in with tax ID, account and password, and a captcha only when there is one', async () => {
    const { session, post, seen } = await signedIn()
    const form = (post.mock.calls as unknown as [string, URLSearchParams][])[0]?.[1]
    expect(Object.fromEntries(form ?? [])).toEqual({
      tax_number: '04595257',
      username: 'hr@example.com',
      password: 'Demo!2025',
      client_id: 'portal',
      grant_type: 'password',
      scope: 'openid email phone profile offline_access roles loyalty_api portal',
    })
    expect([session.current()?.sub, seen]).toEqual(['7', ['7']])
    await session.signIn(plannedHttp({ post: post as never }), { ...credentials, captcha: 'answer' })
    expect((post.mock.calls as unknown as [string, URLSearchParams][])[1]?.[1].get('captcha')).toBe('answer')
  })

  it('the session of a member stays as it was when the sign-in is refused, and keeps no password', async () => {
    const { session, seen } = createSession()
    const refused = new HttpProblem({ kind: 'text', status: 400, code: 'invalid_grant', text: '帳號密碼輸入錯誤!' })
    await expect(session.signIn(plannedHttp({ post: () => Promise.reject(refused) }), credentials)).rejects.toBe(refused)
    expect([session.current(), seen, localStorage.length]).toEqual([null, [], 0])
    await signedIn()
    expect(JSON.stringify({ ...localStorage })).not.toContain('Demo!2025')
  })

  it('the session of a member is the same object until somebody else signs in', async () => {
    const { session } = await signedIn()
    expect(session.current()).toBe(session.current())
  })

  it('the session of a member ends at once when it signs out, whatever the server answers, and forgets the drafts', async () => {
    const { session, stored, seen } = await signedIn()
    saveDraft('/member', { serialNo: 'AAAA' }, portalOwner)
    await session.signOut(plannedHttp({ post: () => Promise.reject(new Error('down')) }))
    expect([session.current(), stored.readTokens(), stored.readUser(), seen.at(-1), loadDraft('/member', portalOwner)]).toEqual([
      null,
      null,
      null,
      undefined,
      undefined,
    ])
  })

  it('the session of a member leaves the console and the cookie notice of the same browser alone', async () => {
    const { session } = await signedIn()
    localStorage.setItem('tokens', 'of staff')
    localStorage.setItem('cookie', '1')
    session.forget()
    expect({ ...localStorage }).toEqual({ tokens: 'of staff', cookie: '1' })
  })

  it('notices another tab signing in or out, until nobody listens', async () => {
    const { session, seen, unsubscribe } = createSession()
    await signedIn()
    const tell = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))
    tell('tokens')
    expect(seen).toEqual([])
    tell(`${portalPrefix}tokens`)
    expect(seen).toEqual(['7'])
    localStorage.clear()
    tell(null)
    expect([session.current(), seen]).toEqual([null, ['7', undefined]])
    unsubscribe()
    await signedIn()
    tell(`${portalPrefix}tokens`)
    expect(seen).toHaveLength(2)
  })
})
