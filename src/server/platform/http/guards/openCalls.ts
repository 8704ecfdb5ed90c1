import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import { ApiError } from '../../errors.ts'

/** Most concurrent calls of one user. A page with all its pictures makes about a dozen. */
const perUser = 100
/** Large bodies are kept in memory as a whole, so only a few are allowed per user and in total. */
const largeBytes = 256 * 1024
const largePerUser = 3
const largeInAll = 16

/** A body of unknown length counts as large, and so does every upload. */
function isLarge({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined || headers['content-type']?.startsWith('multipart/')) return true
  return Number(headers['content-length'] ?? 0) > largeBytes
}

/** Counts open calls by name. */
class Counts {
  readonly #counts = new Map<string, number>()

  /** Counts one more; false when there are `max` already. */
  enter(name: string, max: number): boolean {
    const count = this.#counts.get(name) ?? 0
    if (count >= max) return false
    this.#counts.set(name, count + 1)
    return true
  }

  leave(name: string): void {
    const count = this.#counts.get(name) ?? 0
    if (count <= 1) this.#counts.delete(name)
    else this.#counts.set(name, count - 1)
  }
}

/**
 * Limits the concurrent calls of one user, so that nobody takes the memory or the database from the others. Further calls get 429 before
 * their body is read. Registered after the guard, which knows the user. Event streams have limits of their own.
 */
export function limitOpenCalls(app: FastifyInstance): void {
  const counts = new Counts()
  app.addHook('onRequest', async (request, reply) => {
    const actor = request.actor as Actor | null
    if (actor === null || request.routeOptions.config.endless) return
    const wanted: readonly (readonly [name: string, max: number])[] = [
      [`calls ${actor.id}`, perUser],
      ...(isLarge(request) ? [[`large ${actor.id}`, largePerUser] as const, ['large', largeInAll] as const] : []),
    ]
    const entered: string[] = []
    let isOpen = true
    const leave = () => {
      if (isOpen) for (const name of entered) counts.leave(name)
      isOpen = false
    }
    reply.raw.once('finish', leave).once('close', leave)
    for (const [name, max] of wanted) {
      if (!counts.enter(name, max)) throw new ApiError(429, 'E429', '同時進行的作業過多，請稍後再試。', { headers: { 'retry-after': '5' } })
      entered.push(name)
    }
  })
}
