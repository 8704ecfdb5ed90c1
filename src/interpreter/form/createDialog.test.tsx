// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HttpProblem } from '../../client/http/problem.ts'
import { storeUser } from '../../client/testing/storedUser.ts'
import { confirm, dictionaries, echo, field, openDialog } from './testDialog.tsx'
import { type AnswerCall, type FormServer, formServer } from './testing.tsx'
import { shopForm, shopScreen } from './testScreens.ts'

beforeEach(() => {
  sessionStorage.clear()
  storeUser()
})
afterEach(cleanup)

describe('FormDialog, create', () => {
  it('shows errors only after an attempt, beside the fields and in a list that leads to them', async () => {
    const server = formServer(echo, dictionaries)
    openDialog('create', server)
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
    openDialog('create', refused, {
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
    openDialog('create', formServer(echo, dictionaries), {
      form: { ...shopForm('edit'), mode: 'create' },
      initial: { name: '店', kind: '1', members },
    })
    await field('名稱')
    await confirm()
    const texts = within(screen.getByRole('alert')).getAllByRole('button')
    expect(texts.map(({ textContent }) => textContent)).toEqual(['成員 第 1 列「代碼」格式錯誤', '成員 第 2 列「代碼」必填'])
  })

  it('errors of rows lead to their own cells', async () => {
    openDialog('create', formServer(echo, dictionaries), {
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
    openDialog('create', formServer(echo, dictionaries))
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
    const { saved } = openDialog('create', slow)
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
    const first = openDialog('create', lost)
    await userEvent.type(await field('名稱'), '新店')
    await userEvent.selectOptions(await field('類型'), await screen.findByRole('option', { name: '總店' }))
    await confirm()
    await confirm()
    await waitFor(() => expect(lost.calls).toHaveLength(2))
    first.unmount()
    const server = formServer(echo, dictionaries)
    const { saved } = openDialog('create', server)
    await screen.findByText('已還原尚未儲存的輸入內容。')
    await confirm()
    await waitFor(() => expect(saved).toHaveLength(1))
    const keys = [...lost.calls, ...server.calls].map((call) => call.idempotencyKey)
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
    expect(server.calls[0]?.body).toEqual(lost.calls[0]?.body)
  })

  it('shows and requires a field by its condition, and leaves a hidden value out', async () => {
    const server = formServer(echo, dictionaries)
    const { saved } = openDialog('create', server)
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
    openDialog('create', formServer(echo, dictionaries))
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
    openDialog('create', formServer(refuse, dictionaries))
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
    const { closed } = openDialog('create', formServer(echo, dictionaries))
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
    const first = openDialog('edit', formServer(echo, dictionaries))
    const name = await field('名稱')
    await userEvent.clear(name)
    await userEvent.type(name, '草稿')
    await userEvent.click(screen.getByRole('tab', { name: '其他' }))
    await userEvent.type(await field('密碼'), 'Secret-123')
    first.unmount()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Secret-123')
    openDialog('edit', formServer(echo, dictionaries))
    expect((await field('名稱')).value).toBe('草稿')
    expect(screen.getByText('已還原尚未儲存的輸入內容。')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '捨棄' }))
    expect((await field('名稱')).value).toBe('信義店')
  })

  it('brings back what was typed just before the session ended', async () => {
    const first = openDialog('edit', formServer(echo, dictionaries))
    await userEvent.type(await field('名稱'), 'A')
    localStorage.clear()
    first.unmount()
    storeUser()
    openDialog('edit', formServer(echo, dictionaries))
    expect((await field('名稱')).value).toBe('信義店A')
  })
})

describe('FormDialog, copy', () => {
  it('brings a copied record back after a reload, what was not touched included', async () => {
    const first = openDialog('create', formServer(echo, dictionaries), { initial: { name: '信義店', kind: '2', parentNo: 'S001' } })
    await userEvent.type(await field('名稱'), 'B')
    first.unmount()
    openDialog('create', formServer(echo, dictionaries))
    expect((await field('名稱')).value).toBe('信義店B')
    expect((await field('總店代號')).value).toBe('S001')
  })
})
