// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { HttpProblem } from '../../client/http/problem.ts'
import { waitingNotices } from '../../client/notices.ts'
import { storeUser } from '../../client/testing/storedUser.ts'
import type { ResolvedAction } from '../../language/resolved.ts'
import { transitionOf } from '../../language/testing/screenFactory.ts'
import { builtIn, drawActions, rejectInput, rowNamed } from './testing.tsx'

afterEach(() => {
  cleanup()
  // What a test without a place of notices tells must not be found by the next one.
  waitingNotices.forget()
})

describe('inputs of actions', () => {
  it('asks for the input of an action, sends it with the row version and shows a refusal beside its field', async () => {
    const reject = transitionOf('reject', { label: '退回', input: rejectInput })
    let refusals = 1
    const { http, user } = drawActions({
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
    const { user, unmount } = drawActions({ actions: [reject], place: 'rowActions' })
    const reasonBox = () => page.findByRole<HTMLTextAreaElement>('textbox', { name: /退回原因/ })
    await user.click((await rowNamed('甲')).getByRole('button', { name: '退回' }))
    await user.type(await reasonBox(), '金額錯誤')
    unmount()
    const again = drawActions({ actions: [reject], place: 'rowActions' }).user
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
    const { http, user } = drawActions({
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
      const { http, user, unmount } = drawActions({ actions: [reject], place: 'rowActions', server })
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
      const { onChanged, user } = drawActions({
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
    const { user } = drawActions({
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
})
