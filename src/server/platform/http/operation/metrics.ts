import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import { ConfigError } from '../../environment.ts'
import { ApiError } from '../../errors.ts'
import { contentAnswer } from '../routes/routeAnswers.ts'

/**
 * Metrics for Prometheus, which strangers must not read: `GET /metrics` is served on a port of its own (`METRICS_PORT`), and on the
 * server's port only for holders of `METRICS_TOKEN`. Without either it is not served.
 */
export function serveMetrics(app: FastifyInstance): void {
  const { metrics } = app.config
  if (metrics.port === null && metrics.token === null) return
  const registry = measureRequests(app)
  if (metrics.token !== null) serveByToken(app, registry, metrics.token)
  if (metrics.port !== null) serveOnOwnPort(app, registry, metrics)
}

/**
 * The part of the product that a request belongs to: the first word below `/api` of the route's pattern. Paths chosen by callers and names
 * of single routes do not become labels, so the number of labels stays small.
 */
function areaOf(request: FastifyRequest): string {
  const [, first = '', second = ''] = (request.routeOptions.url ?? '').split('/')
  if (first !== 'api') return first === 'connect' ? 'sign-in' : 'pages'
  return second === '*' ? 'screens' : second
}

function measureRequests(app: FastifyInstance): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by area',
    labelNames: ['area'],
    buckets: [0.02, 0.1, 0.3, 1, 3, 10],
    registers,
  })
  const answers = new Counter({
    name: 'http_answers_total',
    help: 'Answers, by area and status',
    labelNames: ['area', 'status'],
    registers,
  })
  app.addHook('onResponse', async (request, reply) => {
    const area = areaOf(request)
    answers.inc({ area, status: `${Math.floor(reply.statusCode / 100)}xx` })
    // Event streams are left out of the response times, because they last as long as their page is open.
    if (request.routeOptions.config.endless) return
    duration.observe({ area }, reply.elapsedTime / 1000)
  })
  app.addHook('onClose', async () => registry.clear())
  return registry
}

function holdsToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))
}

function serveByToken(app: FastifyInstance, registry: Registry, token: string): void {
  const schema = { response: { 200: contentAnswer('text/plain') } }
  app.get('/metrics', { config: { permission: 'public' }, schema, logLevel: 'warn' }, async (request, reply) => {
    if (!holdsToken(request.headers.authorization, token))
      throw new ApiError(401, 'M12', '需要 METRICS_TOKEN', { headers: { 'www-authenticate': 'Bearer' } })
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
}

/** A second server for metrics; it answers only GET of one path. */
function serveOnOwnPort(app: FastifyInstance, registry: Registry, { host, port, token }: Config['metrics']): void {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    if (token !== null && !holdsToken(request.headers.authorization, token))
      return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    return response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
  }
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000, maxHeaderSize: 4096 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      app.log.error({ err: error }, 'metrics failed')
      response.destroy()
    })
  })
  server.maxConnections = 10
  app.addHook('onReady', () => listen(server, port ?? 0, host))
  app.addHook('onClose', async () => {
    server.close()
    server.closeAllConnections()
  })
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConfigError([`無法使用 METRICS_PORT 指定的 ${host}:${port}（${error.code}），請指定其他連接埠或位址。`])),
    )
    server.listen(port, host, resolve)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is an endless stream: its duration says nothing about speed. */
    endless?: true
  }
}
