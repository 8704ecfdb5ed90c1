// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Health } from '../../../answers/health.ts'
import { renderConsole } from '../../testing/renderConsole.tsx'

afterEach(() => {
  cleanup()
  delete document.documentElement.dataset.preparing
})

/** By its name: a notice of another test may still be on the page, and shows its time in the same role. */
const startName = { name: /^(正在準備示範資料|系統啟動中)$/ }
const signIn = () => screen.getByRole('button', { name: '登入' }) as HTMLButtonElement

it('the sign-in page says how far the start is, and lets people in when the server is ready', async () => {
  document.documentElement.dataset.preparing = ''
  let health: Health = { status: 'preparing', preparing: { text: '正在準備示範資料', percent: 40 } }
  renderConsole('/login', { answers: { 'GET /healthz': () => health } })
  expect((await screen.findByRole('progressbar', { name: '正在準備示範資料' })).getAttribute('aria-valuenow')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('progressbar', startName).getAttribute('aria-valuenow')).toBe('40'))
  expect(signIn().disabled).toBe(true)
  health = { status: 'ok' }
  await waitFor(() => expect(screen.queryByRole('progressbar', startName)).toBeNull(), { timeout: 10_000 })
  expect(signIn().disabled).toBe(false)
})

it('the sign-in page of a server that is ready asks nothing', async () => {
  const page = renderConsole('/login')
  await screen.findByRole('heading', { name: '登入' })
  expect(page.sent.filter(({ call }) => call === 'GET /healthz')).toEqual([])
})
