import Fastify, { type FastifyReply } from 'fastify'
import { Health, type StartProgress } from '../../../answers/health.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import { handleErrors } from './errorHandler.ts'
import { guardPaths, readableUrl } from './guards/plainPath.ts'
import { sendSecurityHeaders } from './guards/securityHeaders.ts'
import { serveClientFiles } from './pages/clientFiles.ts'
import { typedRoutes } from './routes/routeAnswers.ts'

/** What listens while a start makes database and data. */
export interface WaitingServer {
  readonly port: number
  report(progress: StartProgress): void
  /** Frees the port for the server itself. */
  close(): Promise<void>
}

const retrySeconds = 2
/** A visitor who takes longer for a file asks for it again. */
const closeMaxMs = 1000

/**
 * Listens at once, with the pages and nothing behind them: the sign-in page opens and says how far the start is, every call gets 503 with a
 * sentence, `/healthz` says that the process lives and `/readyz` that it is not ready.
 *
 * @throws Error with the code of the operating system when the port cannot be had
 */
export async function openWaitingServer(config: Config): Promise<WaitingServer> {
  let progress: StartProgress = { text: '系統啟動中', percent: 0 }
  const app = Fastify({ forceCloseConnections: 'idle', logger: false, rewriteUrl: ({ url = '' }) => readableUrl(url) })
  // The next answer on the connection would come from nobody: the port changes hands.
  app.addHook('onRequest', async (_request, reply) => void reply.header('connection', 'close'))
  handleErrors(app)
  sendSecurityHeaders(app, config)
  guardPaths(app)
  const refuse = async () => {
    throw new ApiError(503, 'E503', `${progress.text}（${progress.percent}%），請稍候再試。`, {
      headers: { 'retry-after': `${retrySeconds}` },
    })
  }
  for (const url of ['/api/*', '/connect/*', '/metrics']) app.all(url, { onRequest: refuse }, refuse)
  const routes = typedRoutes(app)
  const answer = () => ({ status: 'preparing', preparing: progress }) as const
  routes.get('/healthz', { schema: { response: { 200: Health } } }, async () => answer())
  routes.get('/readyz', { schema: { response: { 503: Health } } }, async (_request, reply: FastifyReply) => reply.code(503).send(answer()))
  await serveClientFiles(app, { isPreparing: true })
  await app.listen({ port: config.port, host: config.host })
  const address = app.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : config.port,
    report(next) {
      progress = next
    },
    close() {
      setTimeout(() => app.server.closeAllConnections(), closeMaxMs).unref()
      return app.close()
    },
  }
}
