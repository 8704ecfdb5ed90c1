// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HttpProblem } from '../client/http/problem.ts'
import { storeUser } from '../client/testing/storedUser.ts'
import type { Predicate } from '../language/documents/predicate.ts'
import type { ResolvedField } from '../language/resolved.ts'
import { formOf, screenOf } from '../language/testing/screenFactory.ts'
import { compileModule } from './form/testing.tsx'
import { ValidatorImportContext } from './form/validation/validators.ts'
import Screen from './Screen.tsx'
import { createFakeHttp } from './testing/fakeHttp.ts'
import { openingOf } from './testing/openingOf.ts'
import { renderConsole } from './testing/renderConsole.tsx'

beforeEach(() => storeUser())
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const textField = (field: string, title: string): ResolvedField => ({
  ...{ field, title, widget: 'text', format: 'text', property: { type: 'string', title }, ui: {}, readonly: false },
  ...{ required: true, onHidden: 'keep' },
})
const fields = { name: textField('name', '名稱'), note: textField('note', '備註') }

function editForm(name: ResolvedField) {
  const schema = { type: 'object', properties: { name: name.property, note: fields.note.property }, required: ['name', 'note'] }
  return formOf({
    ...{ name: 'edit', mode: 'edit', title: '修改測試資料', schema, fields: { ...fields, name } },
    validator: `edit ${JSON.stringify(schema)}`,
    layout: { kind: 'groups', groups: [{ fields: ['name', 'note'], collapsed: false }] },
  })
}

interface Given {
  readonly permissions?: readonly string[]
  readonly guard?: Predicate
  /** Stored value of the field that is not in the list. */
  readonly note?: string
  readonly refuse?: HttpProblem
  /** The field that is changed in its row. */
  readonly name?: ResolvedField
}

function open({ permissions = ['test.things.edit'], guard, note = '舊', refuse, name = fields.name }: Given = {}) {
  const edit = editForm(name)
  const stored = { id: 1, rowVersion: 3, name: '甲', points: 5, note }
  const http = createFakeHttp(({ method, path, body }) => {
    if (path === '/api/screens/diagnostics' || path === '/api/screens/changes') return []
    if (path.endsWith('/preferences')) return {}
    if (path === '/api/screens/_test/things/opening')
      return openingOf(
        screenOf({
          list: { rowActions: ['edit'], inlineEdit: ['name'] },
          actions: [
            {
              name: 'edit',
              label: '修改',
              permission: 'test.things.edit',
              tone: 'primary',
              kind: 'builtIn',
              action: 'edit',
              form: 'edit',
              ...(guard && { guard }),
            },
          ],
          forms: { edit },
        }),
      )
    if (method === 'PUT' && refuse) throw refuse
    if (method === 'PUT') return Object.assign(stored, body, { rowVersion: 4 })
    if (path === '/api/test/things/1') return { ...stored }
    return { totalCount: 1, pageIndex: 0, pageSize: 25, rows: [{ id: 1, rowVersion: 3, name: stored.name, points: 5 }], totals: {} }
  })
  renderConsole(
    <ValidatorImportContext value={async () => compileModule(edit.schema)}>
      <Screen uri="/_test/things" />
    </ValidatorImportContext>,
    { http, permissions },
  )
  return { http, user: userEvent.setup(), writes: () => http.calls.filter(({ method }) => method === 'PUT') }
}

const pencil = () => page.findByRole('button', { name: '修改名稱：甲' })

