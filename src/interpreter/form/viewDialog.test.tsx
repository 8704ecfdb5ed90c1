// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeUser } from '../../client/testing/storedUser.ts'
import { dictionaries, echo, openDialog } from './testDialog.tsx'
import { type FormServer, formServer } from './testing.tsx'
import { shopForm } from './testScreens.ts'

beforeEach(() => {
  sessionStorage.clear()
  storeUser()
})
afterEach(cleanup)

describe('FormDialog, view', () => {
  it('shows formatted values without any input, and closes without asking', async () => {
    const { closed } = openDialog('view', formServer(echo, dictionaries))
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
    const { closed } = openDialog('view', server, { form, onChanged: () => changed.push(true) })
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
    openDialog('view', server, { form: { ...shopForm('view'), layout: { kind: 'tabs', tabs } } })
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
