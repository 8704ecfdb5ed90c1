import type { FastifyInstance, FastifyRequest } from 'fastify'
import { logCategory, logLevel } from '../../../../rules/codes.generated.ts'
import type { Actor } from '../../actor.ts'
import { isServiceCall } from '../routes/serviceCall.ts'

/** Path of a request without its query string, which may contain personal data. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

/** Who sent the request; null for public routes, and until identity knows it. */
function actorOf(request: FastifyRequest): Actor | null {
  return (request as FastifyRequest & { actor?: Actor | null }).actor ?? null
}

function levelOf(statusCode: number) {
  if (statusCode >= 500) return logLevel.error
  return statusCode >= 400 ? logLevel.warning : logLevel.info
}

/**
 * Writes one structured log line per request, and one row of 系統活動紀錄 per call that writes or fails. Neither contains bodies, query strings
 * or headers with credentials. A route that writes a more detailed row itself sets `config.ownActivity`.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('onlyReads', false)
  app.addHook('onResponse', async (request, reply) => {
    const path = pathOf(request)
    const userName = actorOf(request)?.userName ?? null
    const durationMs = Math.round(reply.elapsedTime)
    const facts = { method: request.method, path, statusCode: reply.statusCode, durationMs, requestId: request.id }
    request.log.info({ ...facts, userName, ip: request.ip }, 'request')
    const { ownActivity, quiet } = request.routeOptions.config
    if (!isServiceCall(request) || ownActivity) return
    const leavesNothing = quiet || request.onlyReads || ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    if (leavesNothing && reply.statusCode < 400) return
    app.activity.write({
      category: logCategory.apiCall,
      level: levelOf(reply.statusCode),
      message: `${request.method} ${path}`,
      userName,
      ipAddress: request.ip,
      userAgent: request.headers['user-agent'],
      ...facts,
    })
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route writes its own row of 系統活動紀錄 (sign-in, partner calls). */
    ownActivity?: boolean
    /**
     * A successful call writes no row of 系統活動紀錄, because the route only reads although its method is PUT or POST, or has a log of its own.
     */
    quiet?: boolean
  }
  interface FastifyRequest {
    /** Set by a handler that knows only from the request whether it reads or writes. A read writes a row only when it fails. */
    onlyReads: boolean
  }
}
