import { afterEach, describe, expect, it } from 'vitest'
import { createStoredSession } from '../session/storedSession.ts'
import { createAccessToken } from '../testing/accessToken.ts'
import { type LocalServer, type PlannedAnswer, type ReceivedRequest, startLocalServer } from '../testing/localServer.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { createHttpClient } from './httpClient.ts'
import { HttpProblem } from './problem.ts'

const oldToken = createAccessToken({ sid: 'old' })
const newToken = createAccessToken({ sid: 'new', permission: ['company.companies.view'], fullname: '新名字' })
const freshTokens = { access_token: newToken, refresh_token: 'refresh-2', expires_in: 600 }

let server: LocalServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function createPage(answer: (request: ReceivedRequest) => PlannedAnswer | Promise<PlannedAnswer>, mayReload = () => true) {
  server = await startLocalServer(answer)
  const storage = createMemoryStorage()
  const session = createStoredSession(storage)
  session.saveTokens({ access_token: oldToken, refresh_token: 'refresh-1', expiresAt: Date.now() + 600_000 })
  const departures: string[] = []
  let pending = 0
  const http = createHttpClient({
    clientId: 'console',
    session,
    baseURL: server.origin,
    mayReload,
    beginLoading: () => {
      pending += 1
      return () => {
        pending -= 1
      }
    },
    departures: {
      reload: (isWriteLost) => void departures.push(isWriteLost ? 'reload, a write is lost' : 'reload'),
      toLogin: (problem) => void departures.push(`login: ${problem.text}`),
      toPage500: (problem) => void departures.push(`page500: ${problem.text}`),
    },
  })
  return { http, session, storage, departures, requests: server.requests, pending: () => pending }
}

async function problemOf(call: Promise<unknown>): Promise<HttpProblem> {
  return call.then(
    () => {
      throw new Error('The call succeeded')
    },
    (problem: HttpProblem) => problem,
  )
}

