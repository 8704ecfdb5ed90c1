import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access, Actor } from '../../platform/actor.ts'
import { ApiError, apiError } from '../../platform/errors.ts'
import type { RoutePermission } from '../../platform/http/routes/routePermission.ts'
import { isServiceCall } from '../../platform/http/routes/serviceCall.ts'
import { assertForgeryToken, assertOwnSite, forgeryToken, sendForgeryToken, subjectOfSession, subjectOfVisitor } from './antiForgery.ts'
import { type Authentication, type AuthenticationServices, authenticate, signInAgain } from './authenticate.ts'
import { whileSignedIn } from './whileSignedIn.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who acts. On routes with permission `public` it is null for visitors, so read it with `findActor` there. */
    actor: Actor
    /** What authenticated the actor; null when there is no actor. */
    access: Access
    /** The subject of the answer's anti-forgery token. */
    forgerySubject: string
  }
  interface FastifyContextConfig {
    /** Allowed even while the user has to change the password. */
    allowedBeforePasswordChange?: true
    /** For machines that sign each request themselves (partner API). They have neither session nor anti-forgery token. */
    signedBySender?: true
  }
}

/** The actor of a public route, null for a visitor. */
export function findActor(request: FastifyRequest): Actor | null {
  return request.actor as Actor | null
}

/**
 * Guards all calls: who calls (401, 423), does the request come from our own pages (403), may this user do it (403). Routes declare this by
 * `config.permission`; `document` routes are decided by the records engine.
 */
export function guardCalls(app: FastifyInstance, services: AuthenticationServices): void {
  const { config, secrets } = app
  const tokenOf = (request: FastifyRequest) => forgeryToken(secrets.antiForgery, request.forgerySubject)

  app.decorateRequest('actor', null as unknown as Actor)
  app.decorateRequest('access', null as unknown as Access)
  app.decorateRequest('forgerySubject', '')

  app.addHook('onRequest', async (request, reply) => {
    const permission = request.routeOptions.config.permission ?? 'public'
    if (permission === 'public' && (!isServiceCall(request) || request.routeOptions.config.signedBySender)) return
    const authentication = await identify(services, { request, reply, permission, isSecure: config.tls })
    assertOwnSite(request, config.publicUrl)
    if (!isTokenCall(request)) assertForgeryToken(request, tokenOf(request))
    assertPermission(request, authentication, permission)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (request.forgerySubject !== '') sendForgeryToken(reply, tokenOf(request))
    const isFile = payload instanceof Readable && request.access !== null && !request.routeOptions.config.endless
    return isFile ? Readable.from(whileSignedIn(services, request.access, payload), { objectMode: false }) : payload
  })
}

interface IdentifyInput {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly permission: RoutePermission
  readonly isSecure: boolean
}

async function identify(
  services: AuthenticationServices,
  { request, reply, permission, isSecure }: IdentifyInput,
): Promise<Authentication | null> {
  try {
    const authentication = await authenticate(services, request)
    request.forgerySubject = authentication?.actor.sessionId
      ? subjectOfSession(authentication.actor.sessionId)
      : subjectOfVisitor(request, reply, isSecure)
    if (authentication) {
      request.actor = authentication.actor
      request.access = authentication.access
    }
    return authentication
  } catch (error) {
    request.forgerySubject = subjectOfVisitor(request, reply, isSecure)
    // An expired token must not block a public page.
    if (permission === 'public' && error instanceof ApiError) return null
    throw error
  }
}

function assertPermission(request: FastifyRequest, authentication: Authentication | null, permission: RoutePermission): void {
  if (permission === 'public' || request.is404) return
  if (!authentication) throw signInAgain()
  if (authentication.mustChangePassword && !request.routeOptions.config.allowedBeforePasswordChange) throw changePasswordFirst()
  if (permission === 'signedIn' || permission === 'document') return
  const wanted = typeof permission === 'string' ? [permission] : permission
  if (!wanted.some((name) => authentication.actor.permissions.has(name))) throw apiError('M12')
}

/** The token call needs no anti-forgery token, because its body has the password or a refresh token, which no foreign page knows. */
function isTokenCall(request: FastifyRequest): boolean {
  return request.routeOptions.url === '/connect/token'
}

function changePasswordFirst(): ApiError {
  return new ApiError(403, 'PASSWORD_CHANGE', '請先變更密碼。')
}
