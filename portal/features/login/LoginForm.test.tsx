// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { toast } from 'react-toastify/unstyled'
import { afterEach, describe, expect, it } from 'vitest'
import { HttpProblem } from '../../../src/client/http/problem.ts'
import { isStrongPassword, passwordInputMax } from '../../../src/rules/newPassword.ts'
import { plannedHttp, renderPortal } from '../../shared/testing.tsx'
import { LoginForm } from './LoginForm.tsx'

afterEach(() => {
  toast.dismiss()
  cleanup()
})

const wrong = new HttpProblem({ kind: 'text', status: 400, code: 'invalid_grant', text: '帳號密碼輸入錯誤（第1次）' })
const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: '登入' })))
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('signing in as a member', () => {
  it('cuts no password that can be set, whose 64 characters may be longer than 64', () => {
    expect([isStrongPassword('😀Aa1'.repeat(16)), '😀Aa1'.repeat(16).length]).toEqual([true, 80])
    renderPortal(<LoginForm onSignedIn={() => undefined} onForgotten={() => undefined} />, { http: plannedHttp({}), path: '/member_login' })
    expect(screen.getByLabelText<HTMLInputElement>(/密碼/).maxLength).toBeGreaterThanOrEqual(passwordInputMax)
  })

  it('says what is missing only after a try, and wants a captcha after two wrong ones without calling it forgotten', async () => {
    const http = plannedHttp({ post: () => Promise.reject(wrong) })
    renderPortal(<LoginForm onSignedIn={() => undefined} onForgotten={() => undefined} />, { http, path: '/member_login' })
    expect(screen.queryByText('密碼 必填')).toBeNull()
    await press()
    expect(screen.getByText('密碼 必填')).toBeTruthy()
    type(/統一編號/, '04595257')
    type(/帳號/, 'hr@example.com')
    type(/密碼/, 'wrong')
    await press()
    await press()
    expect(screen.queryByText('我不是機器人 必填')).toBeNull()
    expect(document.querySelector('.captcha-field')).not.toBeNull()
    expect(document.body.textContent).not.toContain('驗證碼')
  })
})
