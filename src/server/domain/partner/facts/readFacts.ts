import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../../platform/database/tables.ts'
import type { RewardSetting } from './chooseReward.ts'

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

/** What of the master data decides a call, as it stands. */
export interface CallFacts {
  readonly company: CompanyFacts | null
  readonly store: StoreFacts | null
  readonly memberNo: string | null
  /** Decided settings of the company that hold on the business date; empty unless asked for. */
  readonly rewards: readonly RewardSetting[]
}

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
  /** Reward settings that hold on this business date are wanted, too. */
  readonly rewardsOn?: string
}

function memberQuery(member: MemberNames | undefined): RawBuilder<unknown> {
  if (member?.memberNo !== undefined) return sql`(select m.member_no from member m where m.member_no = ${member.memberNo})`
  if (member?.mobile !== undefined) return sql`(select m.member_no from member m where m.mobile = ${member.mobile})`
  if (member?.cardNo !== undefined) {
    return sql`(select m.member_no from member_card m where m.card_no = ${member.cardNo} and m.status = '1')`
  }
  return sql`null::text`
}

function storeQuery({ retailStoreCode, terminalId }: FactsQuestion): RawBuilder<unknown> {
  if (retailStoreCode !== undefined) return sql`s.partner_store_code = ${retailStoreCode}`
  return terminalId === undefined ? sql`false` : sql`s.terminal_ids @> ${JSON.stringify([terminalId])}::jsonb`
}

function rewardsQuery({ companyNo, rewardsOn }: FactsQuestion): RawBuilder<unknown> {
  if (rewardsOn === undefined) return sql`null::jsonb`
  return sql`(
    select jsonb_agg(jsonb_build_object('id', r.id, 'rewardPointNo', r.reward_point_no, 'rewardType', r.reward_type,
      'spendAmount', r.spend_amount, 'rewardPoints', r.reward_points, 'roundingMode', r.rounding_mode, 'minSpend', r.min_spend,
      'maxPointsPerTxn', r.max_points_per_txn, 'paymentTypes', r.payment_types, 'storeScope', r.store_scope,
      'retailStoreNos', r.retail_store_nos, 'excludePointPart', r.exclude_point_part, 'expiryRule', r.expiry_rule,
      'expiryValue', r.expiry_value, 'expiryDate', r.expiry_date, 'effectiveDelayDays', r.effective_delay_days,
      'priority', r.priority, 'isDefault', r.is_default))
    from reward_point r
    where r.company_no = ${companyNo} and r.status in ('3', '5') and ${rewardsOn}::date between r.start_date and r.end_date)`
}

interface FactsRow extends CompanyFacts, Omit<StoreFacts, 'status' | 'retailStoreNo'> {
  readonly retailStoreNo: string | null
  readonly storeStatus: string
  readonly memberNo: string | null
  readonly rewards: readonly RewardSetting[] | null
}

/** Company, outlet (by its code, else by the terminal), member and reward settings in one round trip. */
export async function readFacts(db: Executor, question: FactsQuestion): Promise<CallFacts> {
  const { rows } = await sql<FactsRow>`
    select c.company_no, c.contract_status, c.contract_start_date, c.contract_end_date, c.terminate_date, c.allow_issue, c.allow_redeem,
      c.min_redeem_points, c.redeem_step, c.max_redeem_ratio, s.retail_store_no, s.status as store_status, s.open_date, s.close_date,
      s.reward_point_id, ${memberQuery(question.member)} as member_no, ${rewardsQuery(question)} as rewards
    from company c left join retail_store s on s.company_no = c.company_no and ${storeQuery(question)}
    where c.company_no = ${question.companyNo} limit 1`.execute(db)
  const row = rows[0]
  if (!row) return { company: null, store: null, memberNo: null, rewards: [] }
  const { retailStoreNo, storeStatus, openDate, closeDate, rewardPointId, memberNo, rewards, ...company } = row
  const store = retailStoreNo === null ? null : { retailStoreNo, status: storeStatus, openDate, closeDate, rewardPointId }
  return { company, store, memberNo, rewards: rewards ?? [] }
}
