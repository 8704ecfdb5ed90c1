import { rewardType } from '../../rules/codes.generated.ts'
import { addDays, addMonths } from '../../rules/dates.ts'
import type { RecordValues } from '../records/hooks.ts'
import type { DemoCompany } from './companies.ts'
import { type DemoWorld, daysBefore, recordsOf } from './world.ts'

/** Companies whose points expire early, so that some points have expired and some expire soon. */
const shortLives: Readonly<Record<string, RecordValues>> = {
  C000103: { expiryRule: '3', expiryValue: 120 },
  C000107: { expiryRule: '2', expiryValue: 3 },
}

/** Seeds the reward settings of a company: an approved default, and for some companies a second one in another state. */
export async function seedRewards(world: DemoWorld, company: DemoCompany, startedDaysAgo: number): Promise<void> {
  const maker = recordsOf(world, 'rewardPoint', 'ops01', daysBefore(world, startedDaysAgo, 14))
  const checker = recordsOf(world, 'rewardPoint', 'fm02', daysBefore(world, startedDaysAgo - 1, 9))
  const own = { rewardPointName: `${company.shortName}消費回饋`, isDefault: true, ...shortLives[company.companyNo] }
  const created = await maker.create(rewardValues(world, company, own))
  await checker.transition(await maker.transition(created, 'submit'), 'approve')
  await seedSecondReward(world, company)
}

/** Adds draft, waiting and rejected settings to the newest ones, so that each step of the approval can be tried. */
async function seedSecondReward(world: DemoWorld, company: DemoCompany): Promise<void> {
  const maker = recordsOf(world, 'rewardPoint', 'ops02', daysBefore(world, 5, 10))
  const values = { rewardPointName: `${company.shortName}加碼回饋`, isDefault: false, priority: 20, startDate: addDays(world.asOf, 15) }
  if (company.companyNo === 'C000101') {
    await maker.transition(await maker.create(rewardValues(world, company, values)), 'submit')
  }
  if (company.companyNo === 'C000102') await maker.create(rewardValues(world, company, { ...values, rewardType: '2', minSpend: 500 }))
  if (company.companyNo === 'C000103') {
    const submitted = await maker.transition(await maker.create(rewardValues(world, company, values)), 'submit')
    const checker = recordsOf(world, 'rewardPoint', 'fm01', daysBefore(world, 4, 10))
    await checker.transition(submitted, 'reject', { rejectReason: '起日請與檔期一致。' })
  }
}

function rewardValues({ random, asOf }: DemoWorld, company: DemoCompany, own: RecordValues): RecordValues {
  const firstOfMonth = `${asOf.slice(0, 7)}-01`
  const isFixed = own.rewardType === rewardType.fixedPoints
  return {
    companyNo: company.companyNo,
    rewardType: '1',
    ...(isFixed ? {} : { spendAmount: random.pick([50, 100, 200]) }),
    rewardPoints: isFixed ? 20 : 1,
    roundingMode: '1',
    minSpend: 0,
    storeScope: '1',
    excludePointPart: true,
    expiryRule: '1',
    effectiveDelayDays: random.pick([0, 1, 7]),
    priority: 50,
    startDate: addMonths(firstOfMonth, -15),
    endDate: addDays(addMonths(firstOfMonth, 21), -1),
    ...own,
  }
}
