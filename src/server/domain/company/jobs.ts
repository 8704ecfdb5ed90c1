import type { FastifyInstance } from 'fastify'
import { contractStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { systemActor } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/tables.ts'
import { stepEach } from '../../records/stepEach.ts'

/** Contracts whose last day, or the day of a planned termination, has come (domain 3.2). */
function findEnded(db: Database, today: string) {
  return db
    .selectFrom('company')
    .select(['id', 'contractEndDate', 'terminateDate', 'terminateReason'])
    .where('contractStatus', 'in', [contractStatus.inForce, contractStatus.suspended])
    .where((where) => where.or([where('contractEndDate', '<', today), where('terminateDate', '<=', today)]))
    .orderBy('companyNo')
    .execute()
}

type EndedContract = Awaited<ReturnType<typeof findEnded>>[number]

/** What comes first ends a contract: the planned day, or its own last one. */
function endOf({ contractEndDate, terminateDate, terminateReason }: EndedContract) {
  const isPlanned = terminateDate !== null && terminateDate <= contractEndDate
  return isPlanned ? { terminateDate, reason: terminateReason ?? '合約終止' } : { terminateDate: contractEndDate, reason: '合約到期' }
}

/** Ends contracts that are over; safe to repeat, one transaction per company. */
export async function endContracts(app: FastifyInstance, now: Date): Promise<{ ended: number }> {
  const ended = await findEnded(app.db, taipeiDate(now))
  const call = { actor: systemActor, screen: null, entity: 'company', now, db: app.db }
  const due = ended.map((company) => ({ id: company.id, input: endOf(company) }))
  return { ended: await stepEach(app.records, call, 'terminate', due) }
}

export function registerCompanyJobs(app: FastifyInstance): void {
  app.jobs.register('company.endContracts', {
    title: '合約到期終止',
    dailyAt: '00:10',
    run: ({ clock }) => endContracts(app, clock.now()),
  })
}
