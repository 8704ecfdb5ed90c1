import type { FastifyRequest } from 'fastify'

/**
 * Whether a request is for the API or for tokens rather than for pages and files. Judged by the route that the router chose: an address
 * can be written in many ways (`/%61pi/...` is `/api/...`), and whoever judges by its text can be fooled.
 */
export function isServiceCall(request: FastifyRequest): boolean {
  const route = request.routeOptions.url
  // A request without a route (404), or with the one that pages and files share, does nothing; its text is all there is.
  const path = route === undefined || route === '/*' ? request.url : route
  return /^\/(api|connect)(\/|\?|$)/.test(path)
}
