import type { FastifyInstance } from 'fastify'
import { lineImportRoutes } from './lineImport.ts'
import { revealMemberRoutes } from './revealMembers.ts'
import { adjustmentSheetHooks } from './sheetHooks.ts'

/** Point adjustment sheets. */
export function adjustmentsArea(app: FastifyInstance): void {
  app.records.register('adjustmentSheet', adjustmentSheetHooks)
  lineImportRoutes(app)
  revealMemberRoutes(app)
}
