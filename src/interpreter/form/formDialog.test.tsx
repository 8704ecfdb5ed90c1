// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HttpProblem } from '../../client/http/problem.ts'
import { storeUser } from '../../client/testing/storedUser.ts'
import { FormDialog, type FormDialogProps } from './FormDialog.tsx'
import { type AnswerCall, type FormServer, formServer, renderForm } from './testing.tsx'
import { shopDictionaries, shopForm, shopScreen } from './testScreens.ts'

beforeEach(() => {
  sessionStorage.clear()
  storeUser()
})
afterEach(cleanup)

const stored = {
  id: 7,
  rowVersion: 3,
  shopNo: 'S007',
  name: '信義店',
  taxNumber: null,
  kind: '2',
  parentNo: 'S001',
  account: '****1234',
  members: [],
  status: '2',
}

const dictionaries = { dictionaries: shopDictionaries }
const echo: AnswerCall = ({ method, body }) => ({
  data: method === 'GET' ? stored : { ...stored, ...(body as object) },
  messageCode: method === 'POST' ? 'M01' : method === 'PUT' ? 'M02' : null,
})

function open(name: 'create' | 'edit' | 'view', server: FormServer, props: Partial<FormDialogProps> = {}) {
  const saved: unknown[] = []
  const closed: true[] = []
  const dialog = (
    <FormDialog
      screen={shopScreen}
      form={shopForm(name)}
      {...(name === 'create' ? {} : { recordId: 7 })}
      onClose={() => closed.push(true)}
      onSaved={(record) => saved.push(record)}
      {...props}
    />
  )
  const inputs = Object.values(shopScreen.actions).flatMap((action) => action.input ?? [])
  const view = renderForm(dialog, server, [shopScreen, ...inputs], { permissions: ['test.shops.reject', 'test.shops.delete'] })
  return { saved, closed, unmount: view.unmount }
}

