// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { renderConsole } from '../../testing/renderConsole.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const notice = {
  id: 7,
  title: '投影機 等候核准借出',
  text: '王小明 申請借用到 2026-03-01。',
  address: '/_example/loans?record=LN202602-001&form=view',
  createdAt: '2026-02-01T02:03:04Z',
  isRead: false,
}
const page = { rows: [notice, { ...notice, id: 6, title: '相機 已核准借出', text: null, isRead: true }], totalCount: 9, unreadCount: 1 }

describe('notices on the notice board', () => {
  it('notices on the notice board lead to their records, and say which are new', async () => {
    renderConsole('/noticeboard', { claims: {}, answers: { 'GET /api/noticeboard/notices/0/5': page } })
    const board = within(await screen.findByRole('region', { name: '我的通知' }))
    expect(board.getByText('1 則未讀')).toBeTruthy()
    expect(board.getByRole('link', { name: notice.title }).getAttribute('href')).toBe(notice.address)
    expect(board.getByText(notice.text)).toBeTruthy()
    expect(board.getAllByRole('img', { name: '未讀' })).toHaveLength(1)
  })

  it('notices on the notice board can be marked as read at once, and earlier ones asked for', async () => {
    const user = userEvent.setup()
    const { sent } = renderConsole('/noticeboard', {
      claims: {},
      answers: {
        'GET /api/noticeboard/notices/0/5': page,
        'GET /api/noticeboard/notices/0/25': { ...page, rows: [...page.rows, { ...notice, id: 5, title: '更早的' }] },
        'POST /api/noticeboard/notices/read': null,
      },
    })
    await user.click(await screen.findByRole('button', { name: '較早的通知' }))
    expect(await screen.findByRole('link', { name: '更早的' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '全部標為已讀' }))
    const marked = sent.find(({ call }) => call === 'POST /api/noticeboard/notices/read')
    expect(marked?.body).toEqual({ until: 7 })
  })

  it('notices on the notice board take no place when there are none', async () => {
    renderConsole('/noticeboard', { claims: {} })
    await screen.findByRole('heading', { name: '公告欄' })
    expect(screen.queryByRole('region', { name: '我的通知' })).toBeNull()
  })
})
