// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { columnOf, screenOf } from '../../../language/testing/screenFactory.ts'
import { createFakeHttp } from '../../testing/fakeHttp.ts'
import { renderConsole } from '../../testing/renderConsole.tsx'
import { ListView } from '../ListView.tsx'

afterEach(cleanup)

it('names with the row of totals what they leave out', async () => {
  const columns = [
    columnOf({ field: 'points', title: '點數' }),
    columnOf({ field: 'status', title: '狀態', dictionary: { name: 'Status' } }),
  ]
  const screen = screenOf({ list: { columns, totals: ['points'], totalsOf: { 'row.status': { ne: '9' } } } })
  const rows = [{ id: 1, rowVersion: 1, points: 5, status: '9' }]
  const http = createFakeHttp((call) =>
    call.path === '/api/shared/dictionary'
      ? [{ key: '9', value: '已作廢' }]
      : { totalCount: 1, pageIndex: 0, pageSize: 25, rows, totals: { points: 0 } },
  )
  renderConsole(<ListView screen={screen} version={0} onChanged={() => {}} onOpenForm={() => {}} />, { http })
  expect(await page.findByRole('rowheader', { name: /^總計\s?（不含已作廢）$/ })).toBeDefined()
})
