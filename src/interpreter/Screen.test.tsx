// @vitest-environment jsdom
import { act, cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpProblem } from '../client/http/problem.ts'
import { storeUser } from '../client/testing/storedUser.ts'
import type { ResolvedAction, ResolvedForm, ResolvedScreen } from '../language/resolved.ts'
import { columnOf, formOf, screenOf } from '../language/testing/screenFactory.ts'
import { loadRunAction } from './actions/run/lazyRunner.ts'
import { compileModule } from './form/testing.tsx'
import { loadValidator, ValidatorImportContext } from './form/validation/validators.ts'
import Screen from './Screen.tsx'
import { LazyFormDialog } from './screen/lazyParts.ts'
import { createFakeHttp, type FakeHttp } from './testing/fakeHttp.ts'
import { openingOf } from './testing/openingOf.ts'
import { renderConsole } from './testing/renderConsole.tsx'

beforeEach(() => storeUser())
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

const uri = '/_test/things'
const diagnostic = {
  file: 'screens/_test/things.json',
  line: 3,
  column: 5,
  pointer: '/list/columns/0',
  severity: 'error',
  code: 'unknown-field',
  message: '沒有欄位「nmae」',
  suggestion: 'name',
}

/** A server with one document, which a test can change. */
function createServer(first: ResolvedScreen) {
  const held = { document: first as unknown, diagnostics: [] as unknown[], changes: [] as unknown[] }
  const http: FakeHttp = createFakeHttp((call) => {
    if (call.path === '/api/screens/diagnostics') return held.diagnostics
    if (call.path === '/api/screens/changes') return held.changes
    if (call.path.endsWith('/preferences')) return {}
    if (call.path.startsWith(`/api/screens${uri}`)) {
      if (held.document instanceof HttpProblem) throw held.document
      return call.path.endsWith('/opening') ? openingOf(held.document) : held.document
    }
    return { totalCount: 1, pageIndex: 0, pageSize: 25, rows: [{ id: 1, name: '甲', points: 5 }], totals: {} }
  })
  const publish = (document: ResolvedScreen) => {
    held.document = document
    act(() => http.push({ name: 'screen', data: { uri: document.uri, hash: document.hash } }))
  }
  return { http, held, publish }
}

const create: ResolvedAction = {
  name: 'create',
  label: '新增',
  permission: 'test.things.create',
  tone: 'primary',
  kind: 'builtIn',
  action: 'create',
  form: 'create',
}

/** A create form with one text field under a title. */
function createForm(title: string): ResolvedForm {
  const property = { type: 'string', title } as const
  return formOf({
    name: 'create',
    mode: 'create',
    title: '新增測試資料',
    schema: { type: 'object', properties: { name: property } },
    fields: {
      name: {
        field: 'name',
        title,
        widget: 'text',
        format: 'text',
        property,
        ui: {},
        readonly: false,
        required: false,
        onHidden: 'keep',
      },
    },
    layout: { kind: 'groups', groups: [{ fields: ['name'], collapsed: false }] },
    validator: `validator ${title}`,
  })
}

