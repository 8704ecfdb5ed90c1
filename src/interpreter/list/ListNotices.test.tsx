// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { columnOf, screenOf } from '../../language/testing/screenFactory.ts'
import { createFakeHttp } from '../testing/fakeHttp.ts'
import { renderConsole } from '../testing/renderConsole.tsx'
import { ListView } from './ListView.tsx'

afterEach(cleanup)

const views = [
  { name: 'all', title: '其他', filter: {} },
  { name: 'late', title: '逾期', filter: {}, notice: '{count} 張憑證已逾上傳期限。' },
]

function draw(late: number) {
  const http = createFakeHttp(({ path, params }) => {
    if (path.endsWith('/preferences')) return { version: 2, columns: [] }
    const isLate = new URLSearchParams(params as URLSearchParams).get('view') === 'late'
    return { totalCount: isLate ? late : 60, pageIndex: 0, pageSize: 25, rows: [{ id: 1, name: '王' }], totals: {} }
  })
  const ignore = () => undefined
  const screen = screenOf({ list: { columns: [columnOf({ field: 'name', title: '名稱' })], views } })
  renderConsole(<ListView screen={screen} version={0} onChanged={ignore} onOpenForm={ignore} />, { http })
  return http
}

it('a view with records tells how many, and opens', async () => {
  draw(1234)
  const notice = await page.findByText('1,234 張憑證已逾上傳期限。')
  await userEvent.setup().click(page.getByRole('button', { name: '查看' }))
  await waitFor(() => expect(page.getByTestId('address').textContent).toContain('view=late'))
  expect(notice.isConnected).toBe(false)
})

it('a view without records tells nothing', async () => {
  const http = draw(0)
  await page.findByText('王')
  await waitFor(() => expect(http.calls.filter(({ path }) => path.startsWith('/api/test/things/'))).toHaveLength(2))
  expect(page.queryByText(/逾上傳期限/)).toBeNull()
})
