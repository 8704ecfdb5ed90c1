import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Health } from '../../../../answers/health.ts'
import { typedRoutes } from '../routes/routeAnswers.ts'

const readyTimeoutMs = 5000
/** The check is public, so the database is asked at most once in this time. */
const answerLifeMs = 1000

/** Rejects when the database does not answer in time, so that a load balancer does not wait. */
async function askDatabase(app: FastifyInstance): Promise<void> {
  const late = AbortSignal.timeout(readyTimeoutMs)
  const tooLate = new Promise<never>((_resolve, reject) => {
    late.addEventListener('abort', () => reject(new Error('database did not answer in time')))
  })
  await Promise.race([sql`select 1`.execute(app.db), tooLate])
}

/**
 * `/healthz`: the process runs. `/readyz`: the database answers too, and there is or is not space to write. Both are public, so neither
 * tells more.
 */
export function serveHealth(app: FastifyInstance): void {
  const open = { config: { permission: 'public' } as const, logLevel: 'warn' as const }
  let asked = { at: Number.NEGATIVE_INFINITY, isReady: Promise.resolve(true) }
  const isReady = (): Promise<boolean> => {
    if (performance.now() - asked.at < answerLifeMs) return asked.isReady
    const answer = askDatabase(app).then(
      () => true,
      (error: unknown) => {
        app.log.error({ err: error }, 'not ready')
        return false
      },
    )
    asked = { at: performance.now(), isReady: answer }
    return answer
  }
  const routes = typedRoutes(app)
  routes.get('/healthz', { ...open, schema: { response: { 200: Health } } }, async () => ({ status: 'ok' }) as const)
  routes.get('/readyz', { ...open, schema: { response: { 200: Health, 503: Health } } }, async (_request, reply) => {
    if (!(await isReady())) return reply.code(503).send({ status: 'unavailable' })
    // Still 200, because a server taken out of service could not even be used for reading.
    return reply.send(app.storage.isWritable ? { status: 'ok' } : { status: 'read-only', reason: 'no space to write' })
  })
}
