import type { FastifyInstance } from 'fastify'
import { interactively } from '../../database/workKind.ts'

/** Marks the statements of a request as ones that a user waits for. Long work marks itself with `inBackground`. */
export function paceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, _reply, done) => interactively(done))
  // Marked again after the body was read, because that callback runs in the async context of the socket and not of the request.
  app.addHook('preValidation', (_request, _reply, done) => interactively(done))
}
