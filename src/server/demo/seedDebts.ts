import { costBearer, negativeScope, overLimitAction, pendingStatus } from '../../rules/codes.generated.ts'
import { addDays } from '../../rules/dates.ts'
import { type DemoWorld, daysBefore, recordsOf } from './world.ts'

/** Seeds debt limits of a company, one in force and one waiting for approval, and a request to write off a debt. */
export async function seedDebts(world: DemoWorld): Promise<void> {
  await seedRestrictions(world)
  await seedWriteOff(world)
}

async function seedRestrictions(world: DemoWorld): Promise<void> {
  const maker = recordsOf(world, 'negativeRestriction', 'ops01', daysBefore(world, 20, 10))
  const checker = recordsOf(world, 'negativeRestriction', 'fm01', daysBefore(world, 19, 10))
  const period = { startDate: addDays(world.asOf, -20), endDate: addDays(world.asOf, 345) }
  const ofCompany = { scope: negativeScope.company, overLimitAction: overLimitAction.deductToLimit, ...period }
  const first = await maker.create({ ...ofCompany, companyNo: 'C000102', limitPoints: 3000 })
  await checker.transition(await maker.transition(first, 'submit'), 'approve')
  const automatic = { autoWriteOffDays: 365, autoWriteOffMaxPoints: 20, writeOffBearer: costBearer.platform }
  await maker.transition(await maker.create({ ...ofCompany, companyNo: 'C000103', limitPoints: 500, ...automatic }), 'submit')
  await maker.create({ ...ofCompany, companyNo: 'C000104', limitPoints: 0, overLimitAction: overLimitAction.refuse })
}

/** Requests the write-off of the smallest debt without repayments; it waits for approval. */
async function seedWriteOff(world: DemoWorld): Promise<void> {
  const debt = await world.trx
    .selectFrom('memberPendingPoint')
    .select(['id'])
    .where('status', '=', pendingStatus.untouched)
    .orderBy('outstandingPoints')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!debt) return
  const call = recordsOf(world, 'memberPendingPoint', 'ops02', daysBefore(world, 1, 11))
  await call.transition(debt, 'writeoff', { bearer: '2', writeOffReason: '1' })
}
