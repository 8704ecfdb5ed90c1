// @vitest-environment jsdom
import { createStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadDraft, saveDraft } from '../drafts.ts'
import type { HttpClient } from '../http/httpClient.ts'
import { HttpProblem } from '../http/problem.ts'
import { notify } from '../notices.ts'
import { permissionsAtom, sessionAtom } from '../session/sessionAtoms.ts'
import { createStoredSession } from '../session/storedSession.ts'
import { createAccessToken } from '../testing/accessToken.ts'
import { createSessionActions } from './sessionActions.ts'

const answer = { access_token: createAccessToken({ permission: 'a.b.view' }), refresh_token: 'r', expires_in: 600 }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

function createPage(post: (path: string, body: unknown) => Promise<unknown>) {
  const store = createStore()
  const session = createStoredSession(localStorage)
  const http = { post } as unknown as HttpClient
  return { store, session, actions: createSessionActions({ store, session, http, clientId: 'console' }) }
}

describe('signIn', () => {
  it('goes from logging in to logged in and stores the session', async () => {
    const states: string[] = []
    let form = ''
    const page = createPage(async (_path, body) => {
      form = String(body)
      states.push(page.store.get(sessionAtom).state)
      return answer
    })
    const user = await page.actions.signIn('admin', 'secret word')
    states.push(page.store.get(sessionAtom).state)
    expect(states).toEqual(['loggingIn', 'loggedIn'])
    expect(user.fullname).toBe('王小明')
    expect(form).toBe(
      'username=admin&password=secret+word&client_id=console&grant_type=password&scope=openid+email+phone+profile+offline_access+roles+loyalty_api',
    )
    expect(page.store.get(permissionsAtom)).toEqual(new Set(['a.b.view']))
    expect(page.session.readTokens()?.refresh_token).toBe('r')
    expect(JSON.stringify(localStorage)).not.toContain('secret word')
  })

  it('who could not sign in is logged out', async () => {
    const page = createPage(async () => {
      throw new HttpProblem({ kind: 'text', status: 400, code: null, text: '帳號密碼輸入錯誤!' })
    })
    await expect(page.actions.signIn('admin', 'x')).rejects.toMatchObject({ text: '帳號密碼輸入錯誤!' })
    expect(page.store.get(sessionAtom).state).toBe('loggedOut')
  })

  it('says why the session has ended in another tab, and nothing after a sign-out there', async () => {
    const page = createPage(async () => answer)
    await page.actions.signIn('admin', 'x')
    const stop = page.actions.followOtherTabs()
    const tell = vi.spyOn(notify, 'error').mockReturnValue()
    window.dispatchEvent(new StorageEvent('storage', { key: 'endReason', newValue: null }))
    expect(tell).not.toHaveBeenCalled()
    window.dispatchEvent(new StorageEvent('storage', { key: 'endReason', newValue: '連線逾時，請重新登入' }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'tokens', newValue: null }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'endReason', newValue: '連線逾時，請重新登入' }))
    stop()
    expect(tell.mock.calls).toEqual([['連線逾時，請重新登入']])
    tell.mockRestore()
  })
})

describe('signOut', () => {
  it('writes the action log entry first, then clears storage, drafts and state', async () => {
    const sent: unknown[] = []
    const page = createPage(async (path, body) => {
      sent.push([path, body, page.session.readTokens() !== null])
      return answer
    })
    await page.actions.signIn('admin', 'x')
    saveDraft('/a', { name: 1 })
    await page.actions.signOut()
    expect(sent.at(-1)).toEqual(['/api/account/user_action_log', { action: '登出', userActionType: 1 }, true])
    expect([localStorage.length, sessionStorage.length, loadDraft('/a')]).toEqual([0, 0, undefined])
    expect(page.store.get(sessionAtom).state).toBe('loggedOut')
  })

  it('signs out although the server does not answer', async () => {
    const page = createPage(async (path) => {
      if (path === '/connect/token') return answer
      throw new HttpProblem({ kind: 'network', status: 0, code: null, text: '主機沒有連線' })
    })
    await page.actions.signIn('admin', 'x')
    await page.actions.signOut()
    expect(page.session.readTokens()).toBeNull()
  })
})

describe('resume', () => {
  it('takes up the stored session', async () => {
    const first = createPage(async () => answer)
    await first.actions.signIn('admin', 'x')
    const second = createPage(async () => answer)
    second.actions.resume()
    expect(second.store.get(sessionAtom)).toMatchObject({ state: 'loggedIn', user: { name: 'admin' } })
    expect(second.store.get(permissionsAtom)).toEqual(new Set(['a.b.view']))
  })
})

describe('followOtherTabs', () => {
  it('signs out when another tab did', async () => {
    const page = createPage(async () => answer)
    await page.actions.signIn('admin', 'x')
    const stop = page.actions.followOtherTabs()
    window.dispatchEvent(new StorageEvent('storage', { key: 'tokens', newValue: null }))
    stop()
    expect(page.store.get(sessionAtom).state).toBe('loggedOut')
  })
})
