import type { FastifyInstance } from 'fastify'
import { adjustmentSheetHooks } from './sheetHooks.ts'

/** Point adjustment sheets. */
export function adjustmentsArea(app: FastifyInstance): void {
  app.records.register('adjustmentSheet', adjustmentSheetHooks)
}
