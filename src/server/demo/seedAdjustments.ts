import { adjustKind, costBearer, memberStatus } from '../../rules/codes.generated.ts'
import { addDays } from '../../rules/dates.ts'
import type { RecordValues } from '../records/hooks.ts'
import { type DemoWorld, daysBefore, recordsOf } from './world.ts'

/** An adjustment sheet of the demo data, and the state it reaches. */
interface DemoSheet {
  /** At least 1, because no data may be later than the start of the day of the data. */
  readonly daysAgo: number
  readonly state: 'draft' | 'waiting' | 'approved' | 'rejected' | 'void'
  readonly points: readonly number[]
  readonly values: RecordValues
}

const add = { adjustKind: adjustKind.add, costBearer: costBearer.company } as const
const deduct = { adjustKind: adjustKind.deduct, costBearer: costBearer.company } as const

/** Domain 10: three sheets wait for approval; one or two have each other state; every kind occurs. */
const sheets: readonly DemoSheet[] = [
  {
    daysAgo: 45,
    state: 'approved',
    points: [120, 80],
    values: { ...add, reasonCode: '101', companyNo: 'C000101', description: '門市結帳漏贈，依發票補點。' },
  },
  {
    daysAgo: 30,
    state: 'approved',
    points: [10],
    values: { ...deduct, reasonCode: '201', companyNo: 'C000102', description: '重複上傳交易，扣回重複贈點。' },
  },
  {
    daysAgo: 25,
    state: 'approved',
    points: [500],
    values: { adjustKind: '3', reasonCode: '301', companyNo: 'C000103', companyAdjustment: '1', description: '上月對帳差異，補列贈點。' },
  },
  {
    daysAgo: 12,
    state: 'rejected',
    points: [300],
    values: { ...add, reasonCode: '103', costBearer: '2', companyNo: null, description: '客訴補償。' },
  },
  {
    daysAgo: 9,
    state: 'void',
    points: [50],
    values: { ...add, reasonCode: '104', companyNo: 'C000104', description: '系統異常補點（重複建立）。' },
  },
  {
    daysAgo: 3,
    state: 'waiting',
    points: [60, 45, 30],
    values: { ...add, reasonCode: '102', companyNo: 'C000101', description: '週年慶活動漏贈名單。' },
  },
  { daysAgo: 2, state: 'waiting', points: [5], values: { ...deduct, reasonCode: '203', companyNo: 'C000102', description: '誤贈扣回。' } },
  {
    daysAgo: 1,
    state: 'waiting',
    points: [150_000],
    values: { ...add, reasonCode: '102', companyNo: 'C000103', description: '企業合作專案補點（大額）。' },
  },
  {
    daysAgo: 1,
    state: 'draft',
    points: [200],
    values: { ...add, reasonCode: '103', costBearer: '2', companyNo: null, description: '客服補償申請，待補附佐證。' },
  },
]

/** Members who can pay the deductions: without debts, and with points that do not expire soon. */
async function findMembers({ trx, asOf }: DemoWorld): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('pointAccount as a')
    .innerJoin('member as m', 'm.memberNo', 'a.ownerId')
    .select('a.ownerId')
    .where('a.class', '=', 'MEMBER')
    .where('m.status', '=', memberStatus.normal)
    .where('a.owedPoints', '=', 0)
    .where('a.balance', '>=', 100)
    .where((where) =>
      where.exists(
        where
          .selectFrom('pointLot as l')
          .select('l.id')
          .whereRef('l.accountId', '=', 'a.id')
          .where('l.remainingPoints', '>=', 20)
          .where('l.expireDate', '>', addDays(asOf, 60)),
      ),
    )
    .orderBy('a.ownerId')
    .limit(20)
    .execute()
  return rows.map((row) => row.ownerId)
}

/** Seeds 點數調整單 in every state. Approved ones are posted by the normal approval. */
export async function seedAdjustments(world: DemoWorld): Promise<void> {
  const memberNos = await findMembers(world)
  let next = 0
  const lineOf = (points: number, isOfCompany: boolean): RecordValues => {
    if (isOfCompany) return { points }
    next += 1
    return { memberNo: memberNos[next % memberNos.length] ?? '', points }
  }
  for (const sheet of sheets) {
    const isOfCompany = sheet.values.adjustKind === adjustKind.company
    const lines = sheet.points.map((points) => lineOf(points, isOfCompany))
    await seedSheet(world, sheet, { ...sheet.values, businessDate: addDays(world.asOf, -sheet.daysAgo), lines })
  }
}

async function seedSheet(world: DemoWorld, { daysAgo, state }: DemoSheet, values: RecordValues): Promise<void> {
  const maker = recordsOf(world, 'adjustmentSheet', 'ops01', daysBefore(world, daysAgo, 9))
  const checker = recordsOf(world, 'adjustmentSheet', 'fm01', daysBefore(world, daysAgo, 10))
  const draft = await maker.create(values)
  if (state === 'draft') return
  if (state === 'void') {
    await maker.transition(draft, 'void')
    return
  }
  const waiting = await maker.transition(draft, 'submit')
  if (state === 'approved') await checker.transition(waiting, 'approve')
  if (state === 'rejected') await checker.transition(waiting, 'reject', { rejectReason: '請補附客訴單號。' })
}
