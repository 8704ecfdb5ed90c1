import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import type { TestServer } from '../support/testServer.ts'

/** What a browser stores of a signed-in user, and sends with calls. */
export interface TestSession {
  readonly accessToken: string
  readonly refreshToken: string
  /** X-XSRF-TOKEN of the session. */
  readonly forgeryToken: string
  readonly claims: Readonly<Record<string, unknown>>
  get(url: string): Promise<LightMyRequestResponse>
  post(url: string, body?: object, further?: Form): Promise<LightMyRequestResponse>
  put(url: string, body?: object, further?: Form): Promise<LightMyRequestResponse>
  delete(url: string): Promise<LightMyRequestResponse>
}

type Form = Readonly<Record<string, string>>

/** A form-encoded `POST /connect/token`. */
export function postToken(server: TestServer, form: Form, headers: Form = {}): Promise<LightMyRequestResponse> {
  return server.inject({
    method: 'POST',
    url: '/connect/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  })
}

export async function postPassword(server: TestServer, username: string, password: string, clientId = 'console') {
  const further = clientId === 'portal' ? { tax_number: await taxNumberOf(server, username) } : undefined
  return postToken(server, { grant_type: 'password', client_id: clientId, username, password, scope: 'openid offline_access', ...further })
}

/** The tax ID of the portal account's member; for any other name, one of nobody. */
export async function taxNumberOf(server: TestServer, userName: string): Promise<string> {
  const { rows } = await sql<{ taxNumber: string }>`
    select m.tax_number from app_user u join corporate_member m on m.corporate_no = u.corporate_no
    where u.user_name = ${userName}`.execute(server.database.db)
  return rows[0]?.taxNumber ?? '00000000'
}

export function postRefresh(server: TestServer, refreshToken: string, clientId = 'console') {
  return postToken(server, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken })
}

/** Signs a user in; for demo accounts the password is known. */
export async function signIn(
  server: TestServer,
  username: string,
  password = `Demo!2025${username}`,
  clientId = 'console',
): Promise<TestSession> {
  const answer = await postPassword(server, username, password, clientId)
  if (answer.statusCode !== 200) throw new Error(`${username} cannot sign in: ${answer.statusCode} ${answer.body}`)
  return sessionOf(server, answer)
}

/** The session in a token answer. */
export function sessionOf(server: TestServer, answer: LightMyRequestResponse): TestSession {
  const { access_token: accessToken, refresh_token: refreshToken } = answer.json<{ access_token: string; refresh_token: string }>()
  const forgeryToken = String(answer.headers['x-xsrf-token'])
  const headers = { authorization: `Bearer ${accessToken}`, 'x-xsrf-token': forgeryToken }
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
  const send =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    (url: string, body?: object, further: Form = {}) =>
      server.inject({ method, url, headers: { ...headers, ...further }, ...(body ? { payload: body } : {}) })
  return { accessToken, refreshToken, forgeryToken, claims, get: send('GET'), post: send('POST'), put: send('PUT'), delete: send('DELETE') }
}

/** Creates and signs in a new user who may enter and approve. */
export async function makerAndChecker(server: TestServer, admin: TestSession): Promise<TestSession> {
  const [first, second] = ['Wren!58231x', 'Xiao!58231y']
  const values = { userName: 'both01', fullName: '兼任', email: 'both@example.com', userType: '1', roles: ['OPS', 'FM'], isEnabled: true }
  const { id } = (await admin.put('/api/account/users', { ...values, initialPassword: first })).json<{ id: number }>()
  const session = sessionOf(server, await postPassword(server, 'both01', first))
  const passwords = { currentPassword: first, newPassword: second, confirmPassword: second }
  await session.put(`/api/account/users/updatepassword/${id}`, passwords)
  return signIn(server, 'both01', second)
}
