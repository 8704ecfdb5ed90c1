// @vitest-environment jsdom
import { cleanup, screen as page, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { Subscription } from '../../../answers/subscriptions.ts'
import type { ResolvedAction } from '../../../language/resolved.ts'
import { columnOf, filterOf, screenOf } from '../../../language/testing/screenFactory.ts'
import { createFakeHttp } from '../../testing/fakeHttp.ts'
import { renderConsole } from '../../testing/renderConsole.tsx'
import { ListView } from '../ListView.tsx'

afterEach(cleanup)

const stored: Subscription = {
  ...{
    id: 7,
    uri: '/_test/things',
    screenTitle: '東西',
    title: '每週東西',
    query: 'name=王',
    contents: 'rows',
    group: null,
    format: 'csv',
  },
  ...{ range: { field: 'madeAt', span: 'week' }, every: 'week', day: 3, hour: 9, skipsEmpty: true, isEnabled: true },
  ...{ nextAt: '2026-03-11T01:00:00Z', lastAt: '2026-03-04T01:00:00Z', lastCount: 1200, problem: null, rowVersion: 4 },
}
const exporting = { kind: 'builtIn', action: 'export', name: 'export', label: '匯出', place: 'toolbar' } as unknown as ResolvedAction

interface Drawn {
  readonly rows?: readonly Subscription[]
  readonly permissions?: readonly string[]
  readonly address?: string
  /** The list shows the last days only, unless somebody asks for others. */
  readonly isPeriodic?: boolean
}

function draw({ rows = [], permissions = ['test.things.export'], address = '/', isPeriodic = true }: Drawn = {}) {
  let kept = rows
  const http = createFakeHttp((call) => {
    if (call.path.endsWith('/preferences')) return { version: 2, columns: [] }
    if (call.path === '/api/subscriptions' && call.method === 'GET') return { email: 'me@example.com', rows: kept }
    if (call.path.startsWith('/api/subscriptions')) {
      if (call.method === 'DELETE') kept = []
      return {}
    }
    return { totalCount: 1, pageIndex: 0, pageSize: 25, rows: [{ id: 1, name: '王' }], totals: {} }
  })
  const ignore = () => undefined
  const madeAt = filterOf({
    field: 'madeAt',
    title: '建立日期',
    kind: 'date',
    op: 'between',
    ...(isPeriodic && { default: { lastDays: 7 } }),
  })
  const list = { columns: [columnOf({ field: 'name', title: '名稱' })], filters: [filterOf({ field: 'name', title: '名稱' }), madeAt] }
  const screen = screenOf({ list, actions: [exporting] })
  renderConsole(<ListView screen={screen} version={0} onChanged={ignore} onOpenForm={ignore} />, { http, address, permissions })
  const sent = (method: string) => http.calls.filter((call) => call.method === method && call.path.startsWith('/api/subscriptions'))
  return { user: userEvent.setup(), sent }
}

async function open(user: ReturnType<typeof userEvent.setup>) {
  await page.findByText('王')
  await user.click(page.getByRole('button', { name: '我的檢視' }))
  await user.click(await page.findByRole('button', { name: '定期寄送…' }))
  return page.findByRole('dialog', { name: '定期寄送' })
}

describe('subscriptions of a list', () => {
  it('subscriptions of a list are offered only to those who may export it', async () => {
    const { user } = draw({ permissions: [] })
    await page.findByText('王')
    await user.click(page.getByRole('button', { name: '我的檢視' }))
    await page.findByRole('button', { name: '儲存為新檢視…' })
    expect(page.queryByRole('button', { name: '定期寄送…' })).toBeNull()
  })

  it('a new one asks for what the list shows, with the days before it is sent', async () => {
    const { user, sent } = draw({ address: '/?name=王&madeAtFrom=2026-01-01&madeAtTo=2026-01-31' })
    await open(user)
    await page.findByText('尚未設定任何定期寄送。')
    await user.click(page.getByRole('button', { name: '新增定期寄送' }))
    const form = await page.findByRole('dialog', { name: '新增定期寄送' })
    await user.clear(within(form).getByLabelText('名稱'))
    await user.click(within(form).getByRole('button', { name: '確定' }))
    expect(within(form).getByRole('alert').textContent).toContain('名稱')
    await user.type(within(form).getByLabelText('名稱'), ' 王的東西 ')
    await user.selectOptions(within(form).getByLabelText('頻率'), '每週')
    await user.selectOptions(within(form).getByLabelText('寄送日'), '週三')
    await user.selectOptions(within(form).getByLabelText('寄送時間'), '09:00')
    await user.click(within(form).getByRole('button', { name: '確定' }))
    await page.findByRole('dialog', { name: '定期寄送' })
    const { uri, title, query, range, every, day, hour } = sent('POST').map(({ body }) => body as Subscription)[0] ?? stored
    expect({ uri, title, range, every, day, hour }).toEqual({
      ...{ uri: '/_test/things', title: '王的東西', range: { field: 'madeAt', span: 'week' } },
      ...{ every: 'week', day: 3, hour: 9 },
    })
    expect(new URLSearchParams(query).get('name')).toBe('王')
  })

  it('a new one of a list without a period is about all that the list shows', async () => {
    const { user } = draw({ isPeriodic: false })
    await open(user)
    await user.click(await page.findByRole('button', { name: '新增定期寄送' }))
    const form = await page.findByRole('dialog', { name: '新增定期寄送' })
    const period = within(form).getByLabelText<HTMLSelectElement>('資料期間')
    expect(period.selectedOptions[0]?.textContent).toBe('依查詢條件')
  })

  it('a stored one tells its rhythm and its last file, keeps its conditions when it is changed, and can be stopped and removed', async () => {
    const { user, sent } = draw({ rows: [stored] })
    const dialog = await open(user)
    const row = await within(dialog).findByText('每週三 09:00 · 清單明細 · 建立日期為前一週（一至日）的資料 · CSV')
    expect(row.parentElement?.textContent).toContain('下次 2026-03-11 09:00；上次 2026-03-04 09:00，1,200 筆')
    await user.click(within(dialog).getByRole('button', { name: '修改「每週東西」' }))
    const form = await page.findByRole('dialog', { name: '修改定期寄送' })
    expect(within(form).getByText('以設定時的查詢條件與排序產生。')).toBeDefined()
    await user.selectOptions(within(form).getByLabelText('資料期間'), '依查詢條件')
    await user.click(within(form).getByRole('button', { name: '確定' }))
    await user.click(await page.findByRole('button', { name: '停用「每週東西」' }))
    expect(sent('PUT').map(({ body }) => body)).toMatchObject([
      { query: 'name=王', range: null, isEnabled: true, rowVersion: 4 },
      { range: { field: 'madeAt', span: 'week' }, isEnabled: false, rowVersion: 4 },
    ])
    await user.click(page.getByRole('button', { name: '刪除「每週東西」' }))
    await page.findByText('確定要刪除這項定期寄送嗎？')
    await user.click(page.getByRole('button', { name: '確定' }))
    await page.findByText('尚未設定任何定期寄送。')
    expect(sent('DELETE')).toHaveLength(1)
  })

  it('one of another screen leads there, and one that could not be sent says why', async () => {
    const problem = '您沒有匯出「別的」的權限。'
    const { user } = draw({ rows: [{ ...stored, uri: '/_test/other', screenTitle: '別的', problem, lastCount: null }] })
    const dialog = await open(user)
    expect((await within(dialog).findByRole('link', { name: '別的' })).getAttribute('href')).toBe('/_test/other')
    expect(within(dialog).getByText(/未能寄送：您沒有匯出/)).toBeDefined()
    expect(within(dialog).queryByRole('button', { name: /修改/ })).toBeNull()
  })
})
