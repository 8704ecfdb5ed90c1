import type { FastifyRequest } from 'fastify'

/**
 * True when a request is for the API or for tokens, not for pages and files. It looks at the route that the router chose, because an
 * address can be written in many ways (`/%61pi/...` is `/api/...`), and a check of its text could be fooled.
 */
export function isServiceCall(request: FastifyRequest): boolean {
  const route = request.routeOptions.url
  // A request without a route (404), or with the route that pages and files share, has nothing but its text, and does nothing.
  const path = route === undefined || route === '/*' ? request.url : route
  return /^\/(api|connect)(\/|\?|$)/.test(path)
}
