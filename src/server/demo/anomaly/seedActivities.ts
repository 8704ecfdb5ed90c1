import { sql } from 'kysely'
import { costBearer, expiryRule, memberScope, storeScope } from '../../../rules/codes.generated.ts'
import { type DemoWorld, daysBefore } from '../world.ts'

interface DemoActivity {
  readonly code: string
  readonly name: string
  readonly companyNo: string
  readonly type: '1' | '2' | '3' | '5'
  readonly multiplier: number | null
  readonly points: number | null
  readonly minAmount: number | null
  readonly stepAmount: number | null
  readonly startedDaysAgo: number
  /** Negative while the activity still runs. */
  readonly endedDaysAgo: number
  readonly budget: number
  /** Until its sales are posted and counted; 0 when left out. */
  readonly used?: number
  readonly status: '1' | '3' | '6'
}

/** Activities whose codes partners can send: one that runs, and several with which a code can fail. */
const demoActivities: readonly DemoActivity[] = [
  {
    code: 'A26010001',
    name: '會員日三倍贈點',
    companyNo: 'C000101',
    type: '1',
    multiplier: 3,
    points: null,
    minAmount: null,
    stepAmount: null,
    startedDaysAgo: 40,
    endedDaysAgo: -60,
    budget: 5000,
    status: '3',
  },
  {
    code: 'A26010002',
    name: '滿千送百點',
    companyNo: 'C000101',
    type: '3',
    multiplier: null,
    points: 100,
    minAmount: 1000,
    stepAmount: 1000,
    startedDaysAgo: 90,
    endedDaysAgo: 6,
    budget: 6000,
    status: '3',
  },
  {
    code: 'A26010003',
    name: '新店開幕贈點',
    companyNo: 'C000102',
    type: '2',
    multiplier: null,
    points: 50,
    minAmount: 500,
    stepAmount: null,
    startedDaysAgo: 30,
    endedDaysAgo: -30,
    budget: 1000,
    used: 1000,
    status: '3',
  },
  {
    code: 'A26010004',
    name: '歲末感謝加碼',
    companyNo: 'C000103',
    type: '2',
    multiplier: null,
    points: 80,
    minAmount: 800,
    stepAmount: null,
    startedDaysAgo: 10,
    endedDaysAgo: -50,
    budget: 60_000,
    status: '1',
  },
  {
    code: 'A26010005',
    name: '平台週年慶雙倍',
    companyNo: 'C000000',
    type: '1',
    multiplier: 2,
    points: null,
    minAmount: null,
    stepAmount: null,
    startedDaysAgo: 20,
    endedDaysAgo: -20,
    budget: 20_000,
    status: '6',
  },
  {
    code: 'A26010006',
    name: '新會員註冊禮',
    companyNo: 'C000000',
    type: '5',
    multiplier: null,
    points: 100,
    minAmount: null,
    stepAmount: null,
    startedDaysAgo: 120,
    endedDaysAgo: 30,
    budget: 50_000,
    status: '3',
  },
]

/** Inserts the activities directly, because here they are only needed to look codes up. The screens of activities have their own seeds. */
export async function seedActivities(world: DemoWorld): Promise<void> {
  for (const each of demoActivities) {
    await sql`
      insert into activity (activity_code, activity_name, company_no, activity_type, cost_bearer, multiplier, fixed_points, min_amount,
        step_amount, start_at, end_at, store_scope, member_scope, require_code, budget_points, used_points, expiry_rule, status, created_by)
      values (${each.code}, ${each.name}, ${each.companyNo}, ${each.type}, ${each.companyNo === 'C000000' ? costBearer.platform : costBearer.company}, ${each.multiplier},
        ${each.points}, ${each.minAmount}, ${each.stepAmount}, ${daysBefore(world, each.startedDaysAgo, 0)},
        ${daysBefore(world, each.endedDaysAgo, 0)}, ${storeScope.all}, ${memberScope.all}, true, ${each.budget}, ${each.used ?? 0}, ${expiryRule.endOfNextYear}, ${each.status}, 'mkt01')`.execute(
      world.trx,
    )
  }
}
