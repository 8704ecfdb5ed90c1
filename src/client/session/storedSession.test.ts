import { describe, expect, it } from 'vitest'
import { createAccessToken } from '../testing/accessToken.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { parseAccessToken } from './claims.ts'
import { createStoredSession } from './storedSession.ts'
import { parseTokenAnswer } from './tokens.ts'

const { user } = parseAccessToken(createAccessToken({ fullname: '王小明' }))

describe('createStoredSession', () => {
  it('gives back what it was given', () => {
    const session = createStoredSession(createMemoryStorage())
    const tokens = parseTokenAnswer({ access_token: 'a', refresh_token: 'r', expires_in: 600 }, 1000)
    session.saveTokens(tokens)
    session.saveUser(user)
    session.savePermissions(['一.二.view', 'b'])
    session.saveXsrfToken('x')
    expect(session.readTokens()).toEqual({ access_token: 'a', refresh_token: 'r', expiresAt: 601_000 })
    expect(session.readUser()).toEqual(user)
    expect(session.readPermissions()).toEqual(['一.二.view', 'b'])
    expect(session.readXsrfToken()).toBe('x')
  })

  it('stores the user obfuscated and the permissions encoded and reversed', () => {
    const storage = createMemoryStorage()
    const session = createStoredSession(storage)
    session.saveUser(user)
    session.savePermissions(['company.companies.view'])
    expect(storage.getItem('user')).not.toContain('admin')
    expect(atob(storage.getItem('user') ?? '')).not.toContain('admin')
    expect(atob([...(storage.getItem('permissions') ?? '')].reverse().join(''))).toBe('["company.companies.view"]')
  })

  it('reads damaged storage as signed out', () => {
    const storage = createMemoryStorage()
    for (const key of ['tokens', 'user', 'permissions']) storage.setItem(key, '%%%')
    const session = createStoredSession(storage)
    expect([session.readTokens(), session.readUser(), session.readPermissions()]).toEqual([null, null, []])
  })

  it('clears everything but the preferences of the device', () => {
    const storage = createMemoryStorage()
    for (const key of ['tokens', 'user', 'permissions', 'xsrfToken', 'other', 'theme', 'cookie']) storage.setItem(key, '"1"')
    createStoredSession(storage).clear('連線逾時，請重新登入')
    expect([storage.getItem('theme'), storage.getItem('cookie'), storage.length]).toEqual(['"1"', '"1"', 2])
  })
})

describe('parseTokenAnswer', () => {
  it('refuses an answer without tokens', () => {
    expect(() => parseTokenAnswer({ access_token: 'a' }, 0)).toThrow(TypeError)
  })
})
