import type { FastifyInstance } from 'fastify'
import { apiError } from '../../errors.ts'

/** An encoded slash, backslash, dot or control character. Browsers never encode these. */
const disguised = /%(2f|5c|2e|[01][0-9a-f]|7f)/i

/**
 * True when an address has only one meaning: no empty or dot segments, no backslash, no needless encoding, nothing that cannot be decoded.
 * Any other spelling could mean one thing to the guard and another to the code that serves it.
 *
 * @param path with leading slash, without query
 */
export function isPlainPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('\\') || path.includes('//') || disguised.test(path)) return false
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return false
  return decoded(path) !== null
}

/** Null when it cannot be decoded. The build leaves a call out whose result nobody takes, and the guard with it. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** An address that {@link isPlainPath} refuses, but that the router can read. */
const refusedUrl = '/%00'

/**
 * What the router is given for an address. One that cannot be decoded it would refuse itself, before any guard: with the address in the
 * answer and without the headers of the others.
 */
export function readableUrl(url: string): string {
  return !url.includes('%') || decoded(url.split('?', 1)[0] ?? '') !== null ? url : refusedUrl
}

/** The first check of all: any other address gets 404. */
export function guardPaths(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (!isPlainPath(url.split('?', 1)[0] ?? '')) throw apiError('M08')
  })
}
