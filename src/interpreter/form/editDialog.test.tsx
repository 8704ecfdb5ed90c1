// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HttpProblem } from '../../client/http/problem.ts'
import { storeUser } from '../../client/testing/storedUser.ts'
import { confirm, dictionaries, echo, field, openDialog, stored } from './testDialog.tsx'
import { formServer } from './testing.tsx'
import { shopScreen } from './testScreens.ts'

beforeEach(() => {
  sessionStorage.clear()
  storeUser()
})
afterEach(cleanup)

describe('FormDialog, edit', () => {
  it('sends only what was changed, with the version, and clears with null', async () => {
    const server = formServer(echo, dictionaries)
    const { saved } = openDialog('edit', server)
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
    openDialog('edit', formServer(echo, dictionaries))
    expect(await screen.findByText('S007')).toBeTruthy()
    expect(await screen.findByText('分店')).toBeTruthy()
    expect(await field('總店代號')).toBeTruthy()
  })

  it('leads to an error in another tab, and leaves an untouched masked value alone', async () => {
    const server = formServer(echo, dictionaries)
    openDialog('edit', server)
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
    const { saved } = openDialog('edit', server)
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
    const { saved } = openDialog('edit', server)
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
    openDialog('edit', server)
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
    openDialog('edit', server)
    await screen.findByText('系統忙碌中')
    await userEvent.click(screen.getByRole('button', { name: '重試' }))
    expect((await field('名稱')).value).toBe('信義店')
  })

  it('offers no other try for a record that is gone', async () => {
    const server = formServer(() => {
      throw new HttpProblem({ kind: 'text', status: 404, code: 'M08', text: '查無資料' })
    }, dictionaries)
    openDialog('edit', server)
    await screen.findByText('查無資料')
    expect(screen.queryByRole('button', { name: '重試' })).toBeNull()
  })
})
