import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/tables.ts'
import { type Activity, type ActivityInJson, activityOfJson, type KnownMember } from '../../activity/public.ts'

export interface CompanyFacts {
  readonly companyNo: string
  readonly contractStatus: string
  readonly contractStartDate: string
  readonly contractEndDate: string
  readonly terminateDate: string | null
  readonly allowIssue: boolean
  readonly allowRedeem: boolean
  readonly minRedeemPoints: number
  readonly redeemStep: number
  readonly maxRedeemRatio: number
}

export interface StoreFacts {
  readonly retailStoreNo: string
  readonly status: string
  readonly openDate: string
  readonly closeDate: string | null
  /** Id of its own default reward setting, as text. */
  readonly rewardPointId: string | null
}

/** 點數回饋設定 as far as a sale needs it (domain 4.5); all of them hold on the business date. */
export interface RewardSetting {
  readonly id: number
  readonly rewardPointNo: string
  /** RewardType: 1 per amount, 2 a fixed number of points. */
  readonly rewardType: string
  readonly spendAmount: number | null
  readonly rewardPoints: number
  readonly roundingMode: string
  readonly minSpend: number
  readonly maxPointsPerTxn: number | null
  readonly paymentTypes: readonly string[]
  readonly storeScope: string
  readonly retailStoreNos: readonly string[]
  readonly excludePointPart: boolean
  readonly expiryRule: string
  readonly expiryValue: number | null
  readonly expiryDate: string | null
  readonly effectiveDelayDays: number
  readonly priority: number
  readonly isDefault: boolean
}

/** What of the master data decides a call, as it stands. */
export interface CallFacts {
  readonly company: CompanyFacts | null
  readonly store: StoreFacts | null
  readonly memberNo: string | null
  /** Decided settings of the company that hold on the business date; empty unless asked for. */
  readonly rewards: readonly RewardSetting[]
  /** Automatic campaigns of the company on the business date, and of the platform; empty unless rewards were asked for. */
  readonly activities: readonly Activity[]
  readonly member: KnownMember
}

/** Of whom nothing was read but the number. */
const unknownMember: KnownMember = { registeredAt: null, listedIn: null }

export interface MemberNames {
  readonly memberNo?: string | undefined
  readonly cardNo?: string | undefined
  readonly mobile?: string | undefined
}

export interface FactsQuestion {
  readonly companyNo: string
  readonly retailStoreCode?: string | undefined
  readonly terminalId?: string | undefined
  readonly member?: MemberNames | undefined
  /** Reward settings and automatic campaigns of this business date are wanted, too. */
  readonly rewardsOn?: string
}

/** A row of `partner_facts`. */
export interface FactsRow extends CompanyFacts, Omit<StoreFacts, 'status' | 'retailStoreNo'> {
  readonly retailStoreNo: string | null
  readonly storeStatus: string
  readonly memberNo: string | null
  readonly rewards: readonly RewardSetting[] | null
  readonly activities?: readonly ActivityInJson[] | null
}

export function factsOfRow(row: FactsRow): CallFacts {
  const { retailStoreNo, storeStatus, openDate, closeDate, rewardPointId, memberNo, rewards, activities, ...company } = row
  const store = retailStoreNo === null ? null : { retailStoreNo, status: storeStatus, openDate, closeDate, rewardPointId }
  return { company, store, memberNo, rewards: rewards ?? [], activities: (activities ?? []).map(activityOfJson), member: unknownMember }
}

/** Company, outlet (by its code, else by the terminal), member, reward settings and campaigns in one round trip. */
export async function readFacts(db: Executor, question: FactsQuestion): Promise<CallFacts> {
  const { companyNo, retailStoreCode = null, terminalId = null, member = {}, rewardsOn = null } = question
  const { memberNo: wantedNo = null, mobile = null, cardNo = null } = member
  const { rows } = await sql<FactsRow>`
    select f.*, case when ${rewardsOn}::date is not null then automatic_activities(f.company_no, ${rewardsOn}::date) end as activities
    from partner_facts(${companyNo}, ${retailStoreCode}, ${terminalId}, ${wantedNo}, ${mobile}, ${cardNo}, ${rewardsOn}::date) f`.execute(
    db,
  )
  const row = rows[0]
  return row ? factsOfRow(row) : { company: null, store: null, memberNo: null, rewards: [], activities: [], member: unknownMember }
}
