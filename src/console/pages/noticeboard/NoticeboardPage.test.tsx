// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { HttpProblem } from '../../../client/http/problem.ts'
import { renderConsole } from '../../testing/renderConsole.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const row = { id: 5, isPinned: true, category: '4', title: '系統維護', startAt: '2025-01-31T16:00:00Z', isRead: false }

/** What the page asked of the list of announcements; other parts of the page ask whenever they are ready. */
const asksForAnnouncements = (page: ReturnType<typeof renderConsole>) =>
  page.sent.filter(({ call }) => call.startsWith('GET /api/noticeboard/announcements/0/')).map(({ params }) => params)

describe('the notice board', () => {
  it('marks unread announcements and reads one when it is unfolded, without its scripts', async () => {
    const page = renderConsole('/noticeboard', {
      claims: {},
      answers: {
        'GET /api/noticeboard/announcements/0/25': { totalCount: 1, rows: [row] },
        'GET /api/noticeboard/announcements/5': { ...row, image: null, content: '<p>今晚<script>alert(1)</script>維護</p>' },
        'POST /api/noticeboard/announcements/5/read': '',
        'PUT /api/shared/dictionary': [{ key: '4', value: '維護通知' }],
      },
    })
    expect(await screen.findByRole('img', { name: '未讀' })).toBeTruthy()
    expect([screen.queryByText('置頂') !== null, screen.queryByText('2025-02-01 00:00:00') !== null]).toEqual([true, true])
    await userEvent.click(screen.getByRole('button', { name: '展開 系統維護' }))
    await waitFor(() => expect(document.querySelector('.announcement-content')?.innerHTML).toContain('<p>今晚維護</p>'))
    expect(screen.queryByRole('img', { name: '未讀' })).toBeNull()
    expect(screen.getByRole('button', { name: '收合 系統維護' }).textContent).toBe('收合')
    expect(page.sent.some(({ call }) => call === 'POST /api/noticeboard/announcements/5/read')).toBe(true)
  })

  it('filters by category through the address', async () => {
    const page = renderConsole('/noticeboard', { claims: {}, answers: { 'PUT /api/shared/dictionary': [{ key: '4', value: '維護通知' }] } })
    await screen.findByRole('option', { name: '維護通知' })
    await userEvent.selectOptions(screen.getByLabelText('類別'), '4')
    await waitFor(() => expect(page.place()).toBe('/noticeboard?category=4'))
    await waitFor(() => expect(asksForAnnouncements(page).at(-1)).toEqual({ category: '4' }))
    expect(screen.getByText('查無資料')).toBeTruthy()
  })

  it('finds announcements by title and time, asks nothing for a range that ends before it begins, and shows all again', async () => {
    const page = renderConsole('/noticeboard?startAtFrom=2025-02-01', { claims: {}, answers: {} })
    await userEvent.type(await screen.findByRole('searchbox', { name: '關鍵字' }), '維護{Enter}')
    await waitFor(() => expect(asksForAnnouncements(page).at(-1)).toEqual({ title: '維護', startAtFrom: '2025-02-01' }))
    const asked = asksForAnnouncements(page).length
    fireEvent.change(screen.getByLabelText('公告時間迄'), { target: { value: '2025-01-31' } })
    expect((await screen.findByRole('alert')).textContent).toBe('迄日不可早於起日。')
    expect(asksForAnnouncements(page).length).toBe(asked)
    await userEvent.click(screen.getByRole('button', { name: '清除條件' }))
    await waitFor(() => expect([page.place(), asksForAnnouncements(page).at(-1)]).toEqual(['/noticeboard', {}]))
  })

  it('links work that waits to its screen with the filter set', async () => {
    const card = { key: 'adjustments', title: '待審調整單', count: 3, uri: '/_points/adjustments?status=2' }
    renderConsole('/noticeboard', { claims: {}, answers: { 'GET /api/noticeboard/todo': [card] } })
    const link = await screen.findByRole('link', { name: /待審調整單/ })
    expect([link.getAttribute('href'), link.textContent]).toEqual(['/_points/adjustments?status=2', '3待審調整單'])
  })

  it('offers to try again when the announcements cannot be read', async () => {
    let isBroken = true
    renderConsole('/noticeboard', {
      claims: {},
      answers: {
        'GET /api/noticeboard/announcements/0/25': () => {
          if (isBroken) throw new HttpProblem({ kind: 'text', status: 500, code: null, text: '系統發生錯誤' })
          return { totalCount: 1, rows: [row] }
        },
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('系統發生錯誤')
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: '重試' }))
    expect(await screen.findByText('系統維護')).toBeTruthy()
  })
})
