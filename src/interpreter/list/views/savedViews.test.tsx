// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { ResolvedList } from '../../../language/resolved.ts'
import { columnOf, filterOf, screenOf } from '../../../language/testing/screenFactory.ts'
import { createFakeHttp, type FakeHttp } from '../../testing/fakeHttp.ts'
import { renderConsole } from '../../testing/renderConsole.tsx'
import { ListView } from '../ListView.tsx'

afterEach(cleanup)

const preferencesPath = '/api/screens/_test/things/preferences'
const columns = [
  columnOf({ field: 'name', title: '名稱' }),
  columnOf({ field: 'points', title: '點數' }),
  columnOf({ field: 'kind', title: '類型' }),
]
const list: Partial<ResolvedList> = {
  columns,
  filters: [filterOf({ field: 'name', title: '名稱' })],
  views: [{ name: 'open', title: '開放', filter: {} }],
}

function draw(stored: object = {}, address = '/', more: Partial<ResolvedList> = {}, onRead: () => void = () => undefined) {
  let kept: unknown = { version: 2, columns: [], ...stored }
  const http = createFakeHttp((call) => {
    if (call.path === preferencesPath) {
      if (call.method === 'PUT') kept = call.body
      else onRead()
      return kept
    }
    return { totalCount: 60, pageIndex: 0, pageSize: 25, rows: [{ id: 1, name: '王', points: 1, kind: 'A' }], totals: {} }
  })
  const ignore = () => undefined
  const screen = screenOf({ list: { ...list, ...more } })
  renderConsole(<ListView screen={screen} version={0} onChanged={ignore} onOpenForm={ignore} />, { http, address })
  const put = (body: object) => {
    kept = body
  }
  return { http, user: userEvent.setup(), kept: () => kept as Readonly<Record<string, unknown>>, put }
}

const address = () => page.getByTestId('address').textContent
const listCalls = (http: FakeHttp) => http.calls.filter((call) => call.path.startsWith('/api/test/things/'))
const headings = () =>
  page
    .getAllByRole('columnheader')
    .map((heading) => heading.textContent?.replace(/[↕▲▼]/g, ''))
    .slice(1)
const tab = (name: RegExp | string) => within(page.getByRole('navigation', { name: '檢視' })).getByRole('button', { name })
const menu = async (user: ReturnType<typeof userEvent.setup>, item: string) => {
  await user.click(page.getByRole('button', { name: '我的檢視' }))
  await user.click(await page.findByRole('button', { name: item }))
}

describe('columns of a user', () => {
  it('columns of a user come in the user order, with widths and pins, and new ones of the document where they belong', async () => {
    draw({ columns: [{ field: 'kind', width: 90 }, { field: 'gone' }, { field: 'name', pin: 'end' }] })
    await page.findByText('王')
    expect(headings()).toEqual(['類型', '點數', '名稱'])
    expect(page.getByRole('columnheader', { name: /類型/ }).style.maxWidth).toBe('90px')
  })

  it('columns of a user are ordered by buttons, keys and dragging in the dialog, and kept by field name', async () => {
    const { user, kept } = draw()
    await page.findByText('王')
    await user.click(page.getByRole('button', { name: '欄位' }))
    await user.click(await page.findByRole('button', { name: '下移 名稱' }))
    expect(page.getByText('名稱 移到第 2 欄')).toBeDefined()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const rows = within(page.getByRole('dialog')).getAllByRole('listitem')
    const transfer = { dataTransfer: { effectAllowed: '' } }
    fireEvent.dragStart(rows[1] as HTMLElement, transfer)
    fireEvent.dragOver(rows[0] as HTMLElement, transfer)
    fireEvent.dragEnd(rows[0] as HTMLElement, transfer)
    await user.selectOptions(page.getByRole('combobox', { name: '固定 點數' }), 'start')
    await user.click(page.getByRole('button', { name: '確定' }))
    await waitFor(() => expect(headings()).toEqual(['點數', '類型', '名稱']))
    expect(kept().columns).toEqual([{ field: 'kind' }, { field: 'points', pin: 'start' }, { field: 'name' }])
    await user.click(page.getByRole('button', { name: '欄位' }))
    await user.click(await page.findByRole('button', { name: '恢復為預設欄位' }))
    await waitFor(() => expect(headings()).toEqual(['名稱', '點數', '類型']))
    expect(kept().columns).toEqual([])
  })

  it('columns of a user are made wider by the arrow keys of the heading edge', async () => {
    const { user, kept } = draw({ columns: [{ field: 'points', width: 100 }] })
    await page.findByText('王')
    page.getByRole('separator', { name: '調整 點數 欄寬' }).focus()
    await user.keyboard('{ArrowRight}')
    // jsdom has no layout: the measured width is 0, which gives the narrowest column.
    expect(kept().columns).toEqual([{ field: 'name' }, { field: 'points', width: 48 }, { field: 'kind' }])
    await user.keyboard('{Delete}')
    expect(kept().columns).toEqual([{ field: 'name' }, { field: 'points' }, { field: 'kind' }])
  })

  it('include the page size, which the address then need not name', async () => {
    const { http, user, kept } = draw({ pageSize: 10 })
    await page.findByText('王')
    expect(listCalls(http).map((call) => call.path)).toEqual(['/api/test/things/0/10'])
    await user.selectOptions(page.getByLabelText('每頁筆數'), '50')
    await waitFor(() => expect(kept().pageSize).toBe(50))
    expect(listCalls(http).at(-1)?.path).toBe('/api/test/things/0/50')
  })
})

