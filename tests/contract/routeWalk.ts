import type { LightMyRequestResponse } from 'fastify'
import { type ApiVerb, apiVerbs } from '../../src/language/documents/vocabulary.ts'
import { hasKeyCall, keyCall } from '../../src/language/resolve/recordCall.ts'
import type { ResolvedCall, ResolvedScreen } from '../../src/language/resolved.ts'
import { isOffered } from '../../src/language/rights/offeredVerbs.ts'
import { permissionOfVerb } from '../../src/language/rights/verbPermissions.ts'
import type { KnownRoute } from '../../src/server/platform/http/routes/routePermission.ts'
import type { TestServer } from '../support/testServer.ts'
import type { TestSession } from './identitySession.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A call of a screen document. */
export interface DocumentCall {
  readonly screen: ResolvedScreen
  readonly verb: ApiVerb
  readonly call: ResolvedCall
  /** Full permission; null for transitions, each of which has its own. */
  readonly permission: string | null
}

/** An id that no record has. */
const noSuchId = 4_000_000_000_000

/** Routes of code, without the HEAD that Fastify adds to each GET, and without the route of all documents. */
export function codeRoutes(server: TestServer): readonly KnownRoute[] {
  return server.app.routeTable.filter((route) => route.method !== 'HEAD' && route.url !== '/api/*')
}

/** Calls that documents offer; with `offered` false, those that their screens could have but do not offer. */
export function documentCalls(server: TestServer, offered = true): readonly DocumentCall[] {
  return [...server.app.documents.current().screens.values()].flatMap((screen) =>
    apiVerbs
      .filter((verb) => isOffered(screen, verb) === offered)
      .flatMap((verb) => callsOf(screen, verb).map((call) => ({ screen, verb, call, permission: permissionOfVerb(screen, verb) }))),
  )
}

function callsOf(screen: ResolvedScreen, verb: ApiVerb): readonly ResolvedCall[] {
  const call = screen.api[verb]
  return verb === 'get' && hasKeyCall(screen) ? [call, keyCall(call)] : [call]
}

const samples: Readonly<Record<string, string>> = {
  id: String(noSuchId),
  pageIndex: '0',
  pageSize: '5',
  transition: 'approve',
  child: 'stores',
  group: '_company',
  name: 'companies',
  hash: '0'.repeat(32),
}

/** A path with values for its placeholders, in the notation of Fastify (`:id`) or of documents (`{id}`). */
export function fill(path: string, values: Readonly<Record<string, string | number>> = {}): string {
  const textOf = (name: string) => encodeURIComponent(String(values[name] ?? samples[name] ?? 'x'))
  return path
    .replace(/\([^)]*\)/g, '')
    .replace(/:(\w+)/g, (_whole, name: string) => textOf(name))
    .replace(/\{(\w+)\}/g, (_whole, name: string) => textOf(name))
    .replace('*', 'nothing')
}

/** Sends as a signed-in user. A call without `{id}` in its path gets it in query and body, like from the console. */
export function sendCall(
  session: TestSession,
  { method, path }: ResolvedCall,
  values: Readonly<Record<string, string | number>> = {},
  body: object = {},
): Promise<LightMyRequestResponse> {
  const outside = values.id !== undefined && !path.includes('{id}') && !path.includes(':id')
  const url = `${fill(path, values)}${outside && method === 'GET' ? `?id=${values.id}` : ''}`
  if (method === 'GET') return session.get(url)
  const payload = outside ? { ...body, id: values.id } : body
  return { POST: session.post, PUT: session.put, DELETE: session.delete }[method](url, method === 'DELETE' ? undefined : payload)
}

/** What a visitor's browser sends with a write after reading any page: the cookie and the anti-forgery token. */
export async function visitorHeaders(server: TestServer): Promise<Readonly<Record<string, string>>> {
  const answer = await server.inject('/api/account/captcha')
  const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''
  return { cookie, 'x-xsrf-token': String(answer.headers['x-xsrf-token']) }
}

export function permissionsOf(session: TestSession): ReadonlySet<string> {
  const { permission } = session.claims
  return new Set([permission].flat() as string[])
}
