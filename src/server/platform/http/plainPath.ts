import type { FastifyInstance } from 'fastify'
import { apiError } from '../errors.ts'

/** A slash, a backslash, a dot or a control sign in disguise; browsers write none of them so. */
const disguised = /%(2f|5c|2e|[01][0-9a-f]|7f)/i

/**
 * Whether an address can be read in one way only: no empty and no dot segments, no backslash, nothing that is encoded although it need
 * not be, nothing that cannot be decoded. What is written otherwise might mean one thing to whoever guards and another to whoever serves.
 *
 * @param path with the slash before it, without query
 */
export function isPlainPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('\\') || path.includes('//') || disguised.test(path)) return false
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return false
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** The first of all checks: any other address is answered 404 without looking further. */
export function guardPaths(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (!isPlainPath(url.split('?', 1)[0] ?? '')) throw apiError('M08')
  })
}