describe('a call', () => {
  it('a call is repeatable when it carries its key', async () => {
    const page = await createPage(() => ({ body: {} }))
    await page.http.send({ method: 'POST', path: '/api/x', body: {}, idempotencyKey: 'key-of-the-form-1' })
    await page.http.send({ method: 'POST', path: '/api/x', body: {} })
    expect(page.requests.map((request) => request.headers['idempotency-key'])).toEqual(['key-of-the-form-1', undefined])
  })

  it('tells that a file is made later instead of saving the answer', async () => {
    const page = await createPage(() => ({ status: 202, body: { fileId: 1, text: '檔案於背景產生' } }))
    await expect(page.http.download('/api/x/export')).resolves.toEqual({ kind: 'later', text: '檔案於背景產生' })
  })

  it('sends bearer and anti-forgery token, and saves the anti-forgery token of the answer', async () => {
    const page = await createPage(() => ({ headers: { 'x-xsrf-token': 'xsrf-2' }, body: { ok: true } }))
    page.session.saveXsrfToken('xsrf-1')
    await expect(page.http.post('/api/x', { name: '值' })).resolves.toEqual({ ok: true })
    const [request] = page.requests
    expect(request).toMatchObject({ method: 'POST', url: '/api/x', body: '{"name":"值"}' })
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${oldToken}`,
      'x-xsrf-token': 'xsrf-1',
      'content-type': 'application/json',
    })
    expect(page.session.readXsrfToken()).toBe('xsrf-2')
    expect(page.pending()).toBe(0)
  })

  it('sends the data of GET and DELETE as a query string', async () => {
    const page = await createPage(() => ({ body: null }))
    await page.http.get('/api/x', { params: { name: 'a b', status: ['1', '2'] } })
    await page.http.delete('/api/x/1', { params: { rowVersion: 3 } })
    expect(page.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/x?name=a+b&status=1&status=2',
      'DELETE /api/x/1?rowVersion=3',
    ])
  })

  it('sends forms as forms', async () => {
    const page = await createPage(() => ({ body: null }))
    await page.http.post('/connect/token', new URLSearchParams({ username: 'admin' }), { anonymous: true })
    expect(page.requests[0]?.headers['content-type']).toContain('application/x-www-form-urlencoded')
    expect(page.requests[0]?.headers.authorization).toBeUndefined()
    expect(page.requests[0]?.body).toBe('username=admin')
  })

  it('refuses two hyphens in a row before sending', async () => {
    const page = await createPage(() => ({}))
    const problem = await problemOf(page.http.get('/api/x', { params: { name: 'a--b' } }))
    expect(problem).toMatchObject({ kind: 'text', text: '有不合法字串' })
    expect(page.requests).toHaveLength(0)
  })

  it('answers a write with its message code', async () => {
    const page = await createPage(() => ({ status: 201, headers: { 'x-message-code': 'M01' }, body: { id: 7 } }))
    const answer = await page.http.send({ method: 'POST', path: '/api/x', body: {} })
    expect(answer).toEqual({ data: { id: 7 }, messageCode: 'M01', messageText: null })
  })

  it('answers a write with the text that the server tells instead', async () => {
    const headers = { 'x-message-code': 'M02', 'x-message-text': encodeURIComponent('已送審，核准後生效。') }
    const page = await createPage(() => ({ headers, body: { id: 7 } }))
    const answer = await page.http.send({ method: 'PUT', path: '/api/x/7', body: {} })
    expect(answer).toEqual({ data: { id: 7 }, messageCode: 'M02', messageText: '已送審，核准後生效。' })
  })

  it('reads a text that looks like a number as text', async () => {
    const page = await createPage(() => ({ body: '12' }))
    await expect(page.http.get('/api/x')).resolves.toBe('12')
  })

  it('rejects as aborted without telling anybody', async () => {
    const page = await createPage(() => new Promise(() => {}))
    const controller = new AbortController()
    const call = problemOf(page.http.get('/api/x', { signal: controller.signal }))
    controller.abort()
    expect(await call).toMatchObject({ kind: 'aborted', text: '' })
    expect(page.departures).toEqual([])
  })
})

describe('401', () => {
  const refuseOldToken = (request: ReceivedRequest): PlannedAnswer => {
    if (request.url === '/connect/token') return { body: freshTokens }
    return request.headers.authorization === `Bearer ${oldToken}` ? { status: 401, body: '請重新登入' } : { body: 'ok' }
  }

  it('refreshes once for any number of parallel calls, then reloads once', async () => {
    const page = await createPage(refuseOldToken)
    const problems = await Promise.all(Array.from({ length: 8 }, (_, index) => problemOf(page.http.get(`/api/${index}`))))
    expect(problems.every((problem) => problem.kind === 'unauthorized' && problem.text === '')).toBe(true)
    const refreshes = page.requests.filter(({ url }) => url === '/connect/token')
    expect(refreshes.map(({ body }) => body)).toEqual(['refresh_token=refresh-1&client_id=console&grant_type=refresh_token'])
    expect(page.departures).toEqual(['reload'])
    expect(page.session.readTokens()).toMatchObject({ access_token: newToken, refresh_token: 'refresh-2' })
    expect(page.session.readUser()?.fullname).toBe('新名字')
    expect(page.session.readPermissions()).toEqual(['company.companies.view'])
  })

  it('401 does not refresh when another tab has done so meanwhile', async () => {
    const page = await createPage(async (request) => {
      page.session.saveTokens({ access_token: newToken, refresh_token: 'refresh-2', expiresAt: Date.now() + 600_000 })
      return refuseOldToken(request)
    })
    await problemOf(page.http.get('/api/x'))
    expect(page.requests.some(({ url }) => url === '/connect/token')).toBe(false)
    expect(page.departures).toEqual(['reload'])
  })

  it('says that a write was lost when the page reloads', async () => {
    const page = await createPage(refuseOldToken)
    await Promise.all([problemOf(page.http.get('/api/x')), problemOf(page.http.post('/api/x', {}))])
    expect(page.departures).toEqual(['reload, a write is lost'])
  })

  it('ends the session when the refresh fails, once for parallel calls', async () => {
    const page = await createPage((request) => (request.url === '/connect/token' ? { status: 400, body: {} } : { status: 401, body: '' }))
    const problems = await Promise.all([problemOf(page.http.get('/api/1')), problemOf(page.http.get('/api/2'))])
    expect(problems.map(({ text }) => text)).toEqual(['連線逾時，請重新登入', '連線逾時，請重新登入'])
    expect(page.departures).toEqual(['login: 連線逾時，請重新登入'])
    expect(page.storage.length).toBe(0)
  })

  it('ends the session instead of reloading for ever', async () => {
    const page = await createPage(refuseOldToken, () => false)
    await problemOf(page.http.get('/api/x'))
    expect(page.departures).toEqual(['login: 連線逾時，請重新登入'])
  })

  it('401 is an answer like any other for an anonymous call', async () => {
    const page = await createPage(() => ({ status: 401, body: '不行' }))
    expect(await problemOf(page.http.post('/connect/token', new URLSearchParams(), { anonymous: true }))).toMatchObject({ text: '不行' })
    expect(page.departures).toEqual([])
  })

  it('refreshes without a reload for a quiet call', async () => {
    const page = await createPage(refuseOldToken)
    await expect(page.http.post('/api/x', {}, { quiet: true })).resolves.toBe('ok')
    expect(page.departures).toEqual([])
  })

  it('sends a file again with a fresh token, and the page with the chosen file stays', async () => {
    const page = await createPage(refuseOldToken)
    const form = new FormData()
    form.append('file', new Blob(['x']), 'members.xlsx')
    await expect(page.http.upload('/api/x/import', form)).resolves.toBe('ok')
    expect(page.requests.filter(({ url }) => url === '/api/x/import')).toHaveLength(2)
    expect(page.departures).toEqual([])
  })

  it('keeps the page with the chosen file when the session is over, too', async () => {
    const page = await createPage(() => ({ status: 401, body: '請重新登入' }))
    await expect(page.http.upload('/api/x/import', new FormData())).rejects.toBeInstanceOf(HttpProblem)
    expect(page.departures).toEqual([])
  })
})

describe('a call whose token has ended', () => {
  const refuseOldToken = (request: ReceivedRequest): PlannedAnswer => {
    if (request.url === '/connect/token') return { body: freshTokens }
    return request.headers.authorization === `Bearer ${oldToken}` ? { status: 401, body: '請重新登入' } : { body: 'ok' }
  }
  const endToken = (page: Awaited<ReturnType<typeof createPage>>) =>
    page.session.saveTokens({ access_token: oldToken, refresh_token: 'refresh-1', expiresAt: Date.now() + 1_000 })

  it('a call whose token has ended is sent with a fresh one, and nobody leaves the page', async () => {
    const page = await createPage(refuseOldToken)
    endToken(page)
    const calls = [page.http.post('/api/order', { orderKey: 'one' }), page.http.get('/api/x')]
    await expect(Promise.all(calls)).resolves.toEqual(['ok', 'ok'])
    expect(page.requests.filter(({ url }) => url === '/connect/token')).toHaveLength(1)
    expect(page.requests.filter(({ url }) => url === '/api/order')).toHaveLength(1)
    expect(page.departures).toEqual([])
  })

  it('meets the failure of the refresh by itself', async () => {
    const page = await createPage((request) => (request.url === '/connect/token' ? { status: 400, body: {} } : { status: 401, body: '' }))
    endToken(page)
    expect(await problemOf(page.http.post('/api/order', {}))).toMatchObject({ text: '連線逾時，請重新登入' })
    expect(page.departures).toEqual(['login: 連線逾時，請重新登入'])
  })
})

describe('other failures', () => {
  it('repeats a call once when its anti-forgery token was outdated', async () => {
    const page = await createPage((request) =>
      request.headers['x-xsrf-token'] === 'fresh' ? { body: 'ok' } : { status: 403, headers: { 'x-xsrf-token': 'fresh' }, body: '' },
    )
    page.session.saveXsrfToken('outdated')
    await expect(page.http.post('/api/x', {})).resolves.toBe('ok')
    expect(page.requests).toHaveLength(2)
  })

  it('a call that is forbidden for another reason is not repeated', async () => {
    const page = await createPage(() => ({ status: 403, headers: { 'x-xsrf-token': 'same', 'x-error-code': 'M12' }, body: '' }))
    page.session.saveXsrfToken('same')
    expect(await problemOf(page.http.post('/api/x', {}))).toMatchObject({ kind: 'forbidden', code: 'M12' })
    expect(page.requests).toHaveLength(1)
  })

  it('ends the session of a locked account with the text of the answer', async () => {
    const page = await createPage(() => ({ status: 423, body: '帳號已停用或鎖定，請洽系統管理人員。' }))
    expect(await problemOf(page.http.get('/api/x'))).toMatchObject({ kind: 'locked' })
    expect(page.departures).toEqual(['login: 帳號已停用或鎖定，請洽系統管理人員。'])
    expect(page.session.readTokens()).toBeNull()
  })

  it('what is loaded ahead is not shown as loading, and fails without a word', async () => {
    const seen: number[] = []
    const page = await createPage(async () => {
      seen.push(page.pending())
      return { body: 'ok' }
    })
    await expect(page.http.put('/api/x', {}, { background: true })).resolves.toBe('ok')
    await expect(page.http.put('/api/x', {})).resolves.toBe('ok')
    expect(seen).toEqual([0, 1])
    await server?.close()
    server = undefined
    expect(await problemOf(page.http.put('/api/x', {}, { background: true }))).toMatchObject({ kind: 'network' })
    expect(page.departures).toEqual([])
  })

  it('goes to page500 when the server does not answer', async () => {
    const page = await createPage(() => ({}))
    await server?.close()
    expect(await problemOf(page.http.get('/api/x'))).toMatchObject({ kind: 'network', text: '主機沒有連線' })
    expect(page.departures).toEqual(['page500: 主機沒有連線'])
    expect(page.session.readTokens()).not.toBeNull()
  })
})
