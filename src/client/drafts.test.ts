// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { clearDraft, draftKeys, loadDraft, saveDraft } from './drafts.ts'
import { parseAccessToken } from './session/claims.ts'
import { createStoredSession } from './session/storedSession.ts'
import { createAccessToken } from './testing/accessToken.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

function signInAs(sub: string) {
  createStoredSession(localStorage).saveUser(parseAccessToken(createAccessToken({ sub })).user)
}

describe('drafts', () => {
  it('belong to a user', () => {
    signInAs('1')
    saveDraft('/_company/companies:create', { companyName: '日日好' })
    signInAs('2')
    expect(loadDraft('/_company/companies:create')).toBeUndefined()
    signInAs('1')
    expect(loadDraft('/_company/companies:create')).toEqual({ companyName: '日日好' })
    clearDraft('/_company/companies:create')
    expect(loadDraft('/_company/companies:create')).toBeUndefined()
  })

  it('drafts of an app with users of its own do not depend on who is signed in at the console', () => {
    saveDraft('/exchange', { name: '王' }, 'portal')
    signInAs('1')
    expect([loadDraft('/exchange', 'portal'), loadDraft('/exchange')]).toEqual([{ name: '王' }, undefined])
    clearDraft('/exchange', 'portal')
    expect(loadDraft('/exchange', 'portal')).toBeUndefined()
  })

  it('drafts are found by the beginning of their key, each user its own', () => {
    signInAs('2')
    saveDraft('/_company/companies:edit:7', { companyName: '別人的' })
    signInAs('1')
    saveDraft('/_company/companies:create:new', { companyName: '日日好' })
    saveDraft('/_company/companies_old:create:new', { companyName: '日日好' })
    expect(draftKeys('/_company/companies:')).toEqual(['/_company/companies:create:new'])
  })

  it('drafts never hold passwords', () => {
    saveDraft('x', { userName: 'a', newPassword: 'p', rows: [{ apiSecret: 's', name: 'n' }] })
    expect(loadDraft('x')).toEqual({ userName: 'a', rows: [{ name: 'n' }] })
  })
})
