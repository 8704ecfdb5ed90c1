// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'react-toastify/unstyled'
import { afterEach, describe, expect, it } from 'vitest'
import { problemOfAnswer } from '../../../client/http/errorCatalogue.ts'
import { createAccessToken } from '../../../client/testing/accessToken.ts'
import { renderConsole } from '../../testing/renderConsole.tsx'

afterEach(() => {
  toast.dismiss()
  cleanup()
  localStorage.clear()
})

const tokenAnswer = (claims: Record<string, unknown> = {}) => ({
  access_token: createAccessToken(claims),
  refresh_token: 'r',
  expires_in: 600,
})

async function signIn(username = 'admin', password = 'Secret-123') {
  await userEvent.type(await screen.findByLabelText('帳號'), username)
  await userEvent.type(screen.getByLabelText('密碼'), password)
  await userEvent.click(screen.getByRole('button', { name: '登入' }))
}

describe('the login page', () => {
  it('asks for account and password only after an attempt', async () => {
    renderConsole('/login')
    await screen.findByRole('heading', { name: '登入' })
    expect(screen.queryByText('帳號 必填')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '登入' }))
    expect([screen.queryByText('帳號 必填') !== null, screen.queryByText('密碼 必填') !== null]).toEqual([true, true])
  })

  it('goes to the notice board after a sign-in and names the page', async () => {
    const page = renderConsole('/login', { answers: { 'POST /connect/token': tokenAnswer({ fullname: '王小明' }) } })
    await signIn()
    expect(await screen.findByText('王小明')).toBeTruthy()
    expect(page.place()).toBe('/noticeboard')
    await waitFor(() => expect(document.title).toBe('公告欄｜點數管理後台'))
  })

  it('goes back to where the visitor was kept from, with its filter', async () => {
    const page = renderConsole('/_authority/change_password?x=1', { answers: { 'POST /connect/token': tokenAnswer() } })
    await signIn()
    await waitFor(() => expect(page.place()).toBe('/_authority/change_password?x=1'))
  })

  it('shows the counted text of a wrong password and stays', async () => {
    const page = renderConsole('/login', {
      answers: {
        'POST /connect/token': () => {
          throw problemOfAnswer({ status: 400, code: null, body: { error: 'invalid_grant', err: '2' } })
        },
      },
    })
    await signIn()
    expect(await screen.findByText('❌ 帳號密碼輸入錯誤（第2次），請注意密碼輸入錯誤5次以上時會鎖住帳號。')).toBeTruthy()
    expect(page.place()).toBe('/login')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '登入' }).disabled).toBe(false)
  })

  it('leads a user who must change the password to /change_password, and nowhere else', async () => {
    const configuration = JSON.stringify({ askedChangePassword: true })
    const page = renderConsole('/login', { answers: { 'POST /connect/token': tokenAnswer({ configuration }) } })
    await signIn()
    expect(await screen.findByText('請先變更密碼，才能繼續使用系統。')).toBeTruthy()
    act(() => page.navigation.push('/noticeboard'))
    await waitFor(() => expect(page.place()).toBe('/change_password'))
  })

  it('warns of a password that ends soon', async () => {
    const configuration = JSON.stringify({ askedWarnPassword: true, limitDate: '2025-06-30' })
    renderConsole('/login', { answers: { 'POST /connect/token': tokenAnswer({ configuration }) } })
    await signIn()
    expect(await screen.findByText('密碼將於 2025-06-30 到期，請儘早變更。')).toBeTruthy()
  })

  it('links to the forgotten password', async () => {
    renderConsole('/login')
    expect((await screen.findByRole('link', { name: '忘記密碼' })).getAttribute('href')).toBe('/forget_password')
  })
})
