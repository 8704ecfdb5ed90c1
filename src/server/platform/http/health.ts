import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

const readyTimeoutMs = 5000

/** Rejects when the database did not answer in time; a load balancer must not wait for it. */
async function askDatabase(app: FastifyInstance): Promise<void> {
  const late = AbortSignal.timeout(readyTimeoutMs)
  const tooLate = new Promise<never>((_resolve, reject) => {
    late.addEventListener('abort', () => reject(new Error('database did not answer in time')))
  })
  await Promise.race([sql`select 1`.execute(app.db), tooLate])
}

function measureRequests(app: FastifyInstance): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
  return registry
}

/** `/healthz`: the process lives. `/readyz`: the database answers too, and whether it has space to write. `/metrics`: numbers for Prometheus. */
export function serveHealth(app: FastifyInstance): void {
  const registry = measureRequests(app)
  const open = { config: { permission: 'public' } as const, logLevel: 'warn' as const }
  app.get('/healthz', open, async () => ({ status: 'ok' }))
  app.get('/readyz', open, async (request, reply) => {
    try {
      await askDatabase(app)
      // Still 200: taken out of service it could not even be read.
      return app.storage.isWritable ? { status: 'ok' } : { status: 'read-only', reason: 'no space to write' }
    } catch (error) {
      request.log.error({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'database does not answer' })
    }
  })
  app.get('/metrics', open, async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  app.addHook('onClose', async () => registry.clear())
}