describe('saved views', () => {
  const mine = { id: 'v1', name: '姓王', query: 'name=王&sort=points.desc', columns: [{ field: 'name' }, { field: 'kind', hidden: true }] }

  it('saved views keep conditions, order and columns under a name and show them as a tab', async () => {
    const { user, kept } = draw({ columns: [{ field: 'points', hidden: true }] }, '/?name=王&sort=points.desc&pageIndex=1')
    await page.findByText('王')
    await menu(user, '儲存為新檢視…')
    await user.type(await page.findByRole('textbox', { name: '檢視名稱' }), '姓王{Enter}')
    await waitFor(() => expect(tab('姓王').getAttribute('aria-current')).toBe('page'))
    expect(kept().views).toEqual([
      {
        id: expect.any(String),
        name: '姓王',
        query: new URLSearchParams({ name: '王', sort: 'points.desc' }).toString(),
        columns: [{ field: 'points', hidden: true }],
      },
    ])
    expect(address()).toMatch(/^\/\?name=王&sort=points\.desc&saved=/)
  })

  describe('in a list with several layouts', () => {
    const layouts = { calendar: { from: 'name', to: null, title: 'name', tone: null } } as unknown as NonNullable<ResolvedList['layouts']>
    const asTable = { id: 't1', name: '表格的', query: 'name=王', layout: 'table' }
    const asCalendar = { id: 'c1', name: '月曆的', query: 'name=王', layout: 'calendar' }
    const asGone = { id: 'g1', name: '看板的', query: 'name=王', layout: 'board' }
    const before = { id: 'b1', name: '以前的', query: 'name=王' }
    const views = [asTable, asCalendar, asGone, before]

    it('a view of a list with several layouts keeps the one in which it was saved, without the month', async () => {
      const { user, kept } = draw({}, '/?layout=calendar:2026-03&name=王', { layouts })
      await menu(user, '儲存為新檢視…')
      await user.type(await page.findByRole('textbox', { name: '檢視名稱' }), '月曆{Enter}')
      await waitFor(() => expect(kept().views).toMatchObject([{ name: '月曆', layout: 'calendar' }]))
    })

    it('a view of a list with several layouts brings its own, the table where that is gone, and one from before brings none', async () => {
      const { user } = draw({ views }, '/', { layouts })
      await page.findByText('王')
      await user.click(tab('月曆的'))
      await waitFor(() => expect(address()).toBe('/?name=王&saved=c1&layout=calendar'))
      await user.click(tab('以前的'))
      await waitFor(() => expect(address()).toBe('/?name=王&saved=b1&layout=calendar'))
      await user.click(tab('看板的'))
      await waitFor(() => expect(address()).toBe('/?name=王&saved=g1'))
      await user.click(tab('月曆的'))
      await user.click(tab('表格的'))
      await waitFor(() => expect(address()).toBe('/?name=王&saved=t1'))
      expect(await page.findByText('王')).toBeDefined()
    })

    it('another layout counts as a change, which the view can take over', async () => {
      const { user, kept } = draw({ views }, '/?name=王&saved=t1&layout=calendar', { layouts })
      await waitFor(() => expect(tab(/表格的（已變更）/)).toBeDefined())
      await menu(user, '更新「表格的」的條件與呈現方式')
      await waitFor(() => expect((kept().views as { layout?: string }[])[0]?.layout).toBe('calendar'))
    })

    it('the default view brings its own layout, unless the address names one', async () => {
      draw({ views, defaultView: 'c1' }, '/', { layouts })
      await waitFor(() => expect(address()).toBe('/?name=王&saved=c1&layout=calendar'))
      cleanup()
      draw({ views, defaultView: 't1' }, '/?layout=calendar', { layouts })
      await waitFor(() => expect(address()).toBe('/?name=王&saved=t1&layout=calendar'))
    })
  })

  it('write their conditions into the address and bring their columns', async () => {
    const { http, user } = draw({ views: [mine] }, '/?pageIndex=1')
    await page.findByText('王')
    await user.click(tab('姓王'))
    await waitFor(() => expect(address()).toBe('/?name=王&sort=points.desc&saved=v1'))
    expect(listCalls(http).at(-1)?.params.toString()).toBe(new URLSearchParams({ name: '王', sort: 'points.desc' }).toString())
    expect(headings()).toEqual(['名稱', '點數'])
    await user.click(tab('開放'))
    await waitFor(() => expect(address()).toBe('/?view=open'))
    expect(headings()).toEqual(['名稱', '點數', '類型'])
  })

  it('say that conditions were changed since, and take them over', async () => {
    const { user, kept } = draw({ views: [mine] }, '/?name=李&sort=points.desc&saved=v1')
    await page.findByText('王')
    expect(tab(/姓王/).textContent).toBe('姓王（已變更）')
    await menu(user, '更新「姓王」的條件')
    await waitFor(() => expect(tab('姓王')).toBeDefined())
    expect(kept().views).toEqual([{ ...mine, query: new URLSearchParams({ name: '李', sort: 'points.desc' }).toString() }])
  })

  it('saved views are renamed, but not to a taken name, and removed after a question', async () => {
    const { user, kept } = draw(
      { views: [mine, { id: 'v2', name: '其他', query: '' }], defaultView: 'v1' },
      '/?name=王&sort=points.desc&saved=v1',
    )
    await page.findByText('王')
    await menu(user, '重新命名…')
    const name = await page.findByRole('textbox', { name: '檢視名稱' })
    await user.clear(name)
    await user.type(name, '其他{Enter}')
    expect(page.getByRole('alert').textContent).toBe('檢視名稱 已存在，請重新輸入。')
    await user.clear(name)
    await user.type(name, '王家{Enter}')
    await waitFor(() => expect(tab('王家')).toBeDefined())
    await menu(user, '刪除「王家」')
    await user.click(await page.findByRole('button', { name: '確定' }))
    await waitFor(() => expect(address()).toBe('/'))
    expect(kept()).toEqual({ version: 2, columns: [], views: [{ id: 'v2', name: '其他', query: '' }] })
  })

  it('saved views of another window are still there after a change in this one, and are shown from then on', async () => {
    const elsewhere = { id: 'w2', name: '另一視窗存的', query: 'name=李' }
    const { user, kept, put } = draw({ views: [mine] })
    await page.findByText('王')
    put({ version: 2, columns: [], views: [mine, elsewhere] })
    await user.selectOptions(page.getByLabelText('每頁筆數'), '50')
    await waitFor(() => expect(kept()).toEqual({ version: 2, columns: [], views: [mine, elsewhere], pageSize: 50 }))
    expect(await page.findByRole('button', { name: '另一視窗存的' })).toBeDefined()
  })

  it('saved views that could not be read are not taken for none when something else is changed', async () => {
    let isDown = true
    const { user, kept } = draw({ views: [mine] }, '/', {}, () => {
      if (isDown) throw new Error('down')
    })
    await page.findByText('王')
    isDown = false
    await user.selectOptions(page.getByLabelText('每頁筆數'), '50')
    await waitFor(() => expect(kept()).toEqual({ version: 2, columns: [], views: [mine], pageSize: 50 }))
    isDown = true
    await user.selectOptions(page.getByLabelText('每頁筆數'), '10')
    await waitFor(() => expect(page.getByLabelText('每頁筆數')).toHaveProperty('value', '10'))
    expect(kept()).toEqual({ version: 2, columns: [], views: [mine], pageSize: 50 })
  })

  it('those that others share are shown with their names, are only read, and can be kept as one of the own', async () => {
    const { user, kept } = draw({ shared: [{ id: 's1', name: '待審', query: 'name=王', owner: '陳怡君' }] })
    await page.findByText('王')
    await user.click(tab('待審（陳怡君共用）'))
    await waitFor(() => expect(address()).toBe('/?name=王&saved=s1'))
    await user.click(page.getByRole('button', { name: '我的檢視' }))
    const save = await page.findByRole('button', { name: '儲存為新檢視…' })
    expect(page.queryByRole('button', { name: /重新命名|刪除|共用給/ })).toBeNull()
    await user.click(save)
    await user.type(await page.findByRole('textbox', { name: '檢視名稱' }), '我的待審{Enter}')
    await waitFor(() => expect(kept().views).toMatchObject([{ name: '我的待審', query: 'name=%E7%8E%8B' }]))
    expect(kept().shared).toBeUndefined()
  })

  it('a view that others share brings its columns; what is changed about them is kept nowhere but in a view of the own', async () => {
    const shared = { id: 's1', name: '待審', query: 'name=王', owner: '陳怡君', columns: mine.columns }
    const own = [{ field: 'points', hidden: true }]
    const { user, kept } = draw({ shared: [shared], columns: own })
    await page.findByText('王')
    expect(headings()).toEqual(['名稱', '類型'])
    await user.click(tab('待審（陳怡君共用）'))
    await waitFor(() => expect(headings()).toEqual(['名稱', '點數']))
    await user.click(page.getByRole('button', { name: '欄位' }))
    await user.click(await page.findByRole('button', { name: '下移 名稱' }))
    await user.click(page.getByRole('button', { name: '確定' }))
    await waitFor(() => expect(headings()).toEqual(['點數', '名稱']))
    expect(kept().columns).toEqual(own)
    await menu(user, '儲存為新檢視…')
    await user.type(await page.findByRole('textbox', { name: '檢視名稱' }), '我的待審{Enter}')
    const arranged = [{ field: 'points' }, { field: 'name' }, { field: 'kind', hidden: true }]
    await waitFor(() => expect(kept().views).toMatchObject([{ name: '我的待審', columns: arranged }]))
    expect(headings()).toEqual(['點數', '名稱'])
    await user.click(tab('全部'))
    await waitFor(() => expect(headings()).toEqual(['名稱', '類型']))
  })

  it('say which of their conditions do not apply any more, until the view is stored without them', async () => {
    const old = { id: 'o1', name: '舊的', query: 'name=王&kind=A&pointsFrom=5&sort=gone.asc&view=gone' }
    const { user, kept } = draw({ views: [old], defaultView: 'o1' })
    await page.findByText('王')
    const notice = await page.findByRole('alert')
    expect(notice.textContent).toBe(
      '檢視「舊的」有條件已不適用而未套用，列出的資料可能比原本多：無法依「gone.asc」排序；沒有名為「gone」的檢視；類型：A；點數：5。請確認後更新或刪除此檢視。',
    )
    expect(tab(/舊的/).textContent).toBe('舊的（已變更）')
    await menu(user, '更新「舊的」的條件')
    await waitFor(() => expect(page.queryByRole('alert')).toBeNull())
    expect(kept().views).toEqual([{ ...old, query: new URLSearchParams({ name: '王' }).toString() }])
  })

  it('those that others share say so too, and who can change them', async () => {
    const { user } = draw({ shared: [{ id: 's1', name: '待審', query: 'name=王&any=kind%3DA', owner: '陳怡君' }] })
    await page.findByText('王')
    expect(page.queryByRole('alert')).toBeNull()
    await user.click(tab('待審（陳怡君共用）'))
    expect((await page.findByRole('alert')).textContent).toBe(
      '檢視「待審」有條件已不適用而未套用，列出的資料可能比原本多：進階條件：未知的查詢參數「kind」。請洽陳怡君更新此檢視。',
    )
  })

  it('the open one is shared with a role of the user, and with nobody any more', async () => {
    const { user, kept } = draw({ views: [mine], roles: [{ roleCode: 'OPS', roleName: '營運' }] }, '/?name=王&sort=points.desc&saved=v1')
    await page.findByText('王')
    await menu(user, '共用給「營運」的人')
    await waitFor(() => expect(kept().views).toMatchObject([{ id: 'v1', sharedWith: 'OPS' }]))
    await menu(user, '停止共用給「營運」')
    await waitFor(() => expect((kept().views as object[])[0]).not.toHaveProperty('sharedWith'))
  })

  it('open by themselves when they are the default and the address says nothing', async () => {
    const { http, user } = draw({ views: [mine], defaultView: 'v1' })
    await page.findByText('王')
    expect(address()).toBe('/?name=王&sort=points.desc&saved=v1')
    expect(listCalls(http)).toHaveLength(1)
    await user.click(tab('全部'))
    await waitFor(() => expect(address()).toBe('/'))
  })

  it('saved views leave an address that says something alone, even with a view of somebody else', async () => {
    const { http } = draw({ views: [mine], defaultView: 'v1' }, '/?name=李&saved=theirs')
    await page.findByText('王')
    expect(listCalls(http).at(-1)?.params.toString()).toBe(new URLSearchParams({ name: '李' }).toString())
    expect(tab('全部').getAttribute('aria-current')).toBe('page')
    expect(page.queryByRole('alert')).toBeNull()
  })
})
