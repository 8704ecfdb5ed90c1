// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { toast } from 'react-toastify/unstyled'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HttpClient } from '../../../src/client/http/httpClient.ts'
import { HttpProblem } from '../../../src/client/http/problem.ts'
import { memberSession, plannedHttp, renderPortal, stubDialogs } from '../../shared/testing.tsx'
import ApplyPage from './ApplyPage.tsx'

const path = '/corporate_member_apply'
const home = { companyName: '晨曦科技', corporateNo: 'E000001', balance: 0, expiring30: 0, expiringDate: null, openTerms: null }
const options = { applyTypes: [], industries: [], expectedPoints: [], statuses: [], cities: [] }
const png = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const stored = {
  ...{ applyNo: 'EA202601050001', corporateNo: 'E000001', status: '3', reviewRemark: null, appliedAt: '2026-01-05T02:00:00Z' },
  ...{ taxNumber: '00060002', applyType: '1', companyName: '晨曦科技', responsiblePerson: '黃', industry: '1', expectedPoints: '1' },
  ...{ cityCode: '1', districtCode: '2', zipCode: '504', address: '彰山路299號', phoneArea: '02', phoneNumber: '29393425', phoneExt: null },
  ...{ contactName: '周', contactDept: '人資', contactTitle: null, contactMobile: '0900000013', contactEmail: 'hr@example.com' },
  ...{ invoiceEmail: 'hr@example.com', certificate: png, rowVersion: 4, hasPendingChange: false },
}

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  toast.dismiss()
  cleanup()
})

/** A server with the data of the member; `change` simulates a concurrent change. */
function ownServer() {
  const answers = { own: stored as Record<string, unknown> }
  const get = vi.fn(async (address: string) => {
    if (address.endsWith('/form_options')) return options
    return address.endsWith('/home') ? home : answers.own
  })
  const send = vi.fn()
  const http = plannedHttp({ get: get as never, send: send as HttpClient['send'] })
  return { http, send, get, change: (changes: object) => Object.assign(answers, { own: { ...answers.own, ...changes } }) }
}

const conflict = new HttpProblem({ kind: 'text', status: 409, code: 'M10', text: '資料已被其他人員修改，請重新查詢後再試。' })
const lost = new HttpProblem({ kind: 'network', status: 0, code: null, text: '主機沒有連線' })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: '更新資料' })))
const sentCall = (send: ReturnType<typeof vi.fn>, index: number) => send.mock.calls[index]?.[0] as Record<'body' | 'idempotencyKey', never>

describe('the own data of a member', () => {
  it('leads to the sign-in and back when the session ends, not to the page of visitors', async () => {
    const session = memberSession('77')
    const { http } = ownServer()
    await act(async () => void renderPortal(<ApplyPage />, { http, session, path }))
    expect(screen.getByLabelText('部門')).toHaveProperty('value', '人資')
    await act(async () => session.forget())
    expect(screen.getByTestId('place').textContent).toBe('/member_login {"from":"/corporate_member_apply"}')
  })

  it('the own data of a member is read again when somebody else changed it; what was typed stays and can be sent', async () => {
    const { http, send, change } = ownServer()
    await act(async () => void renderPortal(<ApplyPage />, { http, session: memberSession('77'), path }))
    type('職稱', '經理')
    send.mockRejectedValueOnce(conflict)
    change({ contactDept: '福委會', rowVersion: 5 })
    await save()
    expect([screen.getByLabelText('部門'), screen.getByLabelText('職稱')].map((field) => (field as HTMLInputElement).value)).toEqual([
      '福委會',
      '經理',
    ])
    send.mockResolvedValueOnce({ data: { ...stored, rowVersion: 6 } })
    await save()
    expect(sentCall(send, 1).body).toMatchObject({ contactTitle: '經理', contactDept: '福委會', rowVersion: 5 })
    expect(await screen.findByText(/資料已更新。/)).toBeTruthy()
  })

  it('the own data of a member goes out under the same key while its answer is lost, and under another one when it is changed', async () => {
    const { http, send } = ownServer()
    await act(async () => void renderPortal(<ApplyPage />, { http, session: memberSession('77'), path }))
    type('職稱', '經理')
    send.mockRejectedValue(lost)
    await save()
    await save()
    type('職稱', '協理')
    await save()
    const [first, second, third] = [0, 1, 2].map((index) => sentCall(send, index).idempotencyKey)
    expect([first === second, second === third]).toEqual([true, false])
  })

  it('the own data of a member does not send a name again while a change of it waits', async () => {
    const { http, send, change } = ownServer()
    await act(async () => void renderPortal(<ApplyPage />, { http, session: memberSession('77'), path }))
    type('負責人＊', '陳')
    type('職稱', '經理')
    send.mockRejectedValueOnce(conflict)
    change({ hasPendingChange: true, rowVersion: 5 })
    await save()
    send.mockResolvedValueOnce({ data: { ...stored, hasPendingChange: true, rowVersion: 6 } })
    await save()
    expect(sentCall(send, 1).body).toMatchObject({ responsiblePerson: '黃', contactTitle: '經理' })
  })
})

describe('a supplement', () => {
  const wanted = { ...stored, corporateNo: null, status: '2', reviewRemark: '請補正職稱', supplementBy: '2026-02-04' }
  const isDone = { kind: 'off' }

  /** Opens the form by number, tax ID and mailed code; the code may have been used before. */
  async function openSupplement() {
    const get = vi.fn(async (address: string) => (address.endsWith('/form_options') ? options : isDone))
    const post = vi.fn(async () => ({ ticket: 'ticket-of-half-an-hour', application: wanted }))
    await act(async () => void renderPortal(<ApplyPage />, { http: plannedHttp({ get: get as never, post: post as never }), path }))
    fireEvent.change(screen.getByLabelText(/申請編號/), { target: { value: wanted.applyNo } })
    fireEvent.change(screen.getByLabelText(/統一編號/), { target: { value: wanted.taxNumber } })
    const hint = screen.queryByText(/此分頁保留了尚未送出的補件內容/)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: '我已有驗證碼' })))
    fireEvent.change(screen.getByLabelText(/^驗證碼/, { selector: 'dialog input' }), { target: { value: '123456' } })
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: '確定' })))
    return { hasHint: hint !== null }
  }

  it('says until when it is waited for, and comes back after a reload once the code was given again', async () => {
    stubDialogs()
    expect(await openSupplement()).toEqual({ hasHint: false })
    expect(screen.getByText('2026-02-04')).toBeTruthy()
    type('職稱', '經理')
    cleanup()
    expect(await openSupplement()).toEqual({ hasHint: true })
    expect(screen.getByLabelText('職稱')).toHaveProperty('value', '經理')
    // Neither code nor ticket is stored in the browser.
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/123456|ticket-of-half-an-hour/)
  })
})
