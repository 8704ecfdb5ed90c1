// @vitest-environment jsdom
import { screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { screenPermissions } from '../../src/language/testing/screenPermissions.ts'
import { exampleScreens } from './drawExample.tsx'
import { exampleNow, readExample, serveExample } from './exampleServer.ts'

const screens = exampleScreens()
const draw = (name: string, more: readonly string[] = [], without: readonly string[] = []) => screens.draw(name, { more, without })

const rowOf = async (text: string): Promise<HTMLElement> => (await page.findByText(text)).closest('tr') ?? document.body
const press = async (within_: HTMLElement, name: string) => userEvent.click(await within(within_).findByRole('button', { name }))

it('expands a row to its child list, whose buttons obey the child and fill their path from it', async () => {
  const { http } = await draw('tabs')
  await press(await rowOf('換裝收銀機'), '展開')
  const children = await page.findByRole('region', { name: '未完成的工作' })
  expect(within(children).getByText('安裝')).toBeTruthy()
  expect(within(children).queryByText('詢價')).toBeNull()
  await press(children, '提醒')
  await waitFor(() => expect(http.calls.some((call) => call.path === '/api/example/tasks/T2/remind')).toBe(true))
})

it('opens a page with tabs: one by its condition, one with children, one with the history', async () => {
  await draw('tabs')
  await userEvent.click(await page.findByRole('link', { name: 'P2' }))
  expect((await page.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(['專案', '結案', '工作', '異動紀錄'])
  await userEvent.click(page.getByRole('tab', { name: '工作' }))
  expect(await page.findByText('檢討')).toBeTruthy()
})

it('asks for the default range of a required filter and sums the whole result', async () => {
  const { http } = await draw('filters')
  await page.findByText('R2')
  expect(page.queryByText('R3')).toBeNull()
  const asked = http.calls.filter((call) => call.path === '/api/example/receipts/0/25').at(-1)
  expect(asked?.params.get('soldOnFrom')).toBe('2026-02-23')
  expect(within(await page.findByRole('row', { name: /總計/ })).getByText('17')).toBeTruthy()
})

it('shows, requires and clears fields by their conditions', async () => {
  const { http } = await draw('conditions')
  await press(await rowOf('G1'), '修改')
  const dialog = await page.findByRole('dialog')
  expect(await within(dialog).findByLabelText(/地址/)).toBeTruthy()
  await userEvent.click(within(dialog).getByLabelText('電子郵件'))
  await waitFor(() => expect(within(dialog).queryByLabelText(/地址/)).toBeNull())
  await press(dialog, '確定')
  await userEvent.type(await within(dialog).findByRole('textbox', { name: /電子郵件/ }), 'amy@example.com')
  await press(dialog, '確定')
  await waitFor(() =>
    expect(http.calls.find((call) => call.method === 'PUT' && call.path.startsWith('/api/example/parcels/'))?.body).toMatchObject({
      delivery: '3',
      email: 'amy@example.com',
      address: null,
    }),
  )
})

it('keeps the numbers of a masked list that nobody touched, when another is added', async () => {
  const { http } = await draw('masks', [], ['example.patrons.unmask'])
  await press(await rowOf('M1'), '修改')
  const dialog = await page.findByRole('dialog')
  expect(await within(dialog).findByText('0922***444')).toBeTruthy()
  await userEvent.type(await within(dialog).findByLabelText(/其他手機/), '0933111222{Enter}')
  await press(dialog, '確定')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(http.calls.find((call) => call.method === 'PUT' && call.path.startsWith('/api/example/patrons/'))?.body).toMatchObject({
    otherMobiles: ['0922***444', '0933111222'],
  })
  const { rows } = await sql<{ mobiles: unknown }>`select body -> 'otherMobiles' as mobiles from record_document
    where entity = 'patron'`.execute(screens.db())
  expect(rows).toEqual([{ mobiles: ['0922333444', '0933111222'] }])
})

it('masks personal data in lists, lifts it in details for holders of unmask, and never shows secrets', async () => {
  const { http } = await draw('masks', ['example.patrons.unmask'])
  await page.findByText('M1')
  expect(page.queryByText('0912345678')).toBeNull()
  await userEvent.click(page.getByRole('link', { name: 'M1' }))
  const dialog = await page.findByRole('dialog')
  expect(await within(dialog).findByText('0912345678')).toBeTruthy()
  expect(within(dialog).queryByText('k-123456')).toBeNull()
  expect(http.calls.length).toBeGreaterThan(0)
})

it('keeps a change that needs a second person as a request', async () => {
  const server = await draw('approval')
  const { engine, actor } = server
  const example = readExample('approval')
  const call = { actor, screen: example.screen, entity: 'rate', now: exampleNow, db: screens.db() }
  const query = { filters: [], alternatives: [], search: '', sort: example.screen.list.sort, pageIndex: 0, pageSize: 25, view: null }
  const [rate] = (await engine.list(call, query)).rows
  const saved = await engine.update(call, Number(rate?.id), Number(rate?.rowVersion), { rateName: '優惠', unitPrice: 2 })
  expect(saved).toMatchObject({ rateName: '優惠', unitPrice: 1.25, hasPendingChange: true })
})

it('shows a waiting change with its values to another person, who rejects it with a reason or approves it', async () => {
  const example = readExample('approval')
  const { engine, trusted } = await serveExample(example, screens.db())
  const zoe = { ...trusted('rate').actor, userName: 'zoe', permissions: new Set(screenPermissions(example.screen)) }
  const call = { actor: zoe, screen: example.screen, entity: 'rate', now: exampleNow, db: screens.db() }
  const changed = async (rateNo: string) => {
    const { id, rowVersion } = await engine.create(call, { rateNo, rateName: '團購', unitPrice: 3 })
    await engine.update(call, id, rowVersion, { unitPrice: 2.5 })
    return () => engine.get(call, id)
  }
  const [approved, rejected] = [await changed('F2'), await changed('F3')]
  await draw('approval')
  expect(within(await rowOf('F1')).queryByRole('button', { name: '核准變更' })).toBeNull()
  await press(await rowOf('F2'), '核准變更')
  const question = await page.findByRole('dialog')
  const change = within(question).getByRole('region', { name: '待審變更' })
  expect(within(change).getByRole('row', { name: '單價 3 2.5' })).toBeTruthy()
  expect(change.textContent).toContain('zoe')
  await press(question, '確定')
  await waitFor(async () => expect(await approved()).toMatchObject({ unitPrice: 2.5, hasPendingChange: false }))

  await userEvent.click(page.getByRole('link', { name: 'F3' }))
  const view = await page.findByRole('dialog')
  expect(await within(view).findByRole('region', { name: '待審變更' })).toBeTruthy()
  await press(view, '退回變更')
  const reason = await page.findByRole('textbox', { name: /退回原因/ })
  await userEvent.type(reason, '太低')
  const asked = reason.closest<HTMLElement>('[role=dialog]') ?? document.body
  expect(within(asked).getByRole('row', { name: '單價 3 2.5' })).toBeTruthy()
  await press(asked, '確定')
  await waitFor(async () => expect(await rejected()).toMatchObject({ unitPrice: 3, hasPendingChange: false }))
})

it('offers transitions by state and guard, several records at once', async () => {
  await draw('workflow')
  expect(within(await rowOf('Q1')).queryByRole('button', { name: '核准' })).toBeNull()
  expect(within(await rowOf('Q3')).queryByRole('button', { name: '核准' })).toBeNull()
  await userEvent.click(within(await rowOf('Q2')).getByRole('checkbox'))
  await userEvent.click(within(await rowOf('Q1')).getByRole('checkbox'))
  await press(page.getByRole('region', { name: '批次作業' }), '核准')
  await userEvent.click(await page.findByRole('button', { name: '確定' }))
  expect(await page.findByText('成功 1 筆，失敗 1 筆')).toBeTruthy()
})

it('asks for several records at once only what fits each of them', async () => {
  const { http } = await draw('workflow')
  for (const no of ['Q4', 'Q5']) await userEvent.click(within(await rowOf(no)).getByRole('checkbox'))
  await press(page.getByRole('region', { name: '批次作業' }), '下單')
  const dialog = await page.findByRole('dialog')
  await userEvent.type(await within(dialog).findByLabelText(/採購說明/), '急件')
  expect(within(dialog).queryByLabelText(/採購單號/)).toBeNull()
  await press(dialog, '確定')
  expect(await page.findByText('成功 2 筆，失敗 0 筆')).toBeTruthy()
  expect(http.calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject({ note: '急件' })
})

it('calls irregular paths, and only shows what the screen is about', async () => {
  const { http } = await draw('own_api')
  await page.findByText('K1')
  expect(page.queryByText('K2')).toBeNull()
  expect(http.calls.find((call) => call.method === 'PUT' && call.path === '/api/example/get_gadgets')?.body).toMatchObject({ pageIndex: 0 })
})

it('filters by the values of an enum and by several options of a dictionary', async () => {
  const { http } = await draw('choices')
  await page.findByText('L01')
  const more = page.queryByRole('button', { name: /更多條件/ })
  if (more) await userEvent.click(more)
  await userEvent.click(page.getByLabelText('規模'))
  await userEvent.click(await page.findByRole('option', { name: '大', hidden: true }))
  await userEvent.click(page.getByRole('button', { name: '查詢' }))
  await waitFor(() => expect(page.queryByText('L02')).toBeNull())
  const asked = http.calls.filter((call) => call.path === '/api/example/leads/0/25').at(-1)?.params
  expect([asked?.get('size'), asked?.getAll('stage')]).toEqual(['大', ['1', '2']])
})

it('calculates formulas of rows and record while somebody types, asks for what depends on them, and stores the same', async () => {
  const server = await draw('formulas')
  await press(document.body, '新增')
  const dialog = await page.findByRole('dialog')
  const form = within(dialog)
  const shown = (title: string) => form.getByRole('status', { name: title }).textContent
  await userEvent.type(await form.findByRole('textbox', { name: /訂單編號/ }), 'B001')
  await userEvent.type(form.getByRole('textbox', { name: /客戶/ }), '茶行')
  await userEvent.type(form.getByLabelText(/訂購日/), '2026-01-31')
  await waitFor(() => expect(shown('付款期限')).toBe('2026-03-02'))
  await press(dialog, '新增')
  await userEvent.type(form.getByRole('textbox', { name: /品名 第 1 列/ }), '茶')
  await userEvent.type(form.getByRole('textbox', { name: /數量 第 1 列/ }), '3')
  expect(shown('總計')).toBe('0')
  await userEvent.type(form.getByRole('textbox', { name: /單價 第 1 列/ }), '3500.55')
  expect(shown('金額 第 1 列')).toBe('10,501.65')
  expect(['小計', '稅額', '總計'].map(shown)).toEqual(['10,502', '525', '11,027'])
  await waitFor(() => expect(shown('規模')).toBe('大額'))
  await press(dialog, '確定')
  // The total requires it.
  await userEvent.type(await form.findByRole('textbox', { name: /核可主管/ }), '林主任')
  await press(dialog, '確定')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  const call = server.trusted('order')
  const filters = [{ field: 'orderNo', op: 'eq' as const, values: ['B001'] }]
  const { rows } = await server.engine.list(call, {
    filters,
    alternatives: [],
    search: '',
    sort: [],
    pageIndex: 0,
    pageSize: 1,
    view: null,
  })
  expect(rows[0]).toMatchObject({
    total: 11_027,
    tax: 525,
    dueOn: '2026-03-02',
    size: '2',
    orderName: '茶行（1 項）',
    lowestPrice: 3500.55,
  })
  const sent = server.http.calls.find(({ method, path }) => method === 'POST' && path === '/api/example/orders')
  expect(Object.keys(sent?.body ?? {})).not.toContain('total')
})

it('a filter for another record is chosen among those that the list names, by a part of the number or name', async () => {
  const { http } = await draw('references')
  await userEvent.click(await page.findByRole('combobox', { name: /^批號/ }))
  const panel = within(await page.findByRole('listbox', { hidden: true }))
  const found = await panel.findAllByRole('option', { hidden: true })
  expect(found.map(({ textContent }) => textContent)).toEqual(['A26-01 洗衣精', 'A26-02 柔軟精'])
  await userEvent.click(found[1] as HTMLElement)
  await userEvent.click(page.getByRole('button', { name: '查詢' }))
  await waitFor(() =>
    expect(
      http.calls
        .filter(({ path }) => path.startsWith('/api/example/inspections/0/'))
        .at(-1)
        ?.params.getAll('lotNo'),
    ).toEqual(['A26-02']),
  )
  const asked = http.calls.filter(({ path }) => path.includes('/named/'))
  expect(asked.every(({ path }) => path === '/api/example/inspections/named/filters.lotNo')).toBe(true)
})

it('a row takes over a value of the record that is chosen, which people may change, and which another choice replaces', async () => {
  const { http } = await draw('references')
  await userEvent.click(await page.findByRole('button', { name: '新增' }))
  const dialog = await page.findByRole('dialog')
  await press(await within(dialog).findByRole('group', { name: /對照批次/ }), '新增')
  const choose = async (name: string) => {
    await userEvent.click(await within(dialog).findByRole('combobox', { name: '批號 第 1 列' }))
    await userEvent.click(await page.findByRole('option', { name: new RegExp(name), hidden: true }))
  }
  const price = () => within(dialog).getByRole<HTMLInputElement>('textbox', { name: '單價 第 1 列' })
  await choose('柔軟精')
  await waitFor(() => expect(price().value).toBe('159'))
  await userEvent.clear(price())
  await userEvent.type(price(), '150')
  await userEvent.click(within(dialog).getByRole('combobox', { name: /^批號(?! 第)/ }))
  await userEvent.click(await page.findByRole('option', { name: /洗衣精/, hidden: true }))
  expect(price().value).toBe('150')
  await choose('洗衣精')
  await waitFor(() => expect(price().value).not.toBe('150'))
  await userEvent.type(within(dialog).getByRole('textbox', { name: /抽驗數/ }), '4')
  await press(dialog, '確定')
  const made = () => http.calls.find((call) => call.method === 'POST')?.body
  await waitFor(() => expect(made()).toMatchObject({ compared: [{ lotNo: 'A26-01', price: expect.any(Number) }] }))
})

it('rows show the record that is chosen in them, at once, with its name, and ask nobody for what they have', async () => {
  const { http } = await draw('details')
  const row = await rowOf('SP202602-001')
  await press(row, '展開')
  const cells = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row')
      .map((one) => [...one.children].map((cell) => cell.textContent))
  const expanded = await page.findByRole('table', { name: '品項' })
  expect(cells(expanded)[1]).toEqual(['1', '洗衣精', '12', '129.50', '1,554.00', 'N1 林口倉', '2', ''])
  await userEvent.click(page.getByRole('link', { name: 'SP202602-001' }))
  const view = await page.findByRole('dialog')
  expect(cells(await within(view).findByRole('table', { name: '品項' }))).toEqual(cells(expanded))
  await userEvent.click(within(view).getAllByRole('button', { name: '關閉' })[0] as HTMLElement)

  const before = http.calls.length
  await press(await rowOf('SP202602-001'), '修改')
  const dialog = await page.findByRole('dialog', { name: /修改/ })
  const picker = (place: number) => within(dialog).getByRole('combobox', { name: `出貨倉 第 ${place} 列` })
  const days = (place: number) => within(dialog).getByLabelText(`備貨天數 第 ${place} 列`).textContent
  await waitFor(() => expect([picker(1).textContent, picker(2).textContent]).toEqual(['N1 林口倉', 'S1 岡山倉']))
  expect([days(1), days(2)]).toEqual(['2', '4'])
  expect(http.calls.slice(before).filter(({ path }) => path.includes('/lines.warehouseNo'))).toEqual([])
  await userEvent.click(picker(1))
  await userEvent.click(await page.findByRole('option', { name: /岡山倉/, hidden: true }))
  await waitFor(() => expect([picker(1).textContent, days(1)]).toEqual(['S1 岡山倉', '4']))
  picker(2).focus()
  await userEvent.keyboard('{Delete}')
  expect([picker(2).textContent, days(2)]).toEqual(['請選擇', '—'])
  await press(dialog, '確定')
  const sent = () => http.calls.find((call) => call.method === 'PUT' && call.path.startsWith('/api/example/supplies/'))?.body
  await waitFor(() => expect(sent()).toMatchObject({ lines: [{ warehouseNo: 'S1' }, { goodsName: '柔軟精' }] }))
  expect(JSON.stringify(sent())).not.toMatch(/warehouseNo\.|岡山倉/)
})

it('rows show what belongs to numbers that are pasted, for which they ask together', async () => {
  const { http } = await draw('details')
  await userEvent.click(await page.findByRole('button', { name: '新增' }))
  const dialog = await page.findByRole('dialog')
  await press(await within(dialog).findByRole('group', { name: /品項/ }), '新增')
  await userEvent.click(within(dialog).getByRole('textbox', { name: '品名 第 1 列' }))
  await userEvent.paste('洗衣精\t1\t2\t\tN1\r\n柔軟精\t1\t2\t\tS1\r\n')
  const shown = () => [1, 2].map((place) => within(dialog).getByLabelText(`備貨天數 第 ${place} 列`).textContent)
  await waitFor(() => expect(shown()).toEqual(['2', '4']))
  const asked = http.calls.filter(({ path }) => path.includes('/lines.warehouseNo'))
  expect(asked.map(({ params }) => params.getAll('key'))).toEqual([['N1', 'S1']])
  await userEvent.click(within(dialog).getByRole('textbox', { name: '品名 第 1 列' }))
  await userEvent.paste('洗衣精\t1\t2\t\tS1\r\n')
  await waitFor(() => expect(shown()).toEqual(['4', '4']))
  expect(within(dialog).getByRole('combobox', { name: '出貨倉 第 1 列' }).textContent).toBe('S1 岡山倉')
})

it('finds a record by its name, shows its fields at once, and forgets them with it', async () => {
  const { http } = await draw('references')
  await userEvent.click(await page.findByRole('button', { name: '新增' }))
  const dialog = await page.findByRole('dialog')
  await userEvent.click(await within(dialog).findByRole('combobox', { name: /批號/ }))
  await userEvent.type(await page.findByRole('combobox', { name: '搜尋批號', hidden: true }), '柔軟')
  const found = await page.findByRole('listbox', { name: '批號的選項', hidden: true })
  await waitFor(() => expect(found.textContent).toBe('A26-02 柔軟精'))
  await userEvent.keyboard('{Enter}')
  const picker = await within(dialog).findByRole('combobox', { name: /批號/ })
  expect(picker.textContent).toBe('A26-02 柔軟精')
  expect(within(dialog).getByLabelText('單價').textContent).toBe('159.00')
  await userEvent.type(within(dialog).getByRole('textbox', { name: /抽驗數/ }), '4')
  await press(dialog, '確定')
  const made = () => http.calls.find((call) => call.method === 'POST')?.body
  await waitFor(() => expect(made()).toEqual({ lotNo: 'A26-02', count: 4 }))
  // The field of a stored record names what it had, whether it may still be chosen or not.
  await press(await rowOf('IN202602-002'), '修改')
  const edit = await page.findByRole('dialog', { name: /修改/ })
  await waitFor(() => expect(within(edit).getByRole('combobox', { name: /前次抽驗/ }).textContent).toBe('IN202602-001'))
  within(edit)
    .getByRole('combobox', { name: /前次抽驗/ })
    .focus()
  await userEvent.keyboard('{Delete}')
  expect(within(edit).getByRole('combobox', { name: /前次抽驗/ }).textContent).toBe('請選擇')
})

it('shows a field only to those who may see it, and keeps it when they save', async () => {
  const rights = ['example.purchases.cost', 'example.purchases.price']
  const { http, engine, trusted } = await draw('rights', [], rights)
  const row = await rowOf('PO202602-001')
  expect(page.queryByText('成本')).toBeNull()
  await press(row, '修改')
  const dialog = await page.findByRole('dialog')
  expect((await within(dialog).findByLabelText('供應商')).tagName).toBe('OUTPUT')
  expect(within(dialog).queryByLabelText('成本')).toBeNull()
  const quantity = await within(dialog).findByRole('textbox', { name: /數量/ })
  await userEvent.clear(quantity)
  await userEvent.type(quantity, '5')
  await press(dialog, '確定')
  await waitFor(async () =>
    expect(await engine.find(trusted('purchase'), 'PO202602-001')).toMatchObject({ quantity: 5, cost: 4200, supplier: '北區門市' }),
  )
  const id = (await engine.find(trusted('purchase'), 'PO202602-001')).id
  const refused = await http
    .put(`/api/example/purchases/${String(id)}`, { rowVersion: 2, cost: 1, supplier: '他人' })
    .catch((problem: unknown) => problem)
  expect(refused).toMatchObject({ status: 400 })
  const history = JSON.stringify(await http.get(`/api/example/purchases/${String(id)}/history`))
  expect([history.includes('數量'), history.includes('成本')]).toEqual([true, false])
  const { rows } = await sql<{
    text: string
  }>`select row_to_json(l)::text as text from user_action_log as l where entity_id = ${id}`.execute(screens.db())
  const logged = rows.map(({ text }) => text).join()
  expect([logged.includes('讀卡機'), logged.includes('4200')]).toEqual([true, false])
})
