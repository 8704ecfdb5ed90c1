// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { waitingNotices } from '../../client/notices.ts'
import type { ResolvedAction } from '../../language/resolved.ts'
import type { FakeServer } from '../testing/fakeHttp.ts'
import { drawActions, rowNamed } from './testing.tsx'

afterEach(() => {
  cleanup()
  // What a test without a place of notices tells must not be found by the next one.
  waitingNotices.forget()
})

describe('answers of actions', () => {
  it('fetches a file by GET with its input in the address, by POST with its input as the body', async () => {
    const fetching = (name: string, method: 'GET' | 'POST'): ResolvedAction => ({
      ...{ name, label: name, permission: 'test.things.view', tone: 'secondary', kind: 'request', after: 'download' },
      ...{ body: { kind: 'paper' }, call: { method, path: '/api/test/things/{id}/file' } },
    })
    const server: FakeServer = (call) => (call.method === 'DOWNLOAD' ? { kind: 'saved' } : undefined)
    const { http, onChanged, user } = drawActions({
      actions: [fetching('讀取', 'GET'), fetching('產生', 'POST')],
      place: 'rowActions',
      server,
    })
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
      const { http, onChanged, user } = drawActions({ actions: [openSite], place: 'toolbar', server })
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
    const { user } = drawActions({
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
    const { user } = drawActions({
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
