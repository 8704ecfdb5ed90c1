import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/errors.ts'

const tokenHeader = 'x-xsrf-token'
/** Browsers accept a `__Host-` cookie only over TLS, from this very host and for all paths. Without TLS the prefix has to be left out. */
const visitorCookie = (isSecure: boolean) => (isSecure ? '__Host-visitor' : 'visitor')
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Anti-forgery token of a subject: a session, or before sign-in a random cookie. It does not change, so parallel calls share one token. */
export function forgeryToken(key: Uint8Array, subject: string): string {
  return createHmac('sha256', key).update(subject).digest('hex')
}

export const subjectOfSession = (sessionId: string) => `session:${sessionId}`

/** Subject of a visitor who is not signed in. Gives the browser a cookie when it has none. */
export function subjectOfVisitor(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): string {
  const name = visitorCookie(isSecure)
  const known = new RegExp(`(?:^|;\\s*)${name}=([0-9a-f]{32})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
  const visitor = known ?? randomBytes(16).toString('hex')
  if (known === undefined) {
    reply.header('set-cookie', `${name}=${visitor}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`)
  }
  return `visitor:${visitor}`
}

/** Adds the token to an answer, except to one that shared caches may store. */
export function sendForgeryToken(reply: FastifyReply, token: string): void {
  const cacheControl = String(reply.getHeader('cache-control') ?? '')
  if (cacheControl.includes('immutable')) reply.removeHeader('set-cookie')
  else reply.header(tokenHeader, token)
}

/**
 * Refuses a write that another site may have sent.
 *
 * @throws 403 with the right token, so that the client can try once more
 */
export function assertForgeryToken(request: FastifyRequest, expected: string): void {
  if (safeMethods.has(request.method)) return
  const given = request.headers[tokenHeader]
  if (typeof given !== 'string' || !isSame(given, expected)) throw foreignRequest()
}

/**
 * Refuses writes that the browser marks as cross-site (Origin, Sec-Fetch-Site), whatever tokens they have.
 *
 * @param publicUrl address that users type; requests from pages of the requested host are accepted too
 * @throws 403
 */
export function assertOwnSite(request: FastifyRequest, publicUrl: string): void {
  if (safeMethods.has(request.method)) return
  if (request.headers['sec-fetch-site'] === 'cross-site') throw foreignRequest()
  const { origin, host } = request.headers
  if (origin === undefined) return
  if (origin !== new URL(publicUrl).origin && !isOriginOfHost(origin, host ?? '')) throw foreignRequest()
}

/** Compares origins as browsers write them: without the default port of the scheme. */
function isOriginOfHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: originHost } = new URL(origin)
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === originHost
}

function isSame(given: string, expected: string): boolean {
  const [first, second] = [Buffer.from(given), Buffer.from(expected)]
  return first.length === second.length && timingSafeEqual(first, second)
}

function foreignRequest(): ApiError {
  return new ApiError(403, 'XSRF', '頁面已逾時，請重新操作。')
}
