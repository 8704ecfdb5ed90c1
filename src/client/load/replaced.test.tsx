// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { late } from './late.tsx'
import { isReplaced } from './replaced.ts'

const missing = '這個部分無法載入，請確認網路連線後重試；若仍無法載入，請重新整理畫面。'
const page = (script: string) => async () => new Response(`<script type="module" crossorigin src="/assets/${script}"></script>`)

beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/assets/console-old.js"></script>'
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  document.head.innerHTML = ''
  vi.restoreAllMocks()
})

it('a newer version is known by the script of its page; the same page, none and a refusal are no newer version', async () => {
  vi.stubGlobal('fetch', page('console-new.js'))
  expect(await isReplaced()).toBe(true)
  for (const answer of [
    page('console-old.js'),
    () => Promise.reject(new TypeError('offline')),
    async () => new Response('', { status: 503 }),
  ]) {
    vi.stubGlobal('fetch', answer)
    expect(await isReplaced()).toBe(false)
  }
})

it('a part that a newer version has taken away says so, and offers to load the page again', async () => {
  vi.stubGlobal('fetch', page('console-new.js'))
  const Part = late<object>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  render(<Part />)
  expect(await screen.findByText('系統已更新，請先送出或記下未完成的內容，再重新整理畫面。')).toBeDefined()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['重新整理'])
})

it('a part that only the connection keeps away is asked for again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  const Part = late<object>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  render(<Part />)
  expect(await screen.findByText(missing)).toBeDefined()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['重試'])
})
