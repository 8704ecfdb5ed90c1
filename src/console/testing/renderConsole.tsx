import { render } from '@testing-library/react'
import { createStore } from 'jotai'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router-dom'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { HttpProblem } from '../../client/http/problem.ts'
import { createNavigation } from '../../client/navigation/navigation.ts'
import { parseAccessToken } from '../../client/session/claims.ts'
import { enterSessionAtom } from '../../client/session/sessionAtoms.ts'
import { createStoredSession } from '../../client/session/storedSession.ts'
import { createSessionActions } from '../../client/signIn/sessionActions.ts'
import { createAccessToken } from '../../client/testing/accessToken.ts'
import { App } from '../App.tsx'
import { CurrentPage } from '../CurrentPage.tsx'

/** What the fake server answers: `METHOD path` to a body, or a function of the sent body that may throw. */
export type Answers = Readonly<Record<string, unknown>>

export interface SentCall {
  readonly call: string
  readonly body: unknown
  readonly params?: unknown
}

const menu = [
  {
    displayName: '特約商管理',
    uri: '/_company',
    matIcon: 'store',
    subFunctions: [{ displayName: '基本資料設定', uri: '/_company/companies', matIcon: 'store' }],
  },
]

const usualAnswers: Answers = {
  'GET /api/account/users/me/functions': menu,
  'GET /api/dashboards': { choices: [], dashboard: null },
  'GET /api/noticeboard/todo': [],
  'GET /api/noticeboard/files': [],
  'GET /api/noticeboard/notices/0/5': { rows: [], totalCount: 0, unreadCount: 0, pageIndex: 0, pageSize: 5, totals: {} },
  'GET /api/noticeboard/announcements/0/25': { totalCount: 0, rows: [] },
  'PUT /api/shared/dictionary': [],
  'POST /api/account/user_action_log': null,
}

/** The whole console at an address, on a fake server; `claims` signs a user in beforehand. */
export function renderConsole(place: string, options: { answers?: Answers; claims?: Record<string, unknown> } = {}) {
  const sent: SentCall[] = []
  const http = createFakeHttp({ ...usualAnswers, ...options.answers }, sent)
  const store = createStore()
  const session = createStoredSession(localStorage)
  const actions = createSessionActions({ store, session, http, clientId: 'console' })
  if (options.claims) {
    const { user, permissions } = parseAccessToken(createAccessToken(options.claims))
    store.set(enterSessionAtom, user, permissions)
  }
  const navigation = createNavigation(createMemoryHistory({ initialEntries: [place] }))
  const view = render(
    <App parts={{ store, http, actions, navigation }}>
      <CurrentPage />
    </App>,
  )
  return { ...view, sent, store, navigation, place: () => navigation.current().pathname + navigation.current().search }
}

function createFakeHttp(answers: Answers, sent: SentCall[]): HttpClient {
  const answer = async (method: string, path: string, body: unknown, params: unknown) => {
    const call = `${method} ${path}`
    sent.push({ call, body, params })
    if (!Object.hasOwn(answers, call)) throw new HttpProblem({ kind: 'text', status: 404, code: 'M08', text: `查無資料 ${call}` })
    const planned = answers[call]
    return typeof planned === 'function' ? planned(body) : planned
  }
  const withoutBody = (method: string) => (path: string, options?: { params?: unknown }) => answer(method, path, undefined, options?.params)
  const withBody = (method: string) => (path: string, body?: unknown) => answer(method, path, body, undefined)
  return {
    get: withoutBody('GET'),
    delete: withoutBody('DELETE'),
    post: withBody('POST'),
    put: withBody('PUT'),
    events: () => {},
  } as unknown as HttpClient
}
