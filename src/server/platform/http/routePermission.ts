import type { FastifyInstance, RouteOptions } from 'fastify'

/**
 * Who may call a route: everybody, everybody signed in, whoever the screen document lets (records routes only), or holders of a
 * permission (of any of them when it is a list). Enforced by identity.
 */
export type RoutePermission = 'public' | 'signedIn' | 'document' | (string & {}) | readonly string[]

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: RoutePermission
  }
}

function hasPermission(route: RouteOptions): boolean {
  const permission = route.config?.permission
  return typeof permission === 'string' ? permission !== '' : Array.isArray(permission) && permission.length > 0
}

/** Deny by default: a route that does not say who may call it stops the start. */
export function demandPermissions(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!hasPermission(route)) throw new Error(`route ${String(route.method)} ${route.url} declares no config.permission`)
  })
}
