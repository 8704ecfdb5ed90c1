// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'react-toastify/unstyled'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CaptchaChallenge } from '../../../answers/account.ts'
import { HttpProblem } from '../../../client/http/problem.ts'
import { smallCaptcha } from '../../../client/testing/smallCaptcha.ts'
import { renderConsole } from '../../testing/renderConsole.tsx'

afterEach(() => {
  toast.dismiss()
  cleanup()
  localStorage.clear()
})

async function typePasswords(wanted: string, repeated: string) {
  // The first page of a run is compiled while the test waits.
  await userEvent.type(await screen.findByLabelText('新密碼', {}, { timeout: 10_000 }), wanted)
  await userEvent.type(screen.getByLabelText('確認新密碼'), repeated)
}

describe('changing the password', () => {
  it('refuses a weak or differently repeated password before sending', async () => {
    const page = renderConsole('/_authority/change_password', { claims: { sub: '42' } })
    await typePasswords('short', 'other')
    await userEvent.click(screen.getByRole('button', { name: '確定' }))
    for (const text of ['目前密碼 必填', '密碼須為10至64碼，且含大寫、小寫、數字、符號至少三種。', '兩次輸入的新密碼不同。'])
      expect(screen.queryByText(text), text).not.toBeNull()
    expect(page.sent.some(({ call }) => call.includes('updatepassword'))).toBe(false)
  })

  it('sends the own id and goes to /login, as the server ended every session', async () => {
    const page = renderConsole('/change_password', { claims: { sub: '42' }, answers: { 'PUT /api/account/users/updatepassword/42': {} } })
    await userEvent.type(await screen.findByLabelText('目前密碼'), 'old')
    await typePasswords('Right-Horse-9', 'Right-Horse-9')
    await userEvent.click(screen.getByRole('button', { name: '確定' }))
    expect(await screen.findByText('✅ 作業完成!')).toBeTruthy()
    await waitFor(() => expect(page.place()).toBe('/login'))
    expect(page.sent.find(({ call }) => call.includes('updatepassword'))?.body).toEqual({
      currentPassword: 'old',
      newPassword: 'Right-Horse-9',
      confirmPassword: 'Right-Horse-9',
    })
  })

  it('asks a visitor who is not signed in to sign in', async () => {
    renderConsole('/change_password')
    expect(await screen.findByRole('link', { name: '登入' })).toBeTruthy()
  })
})

describe('a forgotten password', () => {
  let captcha: CaptchaChallenge
  beforeAll(async () => {
    captcha = await smallCaptcha()
  })
  const tick = async () => {
    await userEvent.click(await screen.findByRole('checkbox', { name: '我不是機器人' }))
    expect(await screen.findByText('驗證完成')).toBeTruthy()
  }

  it('sends account, mail address and captcha, and shows the one answer', async () => {
    const text = '若資料正確，系統將寄送重設密碼信件。'
    const page = renderConsole('/forget_password', {
      answers: { 'GET /api/account/captcha': captcha, 'POST /api/account/createForgetPasswordEMail': text },
    })
    await userEvent.type(await screen.findByLabelText('帳號'), 'mary')
    await userEvent.type(screen.getByLabelText('電子郵件'), 'mary@example.test')
    await tick()
    await userEvent.click(screen.getByRole('button', { name: '送出' }))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(page.sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      username: 'mary',
      email: 'mary@example.test',
      captcha: expect.stringMatching(/^[\w+/]{300,}=*$/),
    })
  })

  it('shows a refused captcha at its field and fetches another one', async () => {
    const page = renderConsole('/forget_password', {
      answers: {
        'GET /api/account/captcha': captcha,
        'POST /api/account/createForgetPasswordEMail': () => {
          throw new HttpProblem({ kind: 'fields', status: 400, code: 'M06', text: '驗證失敗', fields: { captcha: '驗證失敗' } })
        },
      },
    })
    await userEvent.type(await screen.findByLabelText('帳號'), 'mary')
    await userEvent.type(screen.getByLabelText('電子郵件'), 'mary@example.test')
    await tick()
    await userEvent.click(screen.getByRole('button', { name: '送出' }))
    expect(await screen.findByText('驗證失敗')).toBeTruthy()
    await waitFor(() => expect(page.sent.filter(({ call }) => call === 'GET /api/account/captcha')).toHaveLength(2))
  })

  it('refuses what is no mail address', async () => {
    renderConsole('/forget_password', { answers: { 'GET /api/account/captcha': captcha } })
    await userEvent.type(await screen.findByLabelText('電子郵件'), 'nobody')
    await userEvent.click(screen.getByRole('button', { name: '送出' }))
    expect(await screen.findByText('電子郵件格式錯誤.')).toBeTruthy()
  })

  it('sets the new password with the token of the mail', async () => {
    const page = renderConsole('/forget_password?t=abc', { answers: { 'PUT /api/account/users/updateForgetPassword': {} } })
    await typePasswords('Right-Horse-9', 'Right-Horse-9')
    await userEvent.click(screen.getByRole('button', { name: '確定' }))
    await waitFor(() => expect(page.place()).toBe('/login'))
    expect(page.sent.at(-1)?.body).toEqual({ token: 'abc', newPassword: 'Right-Horse-9', confirmPassword: 'Right-Horse-9' })
  })
})

describe('the help desk form', () => {
  it('fixes the account unless the permission is held', async () => {
    renderConsole('/_authority/forget_password', { claims: { name: 'mary' } })
    expect((await screen.findByLabelText<HTMLInputElement>('帳號')).readOnly).toBe(true)
    cleanup()
    renderConsole('/_authority/forget_password', { claims: { name: 'mary', permission: 'authority.users.resetpassword' } })
    expect((await screen.findByLabelText<HTMLInputElement>('帳號')).readOnly).toBe(false)
  })
})
