// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { HttpProblem } from '../../client/http/problem.ts'
import { waitingNotices } from '../../client/notices.ts'
import type { ResolvedAction } from '../../language/resolved.ts'
import { screenOf, transitionOf } from '../../language/testing/screenFactory.ts'
import { createFakeHttp } from '../testing/fakeHttp.ts'
import { renderConsole } from '../testing/renderConsole.tsx'
import { ListView } from './ListView.tsx'
import { builtIn, drawActions, rowNamed, rows } from './testing.tsx'

afterEach(() => {
  cleanup()
  // What a test without a place of notices tells must not be found by the next one.
  waitingNotices.forget()
})

describe('actions of a list', () => {
  it('draws a button only with its permission', async () => {
    drawActions({
      actions: [builtIn('create', { label: '新增' }), builtIn('export', { label: '匯出' })],
      place: 'toolbar',
      permissions: ['test.things.export'],
    })
    await page.findByText('甲')
    expect(page.queryByRole('button', { name: '新增' })).toBeNull()
    expect(page.getByRole('button', { name: '匯出' })).toBeDefined()
  })

  it('draws a row button only where its guard holds', async () => {
    const close = transitionOf('close', { label: '結案', guard: { 'row.status': { eq: 'open' } } })
    drawActions({ actions: [close], place: 'rowActions' })
    expect((await rowNamed('甲')).getByRole('button', { name: '結案' })).toBeDefined()
    expect((await rowNamed('乙')).queryByRole('button', { name: '結案' })).toBeNull()
  })

  it('asks, sends the row version, tells the result and loads again', async () => {
    const close = transitionOf('close', { label: '結案', confirm: '確定要結案嗎？' })
    const { http, onChanged, user } = drawActions({ actions: [close], place: 'rowActions' })
    await user.click((await rowNamed('甲')).getByRole('button', { name: '結案' }))
    expect(await page.findByText('確定要結案嗎？')).toBeDefined()
    await user.click(page.getByRole('button', { name: '確定' }))
    await waitFor(() => expect(onChanged).toHaveBeenCalled())
    const sent = http.calls.find((call) => call.path === '/api/test/things/1/close')
    expect(sent?.body).toEqual({ rowVersion: 3 })
    expect(await page.findByText(/作業完成!/)).toBeDefined()
  })

  it('waits for the rows of the save before, and sends the version that they have', async () => {
    const close = transitionOf('close', { label: '結案' })
    let answerList: (page: unknown) => void = () => undefined
    let listCalls = 0
    const pageOf = (version: number) => ({
      totalCount: 1,
      pageIndex: 0,
      pageSize: 25,
      rows: [{ ...rows[0], rowVersion: version }],
      totals: {},
    })
    const http = createFakeHttp(({ path }) => {
      if (path !== '/api/test/things/0/25') return {}
      listCalls += 1
      return listCalls === 1 ? pageOf(3) : new Promise((resolve) => (answerList = resolve))
    })
    const screen = screenOf({ actions: [close], list: { rowActions: ['close'] } })
    function Reloading() {
      const [version, setVersion] = useState(0)
      return <ListView screen={screen} version={version} onChanged={() => setVersion(version + 1)} onOpenForm={() => undefined} />
    }
    renderConsole(<Reloading />, { http, permissions: [close.permission] })
    const sent = () => http.calls.filter((call) => call.path === '/api/test/things/1/close').map(({ body }) => body)
    await userEvent.click((await rowNamed('甲')).getByRole('button', { name: '結案' }))
    await waitFor(() => expect(listCalls).toBe(2))
    await userEvent.click((await rowNamed('甲')).getByRole('button', { name: '結案' }))
    expect(sent()).toEqual([{ rowVersion: 3 }])
    answerList(pageOf(4))
    await waitFor(() => expect(sent()).toEqual([{ rowVersion: 3 }, { rowVersion: 4 }]))
  })

  it('nothing happens after 取消！', async () => {
    const { http, user } = drawActions({
      actions: [builtIn('delete', { label: '刪除', confirm: '確定要刪除這筆資料嗎？' })],
      place: 'rowActions',
    })
    await user.click((await rowNamed('甲')).getByRole('button', { name: '刪除' }))
    await user.click(await page.findByRole('button', { name: '取消！' }))
    expect(http.calls.some((call) => call.method === 'DELETE')).toBe(false)
  })

  it('deletes with the row version in the query', async () => {
    const { http, user } = drawActions({ actions: [builtIn('delete', { label: '刪除' })], place: 'rowActions' })
    await user.click((await rowNamed('乙')).getByRole('button', { name: '刪除' }))
    expect(await page.findByText('確定要刪除這筆資料嗎？')).toBeDefined()
    await user.click(page.getByRole('button', { name: '確定' }))
    await waitFor(() => expect(http.calls.find((call) => call.method === 'DELETE')?.params.get('rowVersion')).toBe('5'))
    expect(await page.findByText(/刪除成功!/)).toBeDefined()
  })

  it('asks what the server wants to know and sends the action again with the answer', async () => {
    const submit = transitionOf('submit', { label: '送審' })
    const { http, onChanged, user } = drawActions({
      actions: [submit],
      place: 'rowActions',
      server: ({ path, body }) => {
        if (path !== '/api/test/things/1/submit' || (body as { confirmHighRate?: boolean }).confirmHighRate) return undefined
        throw new HttpProblem({ kind: 'text', status: 409, code: 'CONFIRM:confirmHighRate', text: '回饋率超過20%，確定要送審嗎？' })
      },
    })
    await user.click((await rowNamed('甲')).getByRole('button', { name: '送審' }))
    expect(await page.findByText('回饋率超過20%，確定要送審嗎？')).toBeDefined()
    await user.click(page.getByRole('button', { name: '確定' }))
    await waitFor(() => expect(onChanged).toHaveBeenCalled())
    const sent = http.calls.filter((call) => call.path.endsWith('/submit')).map((call) => call.body)
    expect(sent).toEqual([{ rowVersion: 3 }, { rowVersion: 3, confirmHighRate: true }])
  })

  it('loads again when 查詢 is pressed without a change, as refusals ask for it', async () => {
    const { onChanged, user } = drawActions({ actions: [], place: 'toolbar', address: '/?name=x' })
    await page.findByText('甲')
    await user.click(page.getByRole('button', { name: '查詢' }))
    expect(onChanged).toHaveBeenCalledTimes(1)
    await user.type(page.getByRole('textbox'), 'y')
    await user.click(page.getByRole('button', { name: '查詢' }))
    await waitFor(() => expect(page.getByTestId('address').textContent).toContain('name=xy'))
    expect(onChanged).toHaveBeenCalledTimes(1)
  })

  it('exports by the conditions of the list, without its page', async () => {
    const { http, user } = drawActions({
      actions: [builtIn('export', { label: '匯出' })],
      place: 'toolbar',
      address: '/?name=x&sort=points.desc',
    })
    await page.findByText('甲')
    await user.click(page.getByRole('button', { name: '匯出' }))
    const call = http.calls.find((one) => one.method === 'DOWNLOAD')
    expect(call?.path).toBe('/api/test/things/export')
    expect(call?.params.toString()).toBe('name=x&sort=points.desc')
    await user.click(page.getByRole('button', { name: '匯出格式' }))
    await user.click(await page.findByRole('button', { name: 'CSV' }))
    expect(http.calls.at(-1)?.params.get('format')).toBe('csv')
  })

  it('keeps one button in sight and the rest in 更多, what ends something last, usable by keyboard', async () => {
    const actions = ['a', 'b', 'c', 'd'].map((name) =>
      transitionOf(name, { label: `動作${name}`, tone: name === 'b' ? 'danger' : 'secondary' }),
    )
    const { http, user } = drawActions({ actions, place: 'rowActions' })
    const row = await rowNamed('甲')
    expect(row.getAllByRole('button').map((button) => button.textContent)).toEqual(['動作a', '⋯'])
    await user.click(row.getByRole('button', { name: '更多' }))
    expect((await page.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['動作c', '動作d', '動作b'])
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(http.calls.some((call) => call.path === '/api/test/things/1/d')).toBe(true))
    expect(page.queryByRole('menu')).toBeNull()
  })

  it('opens forms with the document that the button was drawn from', async () => {
    const { onOpenForm, screen, user } = drawActions({ actions: [builtIn('edit', { label: '修改' })], place: 'rowActions' })
    await user.click((await rowNamed('甲')).getByRole('button', { name: '修改' }))
    expect(onOpenForm).toHaveBeenCalledWith({ screen, form: screen.forms.edit, recordId: 1 })
  })

  it('sends a writing request with the row version, and loads again when its answer has been read, not before', async () => {
    const rotate: ResolvedAction = {
      name: 'rotate',
      label: '產生金鑰',
      permission: 'test.things.keys',
      tone: 'secondary',
      kind: 'request',
      call: { method: 'POST', path: '/api/test/things/{id}/rotate' },
      after: 'show',
    }
    const { http, onChanged, user } = drawActions({ actions: [rotate], place: 'rowActions', server: () => ({ aesKey: 'abc' }) })
    await user.click((await rowNamed('甲')).getByRole('button', { name: '產生金鑰' }))
    const dialog = within(await page.findByRole('dialog'))
    expect(http.calls.at(-1)?.body).toEqual({ rowVersion: 3 })
    expect([dialog.getByText('abc').textContent, onChanged.mock.calls.length]).toEqual(['abc', 0])
    await user.click(dialog.getByRole('button', { name: '確定' }))
    expect(onChanged).toHaveBeenCalledTimes(1)
  })
})
