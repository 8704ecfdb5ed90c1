// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { waitingNotices } from '../../client/notices.ts'
import { transitionOf } from '../../language/testing/screenFactory.ts'
import { drawActions } from './testing.tsx'

afterEach(() => {
  cleanup()
  // What a test without a place of notices tells must not be found by the next one.
  waitingNotices.forget()
})

describe('actions on several rows', () => {
  it('asks with the number of rows and shows a verdict for each', async () => {
    const answer = {
      results: [
        { id: 4, label: 'A10', ok: true, message: '' },
        { id: 1, label: 'A2', ok: true, message: '' },
        { id: 2, label: 'A3', ok: false, message: '目前狀態不可執行此作業，請重新查詢後再試。' },
      ],
      okCount: 2,
      failedCount: 1,
    }
    const { http, user } = drawActions({
      actions: [transitionOf('close', { label: '結案' })],
      place: 'bulkActions',
      server: (call) => (call.path === '/api/test/things/close' ? answer : undefined),
    })
    await page.findByText('甲')
    await user.click(page.getByRole('checkbox', { name: '全選' }))
    await user.click(page.getByRole('button', { name: '結案' }))
    expect(await page.findByText('確定要處理選取的 2 筆資料嗎？')).toBeDefined()
    await user.click(page.getByRole('button', { name: '確定' }))
    const verdicts = within(await page.findByRole('dialog'))
    expect(verdicts.getByText('成功 2 筆，失敗 1 筆')).toBeDefined()
    expect(verdicts.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['A3', 'A2', 'A10'])
    expect(verdicts.getByText('目前狀態不可執行此作業，請重新查詢後再試。')).toBeDefined()
    expect(http.calls.find((call) => call.path === '/api/test/things/close')?.body).toEqual({ ids: [1, 2], rowVersions: { 1: 3, 2: 5 } })
  })

  it('takes all that match the conditions when asked to, not only the page', async () => {
    const verdicts = { results: [], okCount: 0, failedCount: 0 }
    const { http, user } = drawActions({
      actions: [transitionOf('close', { label: '結案' })],
      place: 'bulkActions',
      address: '/?name=x',
      server: (call) => (call.path === '/api/test/things/close' ? verdicts : undefined),
    })
    await page.findByText('甲')
    await user.click(page.getByRole('checkbox', { name: '選取 甲' }))
    await user.click(page.getByRole('button', { name: '選取符合條件的全部 2 筆' }))
    expect(page.getByRole('checkbox', { name: '選取 乙' })).toHaveProperty('checked', true)
    await user.click(page.getByRole('button', { name: '結案' }))
    await user.click(await page.findByRole('button', { name: '確定' }))
    await waitFor(() =>
      expect(http.calls.find((call) => call.path === '/api/test/things/close')?.body).toEqual({ query: 'name=x', matching: 2 }),
    )
    await waitFor(() => expect(page.getByText('請先選取資料。')).toBeDefined())
  })
})
