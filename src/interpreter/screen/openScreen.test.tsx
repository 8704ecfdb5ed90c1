// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HttpProblem } from '../../client/http/problem.ts'
import { storeUser } from '../../client/testing/storedUser.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { columnOf, filterOf, screenOf } from '../../language/testing/screenFactory.ts'
import Screen from '../Screen.tsx'
import { createFakeHttp, type FakeCall } from '../testing/fakeHttp.ts'
import { renderConsole } from '../testing/renderConsole.tsx'

beforeEach(() => storeUser())
afterEach(cleanup)

const uri = '/_test/things'
const kinds = [
  { key: '1', value: '甲類' },
  { key: '2', value: '乙類' },
]
const kind = { field: 'kind', title: '類別', dictionary: { name: 'Kind' } }
const views = [{ name: 'many', title: '很多', filter: { points: { gt: 100 } } }]
const withKinds = screenOf({
  list: { columns: [columnOf({ field: 'name' }), columnOf(kind)], filters: [filterOf({ ...kind, kind: 'option' })], views },
})
const rows = { totalCount: 1, pageIndex: 0, pageSize: 25, rows: [{ id: 1, name: '甲', kind: '1' }], totals: {} }

interface Given {
  readonly screen?: ResolvedScreen
  readonly preferences?: object
  readonly address?: string
  readonly answerRows?: () => unknown
  /** The server is of the version before. */
  readonly isOld?: boolean
}

function open({ screen = withKinds, preferences = {}, address = uri, answerRows = () => rows, isOld = false }: Given = {}) {
  const answer = ({ path }: FakeCall) => {
    if (path === `/api/screens${uri}/opening`) {
      if (isOld) throw new HttpProblem({ kind: 'text', status: 404, code: 'M08', text: '查無資料' })
      return { screen, preferences, dictionaries: [{ name: 'Kind', options: kinds }] }
    }
    if (path === `/api/screens${uri}`) return screen
    if (path === `/api/screens${uri}/preferences`) return preferences
    return path === '/api/shared/dictionary' ? kinds : answerRows()
  }
  const http = createFakeHttp(answer)
  renderConsole(<Screen uri={uri} />, { http, address })
  return () => http.calls.map(({ path, params }) => `${path}${params.size > 0 ? `?${decodeURIComponent(String(params))}` : ''}`)
}

const opening = `/api/screens${uri}/opening`
const list = '/api/test/things'

describe('a screen that opens', () => {
  it('a screen that opens asks once for all that its list shows, and once for its rows', async () => {
    const calls = open()
    expect((await page.findByText('甲')).closest('tr')?.textContent).toContain('甲類')
    expect(calls()).toEqual([opening, `${list}/0/25`])
  })

  const view = { id: 'v1', name: '我的', query: 'kind=2' }
  it.each<[string, Given, string]>([
    ['a page of the address', { address: `${uri}?pageIndex=2&kind=2` }, `${list}/2/25?kind=2`],
    ['an open form', { address: `${uri}?open=create` }, `${list}/0/25`],
    ["the user's page size", { preferences: { version: 2, columns: [], pageSize: 50 } }, `${list}/0/50`],
    ["the user's own first view", { preferences: { version: 2, columns: [], views: [view], defaultView: 'v1' } }, `${list}/0/25?kind=2`],
    ['a shipped first view', { preferences: { version: 2, columns: [], defaultView: 'many' } }, `${list}/0/25?view=many`],
  ])('a screen that opens asks for its rows once: %s', async (_name, given, wanted) => {
    const calls = open(given)
    await page.findByText('甲')
    expect(calls()).toEqual([opening, wanted])
  })

  it('a screen that opens is drawn without rows that take long, and shows them when they come', async () => {
    let send: (answer: unknown) => void = () => undefined
    const calls = open({ answerRows: () => new Promise((resolve) => (send = resolve)) })
    await page.findByRole('heading', { name: '測試資料' })
    expect(page.queryByText('甲')).toBeNull()
    send(rows)
    await page.findByText('甲')
    expect(calls()).toEqual([opening, `${list}/0/25`])
  })

  it('a screen that opens says at its list why its rows cannot be read', async () => {
    const problem = new HttpProblem({ kind: 'text', status: 503, code: null, text: '系統忙碌中' })
    const calls = open({ answerRows: () => Promise.reject(problem) })
    expect((await page.findByRole('alert')).textContent).toContain('系統忙碌中')
    expect(calls()).toEqual([opening, `${list}/0/25`])
  })

  it('a screen that opens asks for no rows while its list waits for a filter', async () => {
    const screen = screenOf({ list: { columns: [columnOf({ field: 'name' })], filters: [filterOf({ field: 'name', required: true })] } })
    const calls = open({ screen })
    await page.findByText(/請先輸入查詢條件/)
    expect(calls()).toEqual([opening])
  })

  it('a screen that opens asks a server of the version before for each part', async () => {
    const calls = open({ isOld: true })
    expect((await page.findByText('甲')).closest('tr')?.textContent).toContain('甲類')
    expect(calls().slice(0, 2)).toEqual([opening, `/api/screens${uri}`])
    expect(calls().slice(2).sort()).toEqual([`/api/screens${uri}/preferences`, '/api/shared/dictionary', `${list}/0/25`])
  })
})
