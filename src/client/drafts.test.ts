// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { clearAllDrafts, clearDraft, clearDraftsWithOtherTabs, draftForLater, draftKeys, loadDraft, saveDraft } from './drafts.ts'
import { storeUser } from './testing/storedUser.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('drafts', () => {
  it('belong to a user', () => {
    storeUser('1')
    saveDraft('/_company/companies:create', { companyName: '日日好' })
    storeUser('2')
    expect(loadDraft('/_company/companies:create')).toBeUndefined()
    storeUser('1')
    expect(loadDraft('/_company/companies:create')).toEqual({ companyName: '日日好' })
    clearDraft('/_company/companies:create')
    expect(loadDraft('/_company/companies:create')).toBeUndefined()
  })

  it('drafts of an app with users of its own do not depend on who is signed in at the console', () => {
    saveDraft('/exchange', { name: '王' }, 'portal')
    storeUser('1')
    expect([loadDraft('/exchange', 'portal'), loadDraft('/exchange')]).toEqual([{ name: '王' }, undefined])
    clearDraft('/exchange', 'portal')
    expect(loadDraft('/exchange', 'portal')).toBeUndefined()
  })

  it('drafts are found by the beginning of their key, each user its own', () => {
    storeUser('2')
    saveDraft('/_company/companies:edit:7', { companyName: '別人的' })
    storeUser('1')
    saveDraft('/_company/companies:create:new', { companyName: '日日好' })
    saveDraft('/_company/companies_old:create:new', { companyName: '日日好' })
    expect(draftKeys('/_company/companies:')).toEqual(['/_company/companies:create:new'])
  })

  it('drafts never hold passwords', () => {
    storeUser()
    saveDraft('x', { userName: 'a', newPassword: 'p', rows: [{ apiSecret: 's', name: 'n' }] })
    expect(loadDraft('x')).toEqual({ userName: 'a', rows: [{ name: 'n' }] })
  })

  it('drafts of nobody are not stored', () => {
    saveDraft('/_company/companies:create', { companyName: '日日好' })
    expect(sessionStorage).toHaveLength(0)
  })

  it('drafts that were typed before a session ended are still written, those from before a sign-out are not', () => {
    storeUser('1')
    const write = draftForLater('/a')
    localStorage.clear()
    write({ name: '王' })
    storeUser('1')
    expect(loadDraft('/a')).toEqual({ name: '王' })
    write(null)
    expect(loadDraft('/a')).toBeUndefined()
    const lateWrite = draftForLater('/a')
    clearAllDrafts('console')
    lateWrite({ name: '王' })
    expect(loadDraft('/a')).toBeUndefined()
  })

  it('drafts of the console go at its sign-out, those of the portal stay, and the other way round', () => {
    storeUser('1')
    const both = () => [loadDraft('/a') !== undefined, loadDraft('/b', 'portal') !== undefined]
    const type = () => {
      saveDraft('/a', { name: '王' })
      saveDraft('/b', { name: '王' }, 'portal')
    }
    type()
    clearAllDrafts('console')
    expect(both()).toEqual([false, true])
    type()
    clearAllDrafts('portal')
    expect(both()).toEqual([true, false])
  })

  it('drafts go when another tab signs out, which leaves nothing in local storage', () => {
    storeUser('1')
    const stop = clearDraftsWithOtherTabs()
    const signOutElsewhere = (app: string | null) => window.dispatchEvent(new StorageEvent('storage', { key: 'signedOut', newValue: app }))
    saveDraft('/a', { name: '王' })
    signOutElsewhere(null)
    signOutElsewhere('portal')
    expect(loadDraft('/a')).toEqual({ name: '王' })
    signOutElsewhere('console')
    expect(loadDraft('/a')).toBeUndefined()
    stop()
    saveDraft('/a', { name: '王' })
    signOutElsewhere('console')
    expect(loadDraft('/a')).toEqual({ name: '王' })
    const before = Object.keys(localStorage)
    clearAllDrafts('console')
    expect(Object.keys(localStorage)).toEqual(before)
  })
})
