import type { LightMyRequestResponse } from 'fastify'
import { type ApiVerb, apiVerbs } from '../../src/language/documents/vocabulary.ts'
import { hasKeyCall, keyCall } from '../../src/language/recordCall.ts'
import type { ResolvedCall, ResolvedScreen } from '../../src/language/resolved.ts'
import type { KnownRoute } from '../../src/server/platform/http/routePermission.ts'
import { isOffered } from '../../src/server/records/offered.ts'
import { permissionOfVerb } from '../../src/server/records/verbs.ts'
import type { TestServer } from '../support/testServer.ts'
import type { TestSession } from './identitySession.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A call of a screen document. */
export interface DocumentCall {
  readonly screen: ResolvedScreen
  readonly verb: ApiVerb
  readonly call: ResolvedCall
  /** Whole permission; null for transitions, which have one each. */
  readonly permission: string | null
}

/** No record has this id. */
const noSuchId = 4_000_000_000_000

/** Routes of code, without the HEAD that Fastify adds to each GET and without the one behind which all documents are. */
export function codeRoutes(server: TestServer): readonly KnownRoute[] {
  return server.app.routeTable.filter((route) => route.method !== 'HEAD' && route.url !== '/api/*')
}

/** The calls that documents offer; with `offered` false those that their screens could have and do not. */
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

/** A path with values in its placeholders, those of Fastify (`:id`) and those of documents (`{id}`) alike. */
export function fill(path: string, values: Readonly<Record<string, string | number>> = {}): string {
  const textOf = (name: string) => encodeURIComponent(String(values[name] ?? samples[name] ?? 'x'))
  return path
    .replace(/\([^)]*\)/g, '')
    .replace(/:(\w+)/g, (_whole, name: string) => textOf(name))
    .replace(/\{(\w+)\}/g, (_whole, name: string) => textOf(name))
    .replace('*', 'nothing')
}

/** Sends as a signed-in person; a call without `{id}` in its path carries it in query and body, as the console does. */
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

/** What a visitor's browser sends with a write once it has read any page: the cookie and the anti-forgery token. */
export async function visitorHeaders(server: TestServer): Promise<Readonly<Record<string, string>>> {
  const answer = await server.inject('/api/account/captcha')
  const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''
  return { cookie, 'x-xsrf-token': String(answer.headers['x-xsrf-token']) }
}

export function permissionsOf(session: TestSession): ReadonlySet<string> {
  const { permission } = session.claims
  return new Set([permission].flat() as string[])
}