const confirm = () => userEvent.click(screen.getByRole('button', { name: '確定' }))
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${name}`))

describe('FormDialog, create', () => {
  it('shows errors only after an attempt, beside the fields and in a list that leads to them', async () => {
    const server = formServer(echo, dictionaries)
    open('create', server)
    const name = await field('名稱')
    await userEvent.type(name, '超過五個字的名稱')
    expect(screen.queryByText('最多5個字')).toBeNull()
    await confirm()
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toBe('最多5個字')
    await waitFor(() => expect(document.activeElement).toBe(name))
    const list = screen.getByRole('alert')
    await userEvent.click(within(list).getByRole('button', { name: '類型 必填' }))
    expect(document.activeElement).toBe(await field('類型'))
    await userEvent.clear(name)
    expect(within(list).getByRole('button', { name: '名稱 必填' })).toBeTruthy()
    // Errors follow the input, and the focus stays where the user types.
    await userEvent.selectOptions(await field('類型'), await screen.findByRole('option', { name: '總店' }))
    expect(within(list).queryByRole('button', { name: '類型 必填' })).toBeNull()
    expect(document.activeElement).toBe(await field('類型'))
    await userEvent.type(name, '店')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(name.getAttribute('aria-invalid')).toBe('false')
    expect(server.calls).toEqual([])
  })

  it('an error in rows names row and column once, and a text that names its row is left as it is', async () => {
    const members = [{ code: '甲' }, {}, { code: '丙' }]
    const refused = formServer(() => {
      throw new HttpProblem({
        ...{ kind: 'fields', status: 400, code: null, text: '' },
        fields: { 'members.0.code': '已存在', 'members.1': '不完整', 'members.2.code': '第 3 列與第 1 列重複' },
      })
    }, dictionaries)
    open('create', refused, {
      form: { ...shopForm('edit'), mode: 'create' },
      initial: { name: '店', kind: '1', members },
    })
    await field('名稱')
    await confirm()
    expect(await screen.findByRole('button', { name: '成員 第 2 列「代碼」必填' })).toBeTruthy()
    await userEvent.type(await field('代碼 第 2 列'), '乙')
    await confirm()
    const texts = ['成員 第 1 列「代碼」：已存在', '成員 第 2 列：不完整', '成員：第 3 列與第 1 列重複']
    for (const name of texts) expect(await screen.findByRole('button', { name })).toBeTruthy()
  })

  it('errors of rows are listed from the first row to the last', async () => {
    const members = [{ code: true }, {}]
    open('create', formServer(echo, dictionaries), {
      form: { ...shopForm('edit'), mode: 'create' },
      initial: { name: '店', kind: '1', members },
    })
    await field('名稱')
    await confirm()
    const texts = within(screen.getByRole('alert')).getAllByRole('button')
    expect(texts.map(({ textContent }) => textContent)).toEqual(['成員 第 1 列「代碼」格式錯誤', '成員 第 2 列「代碼」必填'])
  })

  it('errors of rows lead to their own cells', async () => {
    open('create', formServer(echo, dictionaries), {
      form: { ...shopForm('edit'), mode: 'create' },
      initial: { name: '店', kind: '1', members: [{}, { code: '乙' }, {}] },
    })
    await field('名稱')
    await confirm()
    for (const row of [3, 1]) {
      await userEvent.click(screen.getByRole('button', { name: `成員 第 ${row} 列「代碼」必填` }))
      expect(document.activeElement).toBe(await field(`代碼 第 ${row} 列`))
    }
  })

  it('checks the tax number with the texts of the specification', async () => {
    open('create', formServer(echo, dictionaries))
    await userEvent.type(await field('統一編號'), '1234')
    await confirm()
    expect(screen.getByText('統編錯誤，要有 8 個數字')).toBeTruthy()
    await userEvent.type(await field('統一編號'), '5678')
    expect(screen.getByText('統編錯誤')).toBeTruthy()
  })

  it('sends what is entered once, however often the button is pressed, and hands over the answer', async () => {
    let release: (() => void) | undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const server = formServer(echo, dictionaries)
    const { send } = server.client
    const slow: FormServer = { ...server, client: { ...server.client, send: async (call) => held.then(() => send(call)) } }
    const { saved } = open('create', slow)
    await userEvent.type(await field('名稱'), '新店')
    await userEvent.selectOptions(await field('類型'), await screen.findByRole('option', { name: '總店' }))
    await confirm()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '儲存中…' }).disabled).toBe(true)
    await userEvent.keyboard('{Enter}')
    release?.()
    await waitFor(() => expect(saved.length).toBe(1))
    expect(server.calls).toEqual([
      { method: 'POST', path: shopScreen.api.create.path, body: { name: '新店', kind: '1' }, idempotencyKey: expect.any(String) },
    ])
  })

  it('sends the same key again after a lost answer, also after a reload', async () => {
    const lost = formServer(() => {
      throw new HttpProblem({ kind: 'network', status: 0, code: null, text: '網路異常' })
    }, dictionaries)
    const first = open('create', lost)
    await userEvent.type(await field('名稱'), '新店')
    await userEvent.selectOptions(await field('類型'), await screen.findByRole('option', { name: '總店' }))
    await confirm()
    await confirm()
    await waitFor(() => expect(lost.calls).toHaveLength(2))
    first.unmount()
    const server = formServer(echo, dictionaries)
    const { saved } = open('create', server)
    await screen.findByText('已還原尚未儲存的輸入內容。')
    await confirm()
    await waitFor(() => expect(saved).toHaveLength(1))
    const keys = [...lost.calls, ...server.calls].map((call) => call.idempotencyKey)
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
    expect(server.calls[0]?.body).toEqual(lost.calls[0]?.body)
  })

  it('shows and requires a field by its condition, and leaves a hidden value out', async () => {
    const server = formServer(echo, dictionaries)
    const { saved } = open('create', server)
    await userEvent.type(await field('名稱'), '分店')
    expect(screen.queryByLabelText(/^總店代號/)).toBeNull()
    await screen.findByRole('option', { name: '分店' })
    await userEvent.selectOptions(await field('類型'), '2')
    await confirm()
    expect(screen.getByRole('button', { name: '總店代號 必填' })).toBeTruthy()
    await userEvent.type(await field('總店代號'), 'S001')
    await userEvent.selectOptions(await field('類型'), '1')
    await confirm()
    await waitFor(() => expect(saved.length).toBe(1))
    expect(server.calls[0]?.body).toEqual({ name: '分店', kind: '1' })
  })

  it('clears a dependent choice and fills the zip code when its parent changes', async () => {
    open('create', formServer(echo, dictionaries))
    await userEvent.click(await screen.findByRole('button', { name: /地址/ }))
    await userEvent.selectOptions(await field('縣市'), await screen.findByRole('option', { name: '臺北市' }))
    await userEvent.selectOptions(await field('鄉鎮市區'), await screen.findByRole('option', { name: '中正區' }))
    const zip = await field('郵遞區號')
    await waitFor(() => expect(zip.value).toBe('100'))
    await userEvent.type(zip, '012')
    await userEvent.selectOptions(await field('縣市'), '桃園市')
    const district = await field('鄉鎮市區')
    await waitFor(() => expect(district.value).toBe(''))
    await userEvent.selectOptions(district, await screen.findByRole('option', { name: '中壢區' }))
    await waitFor(() => expect(zip.value).toBe('320'))
  })

  it('puts refusals of the server beside their fields until these change', async () => {
    const refuse: AnswerCall = () => {
      throw new HttpProblem({
        kind: 'fields',
        status: 409,
        code: 'M07',
        text: '名稱 已存在，請重新輸入。',
        fields: { name: '名稱 已存在，請重新輸入。' },
      })
    }
    open('create', formServer(refuse, dictionaries))
    const name = await field('名稱')
    await userEvent.type(name, '舊店')
    await userEvent.selectOptions(await field('類型'), await screen.findByRole('option', { name: '總店' }))
    await confirm()
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement).toBe(name)
    await userEvent.type(name, 'A')
    expect(name.getAttribute('aria-invalid')).toBe('false')
  })

  it('asks before unsaved input is given up, and not when nothing was entered', async () => {
    const { closed } = open('create', formServer(echo, dictionaries))
    const name = await field('名稱')
    await userEvent.type(name, '新店')
    await userEvent.click(screen.getByRole('button', { name: '取消' }))
    await screen.findByText('尚有未儲存的資料，確定要離開嗎？')
    await userEvent.click(screen.getByRole('button', { name: '取消！' }))
    expect(closed).toEqual([])
    await userEvent.clear(name)
    await userEvent.click(screen.getByRole('button', { name: '取消' }))
    await waitFor(() => expect(closed).toEqual([true]))
  })

  it('brings input back after a reload, offers to discard it, and keeps no passwords', async () => {
    const first = open('edit', formServer(echo, dictionaries))
    const name = await field('名稱')
    await userEvent.clear(name)
    await userEvent.type(name, '草稿')
    await userEvent.click(screen.getByRole('tab', { name: '其他' }))
    await userEvent.type(await field('密碼'), 'Secret-123')
    first.unmount()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Secret-123')
    open('edit', formServer(echo, dictionaries))
    expect((await field('名稱')).value).toBe('草稿')
    expect(screen.getByText('已還原尚未儲存的輸入內容。')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '捨棄' }))
    expect((await field('名稱')).value).toBe('信義店')
  })

  it('brings back what was typed just before the session ended', async () => {
    const first = open('edit', formServer(echo, dictionaries))
    await userEvent.type(await field('名稱'), 'A')
    localStorage.clear()
    first.unmount()
    storeUser()
    open('edit', formServer(echo, dictionaries))
    expect((await field('名稱')).value).toBe('信義店A')
  })
})

describe('FormDialog, copy', () => {
  it('brings a copied record back after a reload, what was not touched included', async () => {
    const first = open('create', formServer(echo, dictionaries), { initial: { name: '信義店', kind: '2', parentNo: 'S001' } })
    await userEvent.type(await field('名稱'), 'B')
    first.unmount()
    open('create', formServer(echo, dictionaries))
    expect((await field('名稱')).value).toBe('信義店B')
    expect((await field('總店代號')).value).toBe('S001')
  })
})

describe('FormDialog, edit', () => {
  it('sends only what was changed, with the version, and clears with null', async () => {
    const server = formServer(echo, dictionaries)
    const { saved } = open('edit', server)
    const name = await field('名稱')
    await userEvent.type(name, 'A')
    await userEvent.clear(await field('總店代號'))
    await userEvent.type(await field('總店代號'), 'S002')
    await confirm()
    await waitFor(() => expect(saved.length).toBe(1))
    expect(server.calls.at(-1)).toEqual({
      method: 'PUT',
      path: shopScreen.api.update.path.replace('{id}', '7'),
      body: { name: '信義店A', parentNo: 'S002', rowVersion: 3 },
    })
  })

  it('shows stored fields that cannot be entered, and conditions see them', async () => {
    open('edit', formServer(echo, dictionaries))
    expect(await screen.findByText('S007')).toBeTruthy()
    expect(await screen.findByText('分店')).toBeTruthy()
    expect(await field('總店代號')).toBeTruthy()
  })

  it('leads to an error in another tab, and leaves an untouched masked value alone', async () => {
    const server = formServer(echo, dictionaries)
    open('edit', server)
    await userEvent.click(await screen.findByRole('tab', { name: '其他' }))
    await userEvent.type(await field('起日'), '2026-02-02')
    await userEvent.type(await field('迄日'), '2026-02-01')
    await userEvent.click(screen.getByRole('tab', { name: '主要' }))
    await confirm()
    const link = await screen.findByRole('button', { name: '迄日：date must be greater than 2026-02-02' })
    await userEvent.click(link)
    expect(document.activeElement).toBe(await field('迄日'))
    expect(screen.getByRole('tab', { name: /其他/, selected: true })).toBeTruthy()
    expect(screen.queryByText('只能輸入英文字母及數字')).toBeNull()
  })

  it('merges a record that somebody else changed, asks where it clashes, and saves with the new version', async () => {
    const theirs = { ...stored, rowVersion: 4, name: '他人店', taxNumber: '04595257' }
    let isRefused = false
    const server = formServer((call) => {
      if (call.method === 'GET') return { data: isRefused ? theirs : stored, messageCode: null }
      if (isRefused) return { data: { ...theirs, ...(call.body as object) }, messageCode: 'M02' }
      isRefused = true
      throw new HttpProblem({ kind: 'text', status: 409, code: 'M10', text: '資料已被其他人員修改，請重新查詢後再試。' })
    }, dictionaries)
    const { saved } = open('edit', server)
    const name = await field('名稱')
    await userEvent.clear(name)
    await userEvent.type(name, '我的店')
    await userEvent.type(await field('總店代號'), 'X')
    await confirm()
    const dialog = await screen.findByRole('dialog', { name: '資料已被其他人員修改，請重新查詢後再試。' })
    expect(within(dialog).getByText('已併入其他人員修改的欄位：統一編號')).toBeTruthy()
    const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: '確定' })
    expect(save.disabled).toBe(true)
    await userEvent.click(within(dialog).getByRole('radio', { name: '名稱：我的輸入' }))
    await userEvent.click(save)
    await waitFor(() => expect(saved.length).toBe(1))
    expect(server.calls.at(-1)?.body).toEqual({ name: '我的店', parentNo: 'S001X', rowVersion: 4 })
  })

  it('asks what the server wants to know; a no keeps the input, a yes sends it again with the answer', async () => {
    const server = formServer((call) => {
      if (call.method === 'GET' || (call.body as { confirmName?: boolean }).confirmName) return echo(call)
      throw new HttpProblem({ kind: 'text', status: 409, code: 'CONFIRM:confirmName', text: '此名稱已存在，確定嗎？' })
    }, dictionaries)
    const { saved } = open('edit', server)
    await userEvent.type(await field('名稱'), 'B')
    await confirm()
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消！' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect([(await field('名稱')).value, saved]).toEqual(['信義店B', []])
    await confirm()
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '確定' }))
    await waitFor(() => expect(saved.length).toBe(1))
    expect(server.calls.at(-1)?.body).toEqual({ name: '信義店B', rowVersion: 3, confirmName: true })
  })

  it('keeps the input when the comparison is put off', async () => {
    const server = formServer((call) => {
      if (call.method === 'GET') return { data: stored, messageCode: null }
      throw new HttpProblem({ kind: 'text', status: 409, code: 'M10', text: '資料已被其他人員修改，請重新查詢後再試。' })
    }, dictionaries)
    open('edit', server)
    await userEvent.type(await field('名稱'), 'B')
    await confirm()
    const dialog = await screen.findByRole('dialog', { name: /資料已被其他人員修改/ })
    await userEvent.click(within(dialog).getByRole('button', { name: '取消' }))
    expect((await field('名稱')).value).toBe('信義店B')
  })

  it('shows a problem with a button to try again when the record cannot be read', async () => {
    let tries = 0
    const server = formServer(() => {
      tries += 1
      if (tries === 1) throw new HttpProblem({ kind: 'text', status: 503, code: null, text: '系統忙碌中' })
      return { data: stored, messageCode: null }
    }, dictionaries)
    open('edit', server)
    await screen.findByText('系統忙碌中')
    await userEvent.click(screen.getByRole('button', { name: '重試' }))
    expect((await field('名稱')).value).toBe('信義店')
  })

  it('offers no other try for a record that is gone', async () => {
    const server = formServer(() => {
      throw new HttpProblem({ kind: 'text', status: 404, code: 'M08', text: '查無資料' })
    }, dictionaries)
    open('edit', server)
    await screen.findByText('查無資料')
    expect(screen.queryByRole('button', { name: '重試' })).toBeNull()
  })
})

describe('FormDialog, view', () => {
  it('shows formatted values without any input, and closes without asking', async () => {
    const { closed } = open('view', formServer(echo, dictionaries))
    expect(await screen.findByText('信義店')).toBeTruthy()
    expect(await screen.findByText('分店')).toBeTruthy()
    expect(screen.queryAllByRole('textbox')).toEqual([])
    await userEvent.click(screen.getAllByRole('button', { name: '關閉' }).at(-1) as HTMLElement)
    expect(closed).toEqual([true])
  })

  it('closes when its record is deleted, and lets the lists load again', async () => {
    const server = formServer(echo, dictionaries)
    const changed: true[] = []
    const form = { ...shopForm('view'), actions: ['delete'] }
    const { closed } = open('view', server, { form, onChanged: () => changed.push(true) })
    await userEvent.click(await screen.findByRole('button', { name: '刪除' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '確定' }))
    await waitFor(() => expect(closed).toEqual([true]))
    expect(changed).toEqual([true])
    expect(server.calls.map((call) => call.method)).toEqual(['GET', 'DELETE'])
  })

  it('offers the actions that the state of the record allows, with their input form, and tells the history anew', async () => {
    const steps = [{ at: '2026-01-02T03:04:05Z', userName: 'ops01', action: '送審', changes: [], remark: null }]
    const rejected = { at: '2026-01-03T03:04:05Z', userName: 'fm01', action: '已由主管退回', changes: [], remark: '資料不全' }
    const history = () => (server.calls.some((call) => call.method === 'POST') ? [rejected, ...steps] : steps)
    const answers = Object.defineProperty({}, '/api/test/shops/7/history', { get: history })
    const server: FormServer = formServer(echo, { ...dictionaries, get: answers })
    const tabs = [{ title: '紀錄', content: { kind: 'history' } }] as const
    open('view', server, { form: { ...shopForm('view'), layout: { kind: 'tabs', tabs } } })
    await userEvent.click(await screen.findByRole('button', { name: '退回' }))
    const dialog = await screen.findByRole('dialog', { name: '退回' })
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText(/^退回原因/)))
    await userEvent.click(await within(dialog).findByRole('button', { name: '確定' }))
    expect(await within(dialog).findByRole('button', { name: '退回原因 必填' })).toBeTruthy()
    await userEvent.type(within(dialog).getByLabelText(/^退回原因/), '資料不全')
    await userEvent.click(within(dialog).getByRole('button', { name: '確定' }))
    await waitFor(() => expect(server.calls.some((call) => call.method === 'POST')).toBe(true))
    expect(server.calls.find((call) => call.method === 'POST')?.body).toEqual({ rejectReason: '資料不全', rowVersion: 3 })
    expect(await screen.findByText('已由主管退回')).toBeTruthy()
  })
})
