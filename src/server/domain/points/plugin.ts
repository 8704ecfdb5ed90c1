import type { FastifyInstance } from 'fastify'
import { registerPointJobs } from './jobs.ts'

/** The points area: the ledger itself is called by other areas through `ledger.ts`. */
export function pointsArea(app: FastifyInstance): void {
  registerPointJobs(app)
}
