import type { FastifyInstance, RouteOptions } from 'fastify'

/**
 * Who may call a route: everybody, everybody signed in, whoever the screen document lets (records routes only), or holders of a
 * permission (of any of them when it is a list). Enforced by identity.
 */
export type RoutePermission = 'public' | 'signedIn' | 'document' | (string & {}) | readonly string[]

/** A route as it was registered; the paths of screen documents are all behind one of them. */
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
    /** Every route, in the order of registration; complete once the app is ready. */
    routeTable: readonly KnownRoute[]
  }
}

function permissionOf(route: RouteOptions): RoutePermission | undefined {
  const permission = route.config?.permission
  return permission === undefined || permission.length === 0 ? undefined : permission
}

/** Deny by default: a route that does not say who may call it stops the start. Keeps the table of those that do. */
export function guardPermissions(app: FastifyInstance): void {
  const table: KnownRoute[] = []
  app.decorate('routeTable', table)
  app.addHook('onRoute', (route) => {
    const permission = permissionOf(route)
    if (permission === undefined) throw new Error(`route ${String(route.method)} ${route.url} declares no config.permission`)
    for (const method of [route.method].flat()) table.push({ method, url: route.url, permission })
  })
}
