// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderConsole } from '../testing/renderConsole.tsx'
import { originOf } from './origin.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

describe('protected routes', () => {
  for (const place of ['/', '/noticeboard', '/_company/companies', '/settings/code_table', '/no/such/place']) {
    it(`lead a signed-out visitor of ${place} to /login`, async () => {
      const page = renderConsole(place)
      await waitFor(() => expect(page.place()).toBe('/login'))
    })
  }

  for (const place of ['/', '/nowhere', '/a/b/c', '/no/such']) {
    it(`lead a signed-in user from ${place} to the notice board`, async () => {
      const page = renderConsole(place, { claims: {} })
      await waitFor(() => expect(page.place()).toBe('/noticeboard'))
    })
  }
})

describe('originOf', () => {
  it('takes protected paths of this origin and nothing else', () => {
    expect(originOf({ from: '/_company/companies?status=1' })).toBe('/_company/companies?status=1')
    for (const from of ['https://evil.test/', '//evil.test/x', '/\\evil.test', 'javascript:alert(1)', '/login', 7, undefined])
      expect(originOf({ from }), String(from)).toBe('/noticeboard')
    expect(originOf(null)).toBe('/noticeboard')
  })
})

describe('page500', () => {
  it('says that the server is not connected and offers both ways on', async () => {
    renderConsole('/page500')
    expect(await screen.findByRole('heading', { name: '主機沒有連線' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '重新整理' }).getAttribute('href')).toBe('/noticeboard')
    expect(screen.getByRole('link', { name: '回登入頁' }).getAttribute('href')).toBe('/login')
  })
})
