import { sql } from 'kysely'
import { memberStatus, recordStatus } from '../../../rules/codes.generated.ts'
import { type ActivityRule, ledger, type PostingContext } from '../../domain/points/public.ts'
import { type DemoWorld, daysBefore } from '../world.ts'

/** Sales of one campaign, spread over a range of days that are counted back from the day of the data. */
interface CampaignSales {
  readonly activityCode: string
  readonly companyNos: readonly string[]
  readonly formula: ActivityRule['formula']
  /** Percent of the cost that the platform bears. */
  readonly platformShare: number
  readonly count: number
  readonly firstDaysAgo: number
  readonly lastDaysAgo: number
  /** NT$ of the first sale; the following amounts vary. */
  readonly amount: number
}

const companyBears = { platformShare: 0 } as const
const campaigns: readonly CampaignSales[] = [
  {
    ...{ activityCode: 'A26010001', companyNos: ['C000101'], formula: { kind: 'multiplier', multiplier: 3 }, ...companyBears },
    ...{ count: 26, firstDaysAgo: 39, lastDaysAgo: 2, amount: 1280 },
  },
  {
    ...{ activityCode: 'A26010002', companyNos: ['C000101'], ...companyBears },
    formula: { kind: 'perStep', points: 100, stepAmount: 1000, minAmount: 1000 },
    ...{ count: 18, firstDaysAgo: 88, lastDaysAgo: 7, amount: 1450 },
  },
  {
    // As many sales as the budget allows.
    ...{ activityCode: 'A26010003', companyNos: ['C000102'], formula: { kind: 'fixed', points: 50, minAmount: 500 }, ...companyBears },
    ...{ count: 20, firstDaysAgo: 29, lastDaysAgo: 12, amount: 620 },
  },
  {
    ...{ activityCode: 'A26010005', companyNos: ['C000102', 'C000103', 'C000101'], formula: { kind: 'multiplier', multiplier: 2 } },
    ...{ platformShare: 100, count: 15, firstDaysAgo: 19, lastDaysAgo: 8, amount: 2100 },
  },
]

/** Every third sale is followed by a redemption of its points, every ninth by a partial return. */
const redeemEvery = 3
const returnEvery = 9
const membersMax = 24
const dayMs = 86_400_000

interface Buyer {
  readonly memberNo: string
  readonly registeredAt: Date
}

/** Seeds sales that earn points of campaigns, with redemptions and returns. The counters of the campaigns follow from these. */
export async function seedActivitySales(world: DemoWorld): Promise<void> {
  const buyers = await readBuyers(world)
  for (const campaign of campaigns) await sellAll(world, campaign, buyers)
  await sql`
    update activity a set used_points = g.points
    from (
      select component_code as code, -sum(points) as points from point_entry where component = 'ACTIVITY' group by 1
    ) g where g.code = a.activity_code`.execute(world.trx)
}

/** Members who may buy, newest first, because some sales need new members. */
async function readBuyers({ trx }: DemoWorld): Promise<readonly Buyer[]> {
  const { rows } = await sql<Buyer>`
    select m.member_no, m.registered_at from member m join point_account a on a.class = 'MEMBER' and a.owner_id = m.member_no
    where m.status = ${sql.lit(memberStatus.normal)} and a.owed_points = 0
    order by m.registered_at desc, m.member_no limit ${membersMax}`.execute(trx)
  return rows
}

async function readOutlets({ trx }: DemoWorld, companyNo: string): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('retailStore')
    .select('retailStoreNo')
    .where('companyNo', '=', companyNo)
    .where('status', '=', recordStatus.enabled)
    .orderBy('retailStoreNo')
    .execute()
  return rows.map(({ retailStoreNo }) => retailStoreNo)
}

async function sellAll(world: DemoWorld, campaign: CampaignSales, buyers: readonly Buyer[]): Promise<void> {
  const { count, firstDaysAgo, lastDaysAgo, companyNos } = campaign
  const from = daysBefore(world, firstDaysAgo, 11).getTime()
  const step = (daysBefore(world, lastDaysAgo, 11).getTime() - from) / (count - 1)
  for (let index = 0; index < count; index += 1) {
    const at = new Date(from + index * step)
    const known = buyers.filter(({ registeredAt }) => registeredAt < at)
    const buyer = known[(index * 5) % known.length]
    const companyNo = companyNos[index % companyNos.length] as string
    const outlets = await readOutlets(world, companyNo)
    if (buyer)
      await sellOne(world, campaign, {
        index,
        at,
        memberNo: buyer.memberNo,
        companyNo,
        retailStoreNo: outlets[index % outlets.length] as string,
      })
  }
}

interface OneSale {
  readonly index: number
  readonly at: Date
  readonly memberNo: string
  readonly companyNo: string
  readonly retailStoreNo: string
}

async function sellOne({ trx }: DemoWorld, campaign: CampaignSales, sale: OneSale): Promise<void> {
  const { activityCode, formula, platformShare } = campaign
  const { index, at, memberNo } = sale
  const amount = campaign.amount + ((index * 370) % 1900)
  const { posted, activityPoints } = await ledger.issue(trx, {
    context: contextOf(sale, activityCode, 'S', at),
    ...{ memberNo, amount },
    rule: {
      reward: {
        kind: 'perSpend',
        spendAmount: 100,
        rewardPoints: 1,
        rounding: 'floor',
        minSpend: 0,
        maxPoints: null,
        excludePointPart: true,
      },
      ...{ pointPart: 0, extra: null, expiry: { rule: '1' }, effectiveDelayDays: 0 },
      activities: [{ activityCode, formula, platformShare, room: null, expiry: { rule: '1' } }],
    },
    detail: { payableAmount: amount, paymentType: '1', activityCode },
  })
  const later = new Date(at.getTime() + dayMs)
  if (posted && index % returnEvery === returnEvery - 1) {
    await ledger.issueReturn(trx, {
      context: contextOf(sale, activityCode, 'R', later),
      original: { transactionId: posted.transactionId },
      request: { kind: 'amount', amount: Math.round(amount / 2) },
      limit: { limitPoints: 1000, overLimitAction: '1' },
      acceptPartial: false,
    })
  } else if (index % redeemEvery === 0) {
    await ledger.redeem(trx, {
      context: contextOf(sale, activityCode, 'P', later),
      ...{ memberNo, points: activityPoints, amount: activityPoints * 4 },
      rules: { minRedeemPoints: 1, redeemStep: 1, maxRedeemRatio: 100, parValue: 1 },
    })
  }
}

/** Posting context of an outlet's till. `deed` distinguishes the sale from its redemption and return. */
function contextOf(
  { index, companyNo, retailStoreNo }: OneSale,
  code: string,
  deed: 'S' | 'R' | 'P',
  at: Date,
): PostingContext & { companyNo: string } {
  const number = `${code}${deed}${String(index).padStart(3, '0')}`
  return {
    now: new Date(at.getTime() + 4000),
    businessAt: at,
    source: { platformNo: 'P0001', externalTxnNo: number, requestHash: `demo${number}` },
    ...{ companyNo, retailStoreNo, createdBy: 'P0001' },
  }
}
