// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpProblem } from '../../client/http/problem.ts'
import { NoticeContainer } from '../../client/NoticeContainer.tsx'
import { waitingNotices } from '../../client/notices.ts'
import { storeUser } from '../../client/testing/storedUser.ts'
import type { ResolvedAction, ResolvedInput } from '../../language/resolved.ts'
import { filterOf, formOf, screenOf, transitionOf } from '../../language/testing/screenFactory.ts'
import { InputDialogContext } from '../actions/dialogs/InputDialogContext.ts'
import { InputDialog } from '../form/InputDialog.tsx'
import { compileModule } from '../form/testing.tsx'
import { ValidatorImportContext } from '../form/validation/validators.ts'
import { createFakeHttp, type FakeServer } from '../testing/fakeHttp.ts'
import { renderConsole } from '../testing/renderConsole.tsx'
import { ListView } from './ListView.tsx'

afterEach(() => {
  cleanup()
  // What a test without a place of notices tells must not be found by the next one.
  waitingNotices.forget()
})

const rows = [
  { id: 1, name: '甲', status: 'open', rowVersion: 3 },
  { id: 2, name: '乙', status: 'closed', rowVersion: 5 },
]

const builtIn = (action: Extract<ResolvedAction, { kind: 'builtIn' }>['action'], part: Partial<ResolvedAction> = {}): ResolvedAction => ({
  name: action,
  label: action,
  permission: `test.things.${action}`,
  tone: 'secondary',
  ...part,
  kind: 'builtIn',
  action,
})

const reason = { type: 'string', title: '退回原因' } as const
const rejectInput: ResolvedInput = {
  title: '請輸入退回原因',
  schema: { type: 'object', properties: { reason }, required: ['reason'] },
  fields: {
    reason: {
      field: 'reason',
      title: '退回原因',
      widget: 'text',
      format: 'text',
      property: reason,
      ui: {},
      readonly: false,
      required: true,
      onHidden: 'keep',
    },
  },
  validator: 'reject',
  source: { properties: { reason } },
}

interface DrawOptions {
  readonly actions: readonly ResolvedAction[]
  readonly place: 'toolbar' | 'rowActions' | 'bulkActions'
  readonly permissions?: readonly string[]
  readonly server?: FakeServer
  readonly address?: string
}

function draw({ actions, place, permissions = actions.map((action) => action.permission), server, address = '/' }: DrawOptions) {
  const http = createFakeHttp((call) => {
    if (call.path === '/api/test/things/0/25') return { totalCount: 2, pageIndex: 0, pageSize: 25, rows, totals: {} }
    return server?.(call) ?? {}
  })
  const names = actions.map((action) => action.name)
  const forms = { create: formOf({ name: 'create', mode: 'create' }), edit: formOf({ name: 'edit', mode: 'edit' }) }
  const screen = screenOf({ actions, forms, list: { [place]: names, filters: [filterOf({ field: 'name' })] } })
  const onChanged = vi.fn()
  const onOpenForm = vi.fn()
  const { unmount } = renderConsole(
    <ValidatorImportContext value={async () => compileModule(rejectInput.schema)}>
      <InputDialogContext value={InputDialog}>
        <ListView screen={screen} version={0} onChanged={onChanged} onOpenForm={onOpenForm} />
        <NoticeContainer app="console" />
      </InputDialogContext>
    </ValidatorImportContext>,
    { http, permissions, address },
  )
  return { http, onChanged, onOpenForm, screen, unmount, user: userEvent.setup() }
}

const rowNamed = async (name: string) => within((await page.findByText(name)).closest('tr') as HTMLElement)

