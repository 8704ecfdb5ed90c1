import type { FastifyInstance, RouteOptions } from 'fastify'

/**
 * Who may call a route: everybody, everybody signed in, those whom the screen document allows (records routes only), or holders of a
 * permission (of any one in a list). Enforced by identity.
 */
export type RoutePermission = 'public' | 'signedIn' | 'document' | (string & {}) | readonly string[]

/** A registered route. All paths of screen documents share one. */
export interface KnownRoute {
  readonly method: string
  /** With `:name` placeholders. */
  readonly url: string
  readonly permission: RoutePermission
}

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: RoutePermission
  }
  interface FastifyInstance {
    /** All routes in the order of registration; complete once the app is ready. */
    routeTable: readonly KnownRoute[]
  }
}

function permissionOf(route: RouteOptions): RoutePermission | undefined {
  const permission = route.config?.permission
  return permission === undefined || permission.length === 0 ? undefined : permission
}

/** Denies by default: a route that does not declare who may call it stops the start. Collects the table of routes. */
export function guardPermissions(app: FastifyInstance): void {
  const table: KnownRoute[] = []
  app.decorate('routeTable', table)
  app.addHook('onRoute', (route) => {
    const permission = permissionOf(route)
    if (permission === undefined) throw new Error(`route ${String(route.method)} ${route.url} declares no config.permission`)
    for (const method of [route.method].flat()) table.push({ method, url: route.url, permission })
  })
}
