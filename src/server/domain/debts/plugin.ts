import type { FastifyInstance } from 'fastify'
import { registerApprovedSetting } from '../pricing/public.ts'
import { writeOffDueDebts } from './autoWriteOff.ts'
import { memberPendingPointHooks } from './debtHooks.ts'
import { negativeRestriction } from './negativeRestriction.ts'

/** Debts of members: how far they may go, how they are repaid and written off. */
export function debtsArea(app: FastifyInstance): void {
  registerApprovedSetting(app, negativeRestriction, {
    api: '/api/pending/negative_restriction',
    resource: 'pending.negative_restriction',
  })
  app.records.register('memberPendingPoint', memberPendingPointHooks)
  app.jobs.register('pending.writeOff', {
    title: '負點自動沖銷',
    dailyAt: '01:00',
    run: ({ db, clock }) => writeOffDueDebts(db, clock.now()),
  })
}