describe('actions of a list', () => {
  it('draws a button only with its permission', async () => {
    draw({
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
    draw({ actions: [close], place: 'rowActions' })
    expect((await rowNamed('甲')).getByRole('button', { name: '結案' })).toBeDefined()
    expect((await rowNamed('乙')).queryByRole('button', { name: '結案' })).toBeNull()
  })

  it('asks, sends the row version, tells the result and loads again', async () => {
    const close = transitionOf('close', { label: '結案', confirm: '確定要結案嗎？' })
    const { http, onChanged, user } = draw({ actions: [close], place: 'rowActions' })
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
    const { http, user } = draw({ actions: [builtIn('delete', { label: '刪除', confirm: '確定要刪除這筆資料嗎？' })], place: 'rowActions' })
    await user.click((await rowNamed('甲')).getByRole('button', { name: '刪除' }))
    await user.click(await page.findByRole('button', { name: '取消！' }))
    expect(http.calls.some((call) => call.method === 'DELETE')).toBe(false)
  })

  it('deletes with the row version in the query', async () => {
    const { http, user } = draw({ actions: [builtIn('delete', { label: '刪除' })], place: 'rowActions' })
    await user.click((await rowNamed('乙')).getByRole('button', { name: '刪除' }))
    expect(await page.findByText('確定要刪除這筆資料嗎？')).toBeDefined()
    await user.click(page.getByRole('button', { name: '確定' }))
    await waitFor(() => expect(http.calls.find((call) => call.method === 'DELETE')?.params.get('rowVersion')).toBe('5'))
    expect(await page.findByText(/刪除成功!/)).toBeDefined()
  })

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
    const { http, user } = draw({
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
    const { http, user } = draw({
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

  it('asks for the input of an action, sends it with the row version and shows a refusal beside its field', async () => {
    const reject = transitionOf('reject', { label: '退回', input: rejectInput })
    let refusals = 1
    const { http, user } = draw({
      actions: [reject],
      place: 'rowActions',
      server: (call) => {
        if (call.path !== '/api/test/things/1/reject' || refusals-- <= 0) return undefined
        throw new HttpProblem({ kind: 'fields', status: 400, code: 'M06', text: '原因太短', fields: { reason: '原因太短' } })
      },
    })
    await user.click((await rowNamed('甲')).getByRole('button', { name: '退回' }))
    await user.type(await page.findByRole('textbox', { name: /退回原因/ }), '金額錯誤')
    await user.click(page.getByRole('button', { name: '確定' }))
    const dialog = within(await page.findByRole('dialog'))
    expect((await dialog.findAllByText(/原因太短/)).length).toBeGreaterThan(0)
    await user.click(page.getByRole('button', { name: '確定' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(http.calls.filter((call) => call.path.endsWith('/reject')).at(-1)?.body).toEqual({ rowVersion: 3, reason: '金額錯誤' })
  })

  it('keeps what was typed into the input of an action over a reload, until it is sent or given up', async () => {
    storeUser()
    const reject = transitionOf('reject', { label: '退回', input: rejectInput })
    const { user, unmount } = draw({ actions: [reject], place: 'rowActions' })
    const reasonBox = () => page.findByRole<HTMLTextAreaElement>('textbox', { name: /退回原因/ })
    await user.click((await rowNamed('甲')).getByRole('button', { name: '退回' }))
    await user.type(await reasonBox(), '金額錯誤')
    unmount()
    const again = draw({ actions: [reject], place: 'rowActions' }).user
    await again.click((await rowNamed('甲')).getByRole('button', { name: '退回' }))
    expect((await reasonBox()).value).toBe('金額錯誤')
    expect(page.getByText('已還原尚未儲存的輸入內容。')).toBeDefined()
    await again.click(page.getByRole('button', { name: '取消' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    await again.click((await rowNamed('甲')).getByRole('button', { name: '退回' }))
    expect((await reasonBox()).value).toBe('')
  })

  it('sends an input whose answer was lost again with the same key, and the next one with another', async () => {
    const reject = transitionOf('reject', { label: '退回', input: rejectInput })
    let losses = 1
    const { http, user } = draw({
      actions: [reject],
      place: 'rowActions',
      server: (call) => {
        if (call.path !== '/api/test/things/1/reject' || losses-- <= 0) return undefined
        throw new HttpProblem({ kind: 'network', status: 0, code: null, text: '網路異常' })
      },
    })
    const open = async () => {
      await user.click((await rowNamed('甲')).getByRole('button', { name: '退回' }))
      await user.type(await page.findByRole('textbox', { name: /退回原因/ }), '金額錯誤')
      await user.click(page.getByRole('button', { name: '確定' }))
    }
    const sent = () => http.calls.filter((call) => call.path.endsWith('/reject')).map((call) => call.idempotencyKey)
    await open()
    await waitFor(() => expect(sent()).toHaveLength(1))
    await user.click(page.getByRole('button', { name: '確定' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    await open()
    await waitFor(() => expect(sent()).toHaveLength(3))
    const [first, again, next] = sent()
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect([again === first, next === first]).toEqual([true, false])
  })

  it('sends an input whose answer was lost with the same key after a reload too', async () => {
    storeUser()
    const reject = transitionOf('reject', { label: '退回', input: rejectInput })
    const server = (call: { readonly path: string }) => {
      if (call.path !== '/api/test/things/1/reject') return undefined
      throw new HttpProblem({ kind: 'network', status: 0, code: null, text: '網路異常' })
    }
    const keys: (string | null | undefined)[] = []
    for (const isFirst of [true, false]) {
      const { http, user, unmount } = draw({ actions: [reject], place: 'rowActions', server })
      await user.click((await rowNamed('甲')).getByRole('button', { name: '退回' }))
      const reason = await page.findByRole('textbox', { name: /退回原因/ })
      if (isFirst) await user.type(reason, '金額錯誤')
      await user.click(page.getByRole('button', { name: '確定' }))
      const sent = () => http.calls.filter((call) => call.path.endsWith('/reject'))
      await waitFor(() => expect(sent()).toHaveLength(1))
      keys.push(sent()[0]?.idempotencyKey)
      unmount()
    }
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
  })

  it.each([
    ['M09', 409, '目前狀態不可執行此作業，請重新查詢後再試。'],
    ['M10', 409, '資料已被其他人員修改，請重新查詢後再試。'],
    ['M08', 404, '查無資料'],
  ])(
    'gives up a question about a record that somebody else has decided (%s), and loads what it shows again',
    async (code, status, text) => {
      const { onChanged, user } = draw({
        actions: [transitionOf('reject', { label: '退回', input: rejectInput })],
        place: 'rowActions',
        server: (call) => {
          if (call.path === '/api/test/things/1/reject') throw new HttpProblem({ kind: 'text', status, code, text })
          return undefined
        },
      })
      await user.click((await rowNamed('甲')).getByRole('button', { name: '退回' }))
      await user.type(await page.findByRole('textbox', { name: /退回原因/ }), '金額錯誤')
      await user.click(page.getByRole('button', { name: '確定' }))
      await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
      expect(onChanged).toHaveBeenCalledTimes(1)
      expect(await page.findByText(new RegExp(text))).toBeDefined()
    },
  )

  it.each([
    ['made', '/_test/drafts?record=A1&form=edit', null],
    ['nothing', '/', '/_test/drafts?record=A1&form=view'],
  ] as const)('leads to what an action made (%s)', async (after, address, linked) => {
    const draft: ResolvedAction = {
      ...builtIn('view', { name: 'draft', label: '建立' }),
      kind: 'request',
      call: { method: 'POST', path: '/api/test/things/{id}/draft' },
      after,
      made: [{ uri: '/_test/drafts', permission: 'test.drafts.view', kind: 'record', key: 'draftNo' }],
      madeForm: 'edit',
    }
    const { user } = draw({
      actions: [draft],
      place: 'rowActions',
      server: (call) => (call.path.endsWith('/draft') ? { draftNo: 'A1' } : undefined),
    })
    await user.click((await rowNamed('甲')).getByRole('button', { name: '建立' }))
    expect(await page.findByText(/作業完成!/)).toBeDefined()
    await waitFor(() => expect(page.getByTestId('address').textContent).toContain(address))
    const link = page.queryByRole('link', { name: '檢視' })
    expect(link?.getAttribute('href') ?? null).toBe(linked)
    if (link === null) return
    await user.click(link)
    await waitFor(() => expect(page.getByTestId('address').textContent).toContain(String(linked)))
  })

  it('asks what the server wants to know and sends the action again with the answer', async () => {
    const submit = transitionOf('submit', { label: '送審' })
    const { http, onChanged, user } = draw({
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
    const { onChanged, user } = draw({ actions: [], place: 'toolbar', address: '/?name=x' })
    await page.findByText('甲')
    await user.click(page.getByRole('button', { name: '查詢' }))
    expect(onChanged).toHaveBeenCalledTimes(1)
    await user.type(page.getByRole('textbox'), 'y')
    await user.click(page.getByRole('button', { name: '查詢' }))
    await waitFor(() => expect(page.getByTestId('address').textContent).toContain('name=xy'))
    expect(onChanged).toHaveBeenCalledTimes(1)
  })

  it('exports by the conditions of the list, without its page', async () => {
    const { http, user } = draw({ actions: [builtIn('export', { label: '匯出' })], place: 'toolbar', address: '/?name=x&sort=points.desc' })
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
    const { http, user } = draw({ actions, place: 'rowActions' })
    const row = await rowNamed('甲')
    expect(row.getAllByRole('button').map((button) => button.textContent)).toEqual(['動作a', '⋯'])
    await user.click(row.getByRole('button', { name: '更多' }))
    expect((await page.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['動作c', '動作d', '動作b'])
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(http.calls.some((call) => call.path === '/api/test/things/1/d')).toBe(true))
    expect(page.queryByRole('menu')).toBeNull()
  })

  it('opens forms with the document that the button was drawn from', async () => {
    const { onOpenForm, screen, user } = draw({ actions: [builtIn('edit', { label: '修改' })], place: 'rowActions' })
    await user.click((await rowNamed('甲')).getByRole('button', { name: '修改' }))
    expect(onOpenForm).toHaveBeenCalledWith({ screen, form: screen.forms.edit, recordId: 1 })
  })

  it('fetches a file by GET with its input in the address, by POST with its input as the body', async () => {
    const fetching = (name: string, method: 'GET' | 'POST'): ResolvedAction => ({
      ...{ name, label: name, permission: 'test.things.view', tone: 'secondary', kind: 'request', after: 'download' },
      ...{ body: { kind: 'paper' }, call: { method, path: '/api/test/things/{id}/file' } },
    })
    const server: FakeServer = (call) => (call.method === 'DOWNLOAD' ? { kind: 'saved' } : undefined)
    const { http, onChanged, user } = draw({ actions: [fetching('讀取', 'GET'), fetching('產生', 'POST')], place: 'rowActions', server })
    const sent = () => http.calls.filter(({ method }) => method === 'DOWNLOAD').map(({ params, body }) => [params.toString(), body])
    const row = await rowNamed('甲')
    await user.click(row.getByRole('button', { name: '讀取' }))
    await waitFor(() => expect(sent()).toEqual([['kind=paper', undefined]]))
    expect(onChanged).not.toHaveBeenCalled()
    await user.click(row.getByRole('button', { name: '更多' }))
    await user.click(await page.findByRole('menuitem', { name: '產生' }))
    await waitFor(() => expect(sent().at(1)).toEqual(['', { kind: 'paper' }]))
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1))
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
    const { http, onChanged, user } = draw({ actions: [rotate], place: 'rowActions', server: () => ({ aesKey: 'abc' }) })
    await user.click((await rowNamed('甲')).getByRole('button', { name: '產生金鑰' }))
    expect(http.calls.at(-1)?.body).toEqual({ rowVersion: 3 })
    const dialog = within(await page.findByRole('dialog'))
    expect([dialog.getByText('abc').textContent, onChanged.mock.calls.length]).toEqual(['abc', 0])
    await user.click(dialog.getByRole('button', { name: '確定' }))
    expect(onChanged).toHaveBeenCalledTimes(1)
  })

  describe('that opens what a request answers', () => {
    const openSite: ResolvedAction = {
      name: 'openSite',
      label: '開啟外部管理站',
      permission: 'test.things.view',
      tone: 'secondary',
      kind: 'request',
      call: { method: 'POST', path: '/api/test/things/ticket' },
      after: 'open',
    }
    const press = async (answer: unknown) => {
      const open = vi.spyOn(window, 'open').mockReturnValue(null)
      const server: FakeServer = (call) => (call.path === '/api/test/things/ticket' ? answer : undefined)
      const { http, onChanged, user } = draw({ actions: [openSite], place: 'toolbar', server })
      await user.click(await page.findByRole('button', { name: '開啟外部管理站' }))
      await waitFor(() => expect(http.calls.at(-1)?.path).toBe('/api/test/things/ticket'))
      return { open, onChanged }
    }
    afterEach(() => vi.restoreAllMocks())

    it('shows it in a tab that knows nothing of this one', async () => {
      const { open, onChanged } = await press({ url: 'https://cms.example.com/?ticket=abc' })
      await waitFor(() => expect(open.mock.calls).toEqual([['https://cms.example.com/?ticket=abc', '_blank', 'noopener,noreferrer']]))
      expect(onChanged).not.toHaveBeenCalled()
    })

    it.each([{ url: 'javascript:alert(1)' }, { url: 'http://cms.example.com/' }, {}, null])('never follows %j', async (answer) => {
      vi.spyOn(console, 'error').mockReturnValue(undefined)
      const { open } = await press(answer)
      expect(await page.findByRole('alert')).toBeDefined()
      expect(open).not.toHaveBeenCalled()
    })
  })

  it('shows what a request answers, line by line', async () => {
    const generate: ResolvedAction = {
      name: 'keys',
      label: '產生金鑰',
      permission: 'test.things.keys',
      tone: 'secondary',
      kind: 'request',
      call: { method: 'GET', path: '/api/test/keys' },
      after: 'show',
    }
    const { user } = draw({
      actions: [generate],
      place: 'toolbar',
      server: (call) => (call.path === '/api/test/keys' ? { aesKey: 'abc', aesIv: 'def' } : undefined),
    })
    await user.click(await page.findByRole('button', { name: '產生金鑰' }))
    const dialog = within(await page.findByRole('dialog'))
    expect(dialog.getByText('aesKey')).toBeDefined()
    expect(dialog.getByText('def')).toBeDefined()
    expect(dialog.getAllByRole('button', { name: /複製/ })).toHaveLength(2)
  })

  it('shows a table of an answer with its headings', async () => {
    const backtest: ResolvedAction = {
      name: 'backtest',
      label: '回測',
      permission: 'test.things.view',
      tone: 'secondary',
      kind: 'request',
      call: { method: 'GET', path: '/api/test/backtest' },
      after: 'show',
    }
    const columns = [{ field: 'points', title: '觸發點數', format: 'points' }]
    const answer = { hits: { title: '明細', columns, rows: [{ points: 12345 }] } }
    const { user } = draw({
      actions: [backtest],
      place: 'toolbar',
      server: (call) => (call.path === '/api/test/backtest' ? answer : undefined),
    })
    await user.click(await page.findByRole('button', { name: '回測' }))
    const dialog = within(await page.findByRole('dialog'))
    expect(dialog.getByRole('columnheader', { name: '觸發點數' })).toBeDefined()
    expect(dialog.getByRole('cell', { name: '12,345' })).toBeDefined()
  })
})
