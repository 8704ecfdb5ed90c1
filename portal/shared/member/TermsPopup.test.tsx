// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { toast } from 'react-toastify/unstyled'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { HttpClient } from '../../../src/client/http/httpClient.ts'
import { HttpProblem } from '../../../src/client/http/problem.ts'
import { memberSession, plannedHttp, renderPortal, stubDialogs } from '../testing.tsx'
import { MemberGate } from './MemberGate.tsx'

beforeAll(stubDialogs)
afterEach(() => {
  toast.dismiss()
  cleanup()
})

const home = { companyName: '晨曦科技', corporateNo: 'E000001', balance: 0, expiring30: 0, expiringDate: null }
const version = (policyVersion: string) => ({ ...home, openTerms: { policyVersion, privacyVersion: '2025.1' } })

/** A home page with these terms, one answer after the other; the last one is repeated. */
async function renderHome(homes: readonly object[], post: HttpClient['post'] = (async () => ({})) as never) {
  let reads = 0
  const get = async () => homes[Math.min(reads++, homes.length - 1)]
  const http = plannedHttp({ get: get as never, post })
  await act(
    async () => void renderPortal(<MemberGate>{() => <p>會員首頁</p>}</MemberGate>, { http, session: memberSession('7'), path: '/member' }),
  )
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })))
const checkbox = () => screen.getByRole<HTMLInputElement>('checkbox', { hidden: true })

describe('terms in a new version', () => {
  it('terms in a new version are agreed to before the home page is seen', async () => {
    await renderHome([version('2026.1'), { ...home, openTerms: null }])
    expect(screen.queryByText('會員首頁')).toBeNull()
    await act(async () => void fireEvent.click(checkbox()))
    await press('同意')
    expect(screen.getByText('會員首頁')).toBeTruthy()
  })

  it('terms in a new version that changed meanwhile are asked for anew, and the popup says so itself', async () => {
    const refusal = new HttpProblem({ kind: 'text', status: 409, code: 'TERMS', text: '條款已更新，請重新整理頁面，閱讀後再同意。' })
    await renderHome([version('2026.1'), version('2026.2')], () => Promise.reject(refusal))
    await act(async () => void fireEvent.click(checkbox()))
    await press('同意')
    expect([checkbox().checked, screen.getByText(/版本 2026\.2/).tagName]).toEqual([false, 'P'])
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe(refusal.text)
  })

  it('terms in a new version are agreed to once, however fast somebody clicks', async () => {
    const post = vi.fn(async () => ({}))
    await renderHome([version('2026.1')], post as never)
    await act(async () => void fireEvent.click(checkbox()))
    const button = screen.getByRole('button', { name: '同意', hidden: true })
    await act(async () => {
      fireEvent.click(button)
      fireEvent.click(button)
    })
    expect(post).toHaveBeenCalledTimes(1)
  })

  it('terms in a new version that are refused lead out, with the words of every sign-out', async () => {
    await renderHome([version('2026.1')])
    await press('登出')
    expect(screen.getByTestId('place').textContent).toContain('/member_login')
    expect(await screen.findByText(/登出成功!/)).toBeTruthy()
  })
})