describe('a value changed in its row', () => {
  it('replaces the value by what is typed, sends only that, and gives the focus back to the cell', async () => {
    const { user, writes } = open()
    await user.click(await pencil())
    const input = await page.findByRole('textbox', { name: /名稱/ })
    await waitFor(() => expect(document.activeElement).toBe(input))
    expect(page.queryByLabelText(/備註/)).toBeNull()
    await user.keyboard('乙{Enter}')
    const again = await page.findByRole('button', { name: '修改名稱：乙' })
    expect(writes().map(({ path, body }) => [path, body])).toEqual([['/api/test/things/1', { rowVersion: 3, name: '乙' }]])
    await waitFor(() => expect(document.activeElement).toBe(again))
  })

  it('opens with a double click; Escape leaves the value as it was', async () => {
    const { user, writes } = open()
    await user.dblClick(await page.findByText('甲'))
    await page.findByRole('textbox', { name: /名稱/ })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(writes()).toEqual([])
  })

  const chosen = (count: number, widget: 'select' | 'radio' = 'select'): ResolvedField => {
    const names = ['甲', '乙', ...Array.from({ length: count - 2 }, (_unused, index) => `第${index}`)]
    return { ...fields.name, widget, property: { ...fields.name.property, enum: names } }
  }

  it.each<[string, ResolvedField]>([
    ['a dropdown', chosen(2)],
    ['radio buttons', chosen(2, 'radio')],
  ])('Enter saves what is chosen in %s, and Escape leaves it', async (_control, name) => {
    const { user, writes } = open({ name })
    await user.click(await pencil())
    if (name.widget === 'select') await user.selectOptions(await page.findByRole('combobox', { name: /名稱/ }), '乙')
    else await user.click(await page.findByRole('radio', { name: '乙' }))
    await user.keyboard('{Enter}')
    await user.click(await page.findByRole('button', { name: '修改名稱：乙' }))
    expect(writes().map(({ body }) => body)).toEqual([{ rowVersion: 3, name: '乙' }])
    await page.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(writes()).toHaveLength(1)
  })

  it('Enter chooses in the open list of a long dropdown first, and saves with the next', async () => {
    const { user, writes } = open({ name: chosen(20) })
    await user.click(await pencil())
    const picker = await page.findByRole('combobox', { name: /名稱/ })
    await waitFor(() => expect(document.activeElement).toBe(picker))
    await user.keyboard('{ArrowDown}')
    await page.findByPlaceholderText('輸入代號或名稱')
    await user.keyboard('乙{Enter}')
    expect(picker.textContent).toBe('乙')
    expect(writes()).toEqual([])
    await user.keyboard('{Enter}')
    await page.findByRole('button', { name: '修改名稱：乙' })
    expect(writes().map(({ body }) => body)).toEqual([{ rowVersion: 3, name: '乙' }])
  })

  it('shows the refusal of the server at the value, and keeps what was typed', async () => {
    const { user } = open({
      refuse: new HttpProblem({ kind: 'fields', status: 400, code: null, text: '', fields: { name: '名稱 已存在' } }),
    })
    await user.click(await pencil())
    await page.findByRole('textbox', { name: /名稱/ })
    await user.keyboard('乙{Enter}')
    expect(await page.findByText('名稱 已存在')).toBeDefined()
    expect(page.getByRole('textbox', { name: /名稱/ })).toHaveProperty('value', '乙')
  })

  it('tells what is wrong elsewhere in the record, and opens the whole form with what was typed', async () => {
    const { user, writes } = open({ note: '' })
    await user.click(await pencil())
    await page.findByRole('textbox', { name: /名稱/ })
    await user.keyboard('乙{Enter}')
    expect(await page.findByText('備註 必填')).toBeDefined()
    expect(writes()).toEqual([])
    await user.click(page.getByRole('button', { name: '整張表單' }))
    const form = within(await page.findByRole('dialog', { name: /修改測試資料/ }))
    expect(await form.findByRole('textbox', { name: /備註/ })).toBeDefined()
    expect(form.getByRole('textbox', { name: /名稱/ })).toHaveProperty('value', '乙')
  })

  it.each<[string, Given]>([
    ['who may not edit', { permissions: [] }],
    ['anybody where the state of the record does not allow it', { guard: { 'row.points': { gt: 5 } } as Predicate }],
  ])('the button is not shown to %s', async (_who, given) => {
    open(given)
    await page.findByText('甲')
    expect(page.queryByRole('button', { name: /修改名稱/ })).toBeNull()
  })
})
