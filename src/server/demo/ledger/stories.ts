import { memberStatus } from '../../../rules/codes.generated.ts'
import { addDays } from '../../../rules/dates.ts'
import { ledger } from '../../domain/points/public.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { cash, countPosting, type DemoLedger, deskContext, mustSucceed, redeem, returnSale, type Sale, sell } from './demoLedger.ts'
import { type Happening, instantOf } from './schedule.ts'
import type { DemoMember } from './seedMembers.ts'
import type { DemoShop } from './shops.ts'

/**
 * A member spends points, returns the goods that earned them, and gets a debt; the fields tell what becomes of it (domain 10, edge rows).
 */
interface DebtStory {
  readonly points: number
  readonly soldDaysAgo: number
  /** Points of a later sale, which repay the debt. */
  readonly laterPoints?: number
  readonly isWrittenOff?: true
  /** How many points the member may owe; the return takes no more. */
  readonly limitPoints?: number
}

const debtStories: readonly DebtStory[] = [
  { points: 120, soldDaysAgo: 80 },
  { points: 60, soldDaysAgo: 55 },
  { points: 200, soldDaysAgo: 110, laterPoints: 60 },
  { points: 50, soldDaysAgo: 140, laterPoints: 90 },
  { points: 90, soldDaysAgo: 170, isWrittenOff: true },
  { points: 300, soldDaysAgo: 65, limitPoints: 100 },
]

/** Number of members reserved for stories; random sales do not use them. */
export const storyMemberCount = debtStories.length + 1

const noon = 12 * 3600

function lastSaleOf(demo: DemoLedger, member: DemoMember): Sale {
  const sale = demo.sales.findLast((each) => each.member === member)
  if (!sale) throw new Error(`member ${member.memberNo} bought nothing`)
  return sale
}

interface DebtHappeningsInput {
  readonly story: DebtStory
  readonly member: DemoMember
  readonly shop: DemoShop
  readonly asOf: string
}

function debtHappenings(demo: DemoLedger, { story, member, shop, asOf }: DebtHappeningsInput): readonly Happening[] {
  const { points, soldDaysAgo, laterPoints, isWrittenOff, limitPoints } = story
  const on = (daysAfter: number, run: (at: Date) => Promise<unknown>): Happening => ({
    at: instantOf(addDays(asOf, daysAfter - soldDaysAgo), noon + points),
    run,
  })
  const sellPoints = (wanted: number) => (at: Date) => sell(demo, { member, shop, amount: wanted * shop.amountPerPoint, at, payment: cash })
  return [
    on(0, sellPoints(points)),
    on(12, (at) => mustSucceed(redeem(demo, { member, shop, points, at }))),
    on(20, (at) => {
      const sale = lastSaleOf(demo, member)
      return mustSucceed(returnSale(demo, { sale, request: { kind: 'amount', amount: sale.amount }, at, limitPoints }))
    }),
    ...(laterPoints ? [on(35, sellPoints(laterPoints))] : []),
    ...(isWrittenOff ? [on(40, (at) => writeOff(demo, member, at))] : []),
  ]
}

async function writeOff(demo: DemoLedger, { memberNo }: DemoMember, at: Date): Promise<void> {
  await ledger.stored(demo.trx)
  const debts = await demo.trx.selectFrom('memberPendingPoint').select('id').where('memberNo', '=', memberNo).execute()
  const context = {
    ...deskContext(at, { work: 'NEG_WRITEOFF', workId: `demo:${memberNo}`, createdBy: 'fm01' }),
    remark: '會員已註銷原信用卡，專案沖銷',
  }
  await ledger.writeOff(demo.trx, { context, memberNo, debtIds: debts.map(({ id }) => id), costBearer: { companyNo: null } })
  demo.balances.set(memberNo, 0)
  countPosting(demo, '90')
}

/** The member who is frozen later buys. */
function frozenHappenings(demo: DemoLedger, member: DemoMember, shop: DemoShop, asOf: string): readonly Happening[] {
  const sellPoints = (points: number, daysAgo: number): Happening => ({
    at: instantOf(addDays(asOf, -daysAgo), noon),
    run: (at) => sell(demo, { member, shop, amount: points * shop.amountPerPoint, at, payment: cash }),
  })
  return [sellPoints(150, 25), sellPoints(80, 12)]
}

/** Ten days ago the first of the members of the stories was frozen with points, and has done nothing since. */
export async function freezeMember(trx: Trx, { memberNo }: DemoMember, asOf: string): Promise<void> {
  const updatedAt = instantOf(addDays(asOf, -10), noon)
  const frozen = { status: memberStatus.frozen, statusReason: '短時間多筆異常累點，待查證', updatedBy: 'ops01', updatedAt }
  await trx.updateTable('member').set(frozen).where('memberNo', '=', memberNo).execute()
}

/** @param members exactly `storyMemberCount` members who joined on the first day @param shops that accept points */
export function storyHappenings(
  demo: DemoLedger,
  members: readonly DemoMember[],
  shops: readonly DemoShop[],
  asOf: string,
): readonly Happening[] {
  const [frozen, ...debtors] = members
  const shopOf = (index: number) => shops[index % shops.length] as DemoShop
  return [
    ...(frozen ? frozenHappenings(demo, frozen, shopOf(0), asOf) : []),
    ...debtors.flatMap((member, index) =>
      debtHappenings(demo, { story: debtStories[index] as DebtStory, member, shop: shopOf(index), asOf }),
    ),
  ]
}
