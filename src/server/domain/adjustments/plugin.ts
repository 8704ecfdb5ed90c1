import type { FastifyInstance } from 'fastify'
import { countPairs } from './countPairs.ts'
import { lineImportRoutes } from './lineImport.ts'
import { revealMemberRoutes } from './revealMembers.ts'
import { adjustmentSheetHooks } from './sheetHooks.ts'

/** Point adjustment sheets. */
export function adjustmentsArea(app: FastifyInstance): void {
  app.records.register('adjustmentSheet', {
    ...adjustmentSheetHooks,
    beforeWrite: ({ db, actor }, { lines }) => countPairs(app, db, actor, lines),
  })
  lineImportRoutes(app)
  revealMemberRoutes(app)
}
