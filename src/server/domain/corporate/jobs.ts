import type { FastifyInstance } from 'fastify'
import { systemActor } from '../../platform/actor.ts'
import { stepEach } from '../../records/stepEach.ts'
import { tidyCodes } from './applicationCodes.ts'
import { findOverdueSupplements } from './corporateQueries.ts'
import { corporateTexts, supplementsEndAt, waitingDays } from './corporateRules.ts'

/** Ends applications whose supplement never came (domain 3.4); safe to repeat, one transaction each. */
export async function expireSupplements(app: FastifyInstance, now: Date): Promise<{ expired: number }> {
  const overdue = await findOverdueSupplements(app.db, new Date(now.getTime() - waitingDays * 24 * 3_600_000))
  const call = { actor: systemActor, screen: null, entity: 'corporateMember', now, db: app.db }
  const due = overdue.map(({ id }) => ({ id, input: { reviewRemark: corporateTexts.supplementOverdue } }))
  return { expired: await stepEach(app.records, call, 'expire', due) }
}

export function registerCorporateJobs(app: FastifyInstance): void {
  app.jobs.register('corporate.expireSupplements', {
    title: '企業會員申請逾期未補件結案',
    dailyAt: supplementsEndAt,
    async run({ db, clock }) {
      await tidyCodes(db, clock.now())
      return expireSupplements(app, clock.now())
    },
  })
}