describe('Screen', () => {
  it('draws the list of its document', async () => {
    const { http } = createServer(screenOf())
    renderConsole(<Screen uri={uri} />, { http })
    expect(await page.findByText('甲')).toBeDefined()
    expect(page.getByRole('heading', { name: '測試資料' })).toBeDefined()
  })

  it('draws the list anew when the document changes, without a reload', async () => {
    const { http, publish } = createServer(screenOf())
    renderConsole(<Screen uri={uri} />, { http })
    await page.findByText('甲')
    publish(screenOf({ hash: 'hash-2', list: { columns: [columnOf({ field: 'name', title: '新名稱' })] } }))
    expect(await page.findByRole('columnheader', { name: /新名稱/ })).toBeDefined()
    expect(page.queryByRole('columnheader', { name: /點數/ })).toBeNull()
  })

  it('asks for rows again when the document may show others, and not for new titles and forms', async () => {
    const { http, publish } = createServer(screenOf())
    renderConsole(<Screen uri={uri} />, { http })
    await page.findByText('甲')
    const rowsAsked = () => http.calls.filter((call) => call.path.startsWith('/api/test/things/')).length
    const before = rowsAsked()
    publish(screenOf({ hash: 'hash-2', title: '別的標題' }))
    expect(await page.findByRole('heading', { name: '別的標題' })).toBeDefined()
    expect(page.getByText('甲')).toBeDefined()
    expect(rowsAsked()).toBe(before)
    publish(screenOf({ hash: 'hash-3', rowsHash: 'rows-3' }))
    await waitFor(() => expect(rowsAsked()).toBe(before + 1))
  })

  it('leaves an open form with unsaved input on its old document, while the list behind it is drawn anew', async () => {
    const { http, publish } = createServer(
      screenOf({ list: { toolbar: ['create'] }, actions: [create], forms: { create: createForm('舊欄位') } }),
    )
    const importer = async () => compileModule(createForm('舊欄位').schema)
    const permissions = ['test.things.create']
    renderConsole(
      <ValidatorImportContext value={importer}>
        <Screen uri={uri} />
      </ValidatorImportContext>,
      { http, permissions },
    )
    const user = userEvent.setup()
    await user.click(await page.findByRole('button', { name: '新增' }))
    const input = await page.findByLabelText(/舊欄位/)
    await user.type(input, '打到一半')
    const columns = [columnOf({ field: 'name', title: '新名稱' })]
    publish(
      screenOf({ hash: 'hash-2', list: { toolbar: ['create'], columns }, actions: [create], forms: { create: createForm('新欄位') } }),
    )
    expect(await page.findByText('新名稱')).toBeDefined()
    expect(page.getByLabelText(/舊欄位/)).toHaveProperty('value', '打到一半')
    expect(page.queryByLabelText(/新欄位/)).toBeNull()
  })

  it('opens a form over a list that is not drawn again, and whole where its code was there', async () => {
    let drawings = 0
    const form = createForm('預先載入')
    const document = screenOf({ list: { toolbar: ['create'] }, actions: [create], forms: { create: form } })
    const { views } = document.list
    Object.defineProperty(document.list, 'views', {
      get: () => {
        drawings += 1
        return views
      },
    })
    const importer = async () => compileModule(form.schema)
    await Promise.all([LazyFormDialog.fetch(), loadValidator(form, importer), loadRunAction()])
    renderConsole(
      <ValidatorImportContext value={importer}>
        <Screen uri={uri} />
      </ValidatorImportContext>,
      { http: createServer(document).http, permissions: ['test.things.create'] },
    )
    await page.findByText('甲')
    const button = page.getByRole('button', { name: '新增' })
    drawings = 0
    const waiting: Element[] = []
    const seen = new MutationObserver(() => waiting.push(...window.document.querySelectorAll('.spinner-block')))
    seen.observe(window.document.body, { childList: true, subtree: true })
    await userEvent.click(button)
    expect(await page.findByLabelText(/預先載入/)).toBeDefined()
    seen.disconnect()
    expect(waiting).toEqual([])
    expect(drawings).toBe(0)
  })

  it('opens the form again that had unsaved input when the page was reloaded, and no other', async () => {
    const document = screenOf({ list: { toolbar: ['create'] }, actions: [create], forms: { create: createForm('名稱欄') } })
    const draw = () => {
      const ui = (
        <ValidatorImportContext value={async () => compileModule(createForm('名稱欄').schema)}>
          <Screen uri={uri} />
        </ValidatorImportContext>
      )
      return renderConsole(ui, { http: createServer(document).http, permissions: ['test.things.create'] })
    }
    const first = draw()
    const user = userEvent.setup()
    await user.click(await page.findByRole('button', { name: '新增' }))
    await user.type(await page.findByLabelText(/名稱欄/), '打到一半')
    first.unmount()
    const second = draw()
    expect(await page.findByLabelText(/名稱欄/)).toHaveProperty('value', '打到一半')
    await user.click(page.getByRole('button', { name: '取消' }))
    await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: '確定' }))
    await waitFor(() => expect(page.queryByLabelText(/名稱欄/)).toBeNull())
    second.unmount()
    draw()
    await page.findByText('甲')
    expect(page.queryByRole('dialog')).toBeNull()
  })

  it('keeps the last good document when a newer one cannot be loaded', async () => {
    const { http, held } = createServer(screenOf())
    renderConsole(<Screen uri={uri} />, { http })
    await page.findByText('甲')
    held.document = new HttpProblem({ kind: 'text', status: 500, code: null, text: '系統錯誤' })
    act(() => http.push({ name: 'screen', data: { uri, hash: 'hash-2' } }))
    await waitFor(() => expect(http.calls.filter((call) => call.path === `/api/screens${uri}`)).toHaveLength(1))
    expect(page.getByText('甲')).toBeDefined()
  })

  it('says why a screen cannot be opened and tries again', async () => {
    const { http, held } = createServer(screenOf())
    held.document = new HttpProblem({ kind: 'text', status: 503, code: null, text: '系統忙碌中' })
    renderConsole(<Screen uri={uri} />, { http })
    expect((await page.findByRole('alert')).textContent).toContain('系統忙碌中')
    held.document = screenOf()
    await userEvent.setup().click(page.getByRole('button', { name: '重試' }))
    expect(await page.findByText('甲')).toBeDefined()
  })

  it('draws a box with its pointer in the place of a part that breaks; the next document mends it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const broken = screenOf({ list: { columns: [columnOf({ field: 'name', format: 'unheardOf' as 'text' })] } })
    const { http, publish } = createServer(broken)
    renderConsole(<Screen uri={uri} />, { http })
    expect(await page.findByText('/list/columns')).toBeDefined()
    expect(page.getByRole('heading', { name: '測試資料' })).toBeDefined()
    publish(screenOf({ hash: 'hash-2' }))
    expect(await page.findByText('甲')).toBeDefined()
  })

  it('shows findings of the checker to those who may see them, and to nobody else', async () => {
    const { http, held } = createServer(screenOf())
    held.diagnostics = [diagnostic]
    const first = renderConsole(<Screen uri={uri} />, { http })
    await page.findByText('甲')
    expect(page.queryByText(/畫面文件有/)).toBeNull()
    first.unmount()

    renderConsole(<Screen uri={uri} />, { http, permissions: ['settings.screens.view'] })
    await userEvent.setup().click(await page.findByRole('button', { name: '畫面文件有 1 項問題' }))
    const dialog = within(await page.findByRole('dialog'))
    expect(dialog.getByText('screens/_test/things.json:3:5')).toBeDefined()
    expect(dialog.getByText('沒有欄位「nmae」')).toBeDefined()
    expect(dialog.getByText('您是不是要輸入「name」？')).toBeDefined()
  })

  it('tells those who look after the documents what a change means, until they have read it', async () => {
    const { http, held } = createServer(screenOf())
    const change = (at: string, title: string) => ({
      at,
      parts: [
        { kind: 'entity', name: 'thing', title, file: 'entities/test/thing.json', change: 'changed', lines: ['欄位少了 「備註」（note）'] },
      ],
      fields: [
        {
          text: '實體「東西」（thing）不再有「備註」（note）',
          uses: [{ file: 'screens/_test/things.json', pointers: ['/list/columns/2', '/forms/edit/fields/1'] }],
        },
      ],
      roles: [{ role: 'OPS', name: '營運人員', users: 3, lines: ['不再有「測試資料」的欄位「備註」'] }],
    })
    held.changes = [change('2026-01-02T01:00:00.000Z', '東西')]
    renderConsole(<Screen uri={uri} />, { http, permissions: ['settings.screens.view'] })
    const user = userEvent.setup()
    await user.click(await page.findByRole('button', { name: '畫面文件已更新 1 次' }))
    const dialog = within(await page.findByRole('dialog'))
    expect(dialog.getByText('欄位少了 「備註」（note）')).toBeDefined()
    expect(dialog.getByText('3 位使用者')).toBeDefined()
    expect(dialog.getByText('實體「東西」（thing）不再有「備註」（note），原來的文件用到它的地方：')).toBeDefined()
    expect(dialog.getByText('/list/columns/2').closest('li')?.textContent).toBe(
      'screens/_test/things.json/list/columns/2/forms/edit/fields/1',
    )
    await user.click(dialog.getByRole('button', { name: '知道了' }))
    await waitFor(() => expect(page.queryByRole('button', { name: /已更新/ })).toBeNull())
    held.changes = [change('2026-01-02T02:00:00.000Z', '別的'), ...held.changes]
    act(() => http.push({ name: 'diagnostics', data: { count: 0 } }))
    expect(await page.findByRole('button', { name: '畫面文件已更新 1 次' })).toBeDefined()
  })

  it('stays drawn when it moves or goes while it is open, says so, and links to where it is now', async () => {
    const { http, held } = createServer(screenOf())
    renderConsole(<Screen uri={uri} />, { http })
    await page.findByText('甲')
    held.document = screenOf({ uri: '/_test/items', hash: 'hash-2' })
    act(() => http.push({ name: 'screen', data: { uri, hash: null } }))
    expect((await page.findByRole('link', { name: '前往新的位置' })).getAttribute('href')).toBe('/_test/items')
    expect(page.getByText('甲')).toBeDefined()
    held.document = new HttpProblem({ kind: 'text', status: 404, code: 'M08', text: '查無資料' })
    act(() => http.push({ name: 'screen', data: { uri, hash: null } }))
    expect(await page.findByText(/此畫面已移除/)).toBeDefined()
    expect(page.getByText('甲')).toBeDefined()
  })
})
