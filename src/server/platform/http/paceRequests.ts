import type { FastifyInstance } from 'fastify'
import { interactively } from '../database/workKind.ts'

/** Statements of a request are ones that somebody waits for; what takes longer by its nature says so itself (`inBackground`). */
export function paceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, _reply, done) => interactively(done))
  // Again: what follows a body is called by the socket that brought it, which knows nothing of the request.
  app.addHook('preValidation', (_request, _reply, done) => interactively(done))
}
