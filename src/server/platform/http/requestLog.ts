import type { FastifyInstance, FastifyRequest } from 'fastify'
import { logCategory, logLevel } from '../../../rules/codes.generated.ts'
import type { Actor } from '../actor.ts'
import { isServiceCall } from './serviceCall.ts'

/** Path of a request without its query string, which may hold personal data. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

/** Who sent the request, once identity knows; null before that and for public routes. */
function actorOf(request: FastifyRequest): Actor | null {
  return (request as FastifyRequest & { actor?: Actor | null }).actor ?? null
}

function levelOf(statusCode: number) {
  if (statusCode >= 500) return logLevel.error
  return statusCode >= 400 ? logLevel.warning : logLevel.info
}

/**
 * One structured log line per request, and one row of 系統活動紀錄 per call that writes or fails. Neither holds bodies, query strings or
 * headers with credentials. A route that writes a better row itself sets `config.ownActivity`.
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
    /** A success leaves no row of 系統活動紀錄: the route reads although its method is PUT or POST, or keeps a log of its own. */
    quiet?: boolean
  }
  interface FastifyRequest {
    /** Set by a handler that learns only from the request whether it reads or writes: a read leaves a row only when it fails. */
    onlyReads: boolean
  }
}
