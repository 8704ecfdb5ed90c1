// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react'
import { toast } from 'react-toastify/unstyled'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpProblem } from '../../../src/client/http/problem.ts'
import { NoticeContainer } from '../../../src/client/NoticeContainer.tsx'
import { dismissErrors } from '../../../src/client/notices.ts'
import { keyReusedCode } from '../../../src/rules/refusalCodes.ts'
import { openPromise, renderPortalHook } from '../testing.tsx'
import { useSending } from './useSending.ts'

afterEach(() => {
  toast.dismiss()
  // Also removes toasts that no container has shown yet.
  dismissErrors()
  cleanup()
})

const refused = (details: Partial<ConstructorParameters<typeof HttpProblem>[0]>) =>
  Promise.reject(new HttpProblem({ kind: 'text', status: 409, code: null, text: '點數不足。', ...details }))

describe('a send', () => {
  it('goes once, however often a button is pressed before it is drawn disabled', async () => {
    const sending = renderPortalHook(() => useSending())
    const { promise, resolve } = openPromise<string>()
    const work = vi.fn(() => promise)
    const { send } = sending.current()
    await sending.act(() => {
      void send(work)
      void send(work)
      resolve('done')
    })
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('a send that was refused leads to the first field that is wrong', async () => {
    render(<input id="contactEmail" aria-label="電子郵件" />)
    const sending = renderPortalHook(() => useSending())
    await sending.act(() => sending.current().send(() => refused({ kind: 'fields', fields: { contactEmail: '此電子郵件已被使用。' } })))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '電子郵件' }))
    expect(sending.current().problems).toEqual({ contactEmail: '此電子郵件已被使用。' })
  })

  it('a send that works takes the errors of earlier tries away', async () => {
    render(<NoticeContainer app="portal" />)
    const sending = renderPortalHook(() => useSending())
    await sending.act(() => sending.current().send(() => refused({})))
    // Toasts that follow each other immediately are delayed by half a second.
    expect(await screen.findByText(/點數不足。/, {}, { timeout: 10_000 })).toBeTruthy()
    expect(toast.isActive('error:點數不足。')).toBe(true)
    await sending.act(() => sending.current().send(async () => 'done'))
    expect(toast.isActive('error:點數不足。')).toBe(false)
  })

  it('gives the draft another key when its own was used for other content, and only then', async () => {
    const renewKey = vi.fn()
    const sending = renderPortalHook(() => useSending({ draft: { renewKey } }))
    await sending.act(() => sending.current().send(() => refused({})))
    expect(renewKey).not.toHaveBeenCalled()
    await sending.act(() => sending.current().send(() => refused({ code: keyReusedCode })))
    expect(renewKey).toHaveBeenCalledTimes(1)
  })
})
