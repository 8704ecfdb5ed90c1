import type { FastifyInstance } from 'fastify'
import { createActivityHooks } from './activityHooks.ts'
import { createAdjustmentHooks } from './adjustmentHooks.ts'
import { memberListRoutes } from './memberListRoutes.ts'
import { historyRowTexts } from './valueTexts.ts'

/** 活動設定, 活動異動審核 and 活動歷程. */
export function activitySetting(app: FastifyInstance): void {
  app.records.register('activity', createActivityHooks(app))
  app.records.register('activityAdjustment', createAdjustmentHooks(app))
  memberListRoutes(app)
  app.records.register('activityHistory', { completeRows: ({ db }, rows) => historyRowTexts(app, db, rows) })
}
