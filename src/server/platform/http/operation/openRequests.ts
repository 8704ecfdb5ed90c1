import type { FastifyInstance } from 'fastify'

/** Longer than any ordinary call. A stop that takes longer is ended by the process itself. */
const waitMaxMs = 10_000

/**
 * Makes a stop wait for the calls in progress, then closes the remaining connections. Otherwise a save could be stored and never answered.
 * New calls get 503 meanwhile (Fastify).
 */
export function awaitOpenRequests(app: FastifyInstance): void {
  let open = 0
  let lastIsDone: (() => void) | undefined
  app.server.on('request', (_request, response) => {
    open += 1
    response.once('close', () => {
      open -= 1
      if (open === 0) lastIsDone?.()
    })
  })
  app.addHook('preClose', () => {
    if (open === 0) return Promise.resolve()
    return new Promise<void>((resolve) => {
      const tooLong = setTimeout(resolve, waitMaxMs)
      lastIsDone = () => {
        clearTimeout(tooLong)
        resolve()
      }
    })
  })
}
