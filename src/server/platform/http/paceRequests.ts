import type { FastifyInstance } from 'fastify'
import { interactively } from '../database/workKind.ts'

/** Statements of a request count as ones that a user waits for; long work marks itself with `inBackground`. */
export function paceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, _reply, done) => interactively(done))
  // Set again after the body was read: that callback runs in the async context of the socket, not of the request.
  app.addHook('preValidation', (_request, _reply, done) => interactively(done))
}
