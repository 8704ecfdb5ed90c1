import { sql } from 'kysely'
import type { Executor } from '../../platform/database/tables.ts'
import type { ExpiryRule } from '../points/domain/expiryDate.ts'
import type { ExtraRule, RewardFormula, SaleRule } from '../points/domain/reward.ts'
import type { RedeemRules } from '../points/domain/spend.ts'
import { readParameter } from '../settings/parameters.ts'
import { chooseExtra, chooseReward, type PaidCard } from './chooseSetting.ts'
import './tables.ts'

/** A sale as a partner's request tells it. */
export interface SaleQuestion {
  readonly companyNo: string
  readonly retailStoreNo: string | null
  /** YYYY-MM-DD of the sale: settings count by it. */
  readonly businessDate: string
  /** PaymentType keys of its payments. */
  readonly paymentTypes: readonly string[]
  /** NT$ paid with points. */
  readonly pointPart: number
  /** Reward setting that the request names. */
  readonly rewardPointId: number | null
  /** The co-branded card that paid, and how much; null without one. `eligibleAmount` null = all of it. */
  readonly card: (PaidCard & { readonly eligibleAmount: number | null }) | null
}

/** What `ledger.issue` asks for, without campaigns. */
export interface SaleTerms {
  readonly rewardPointId: number
  readonly rule: Omit<SaleRule, 'extraRoom'>
}

/** Settings in force on a day; a stopped one counts until its last day. */
async function readRewards(db: Executor, companyNo: string, date: string) {
  return db
    .selectFrom('rewardPoint')
    .selectAll()
    .where('companyNo', '=', companyNo)
    .where('status', 'in', ['3', '5'])
    .where('startDate', '<=', date)
    .where('endDate', '>=', date)
    .execute()
}

type RewardRow = Awaited<ReturnType<typeof readRewards>>[number]

/**
 * All that decides the base and extra points of a sale, from the settings in force on its day (domain 4.5).
 *
 * @returns undefined when the company has no reward setting for it (E1106)
 */
export async function findSaleTerms(db: Executor, question: SaleQuestion): Promise<SaleTerms | undefined> {
  const { companyNo, retailStoreNo, businessDate, paymentTypes, rewardPointId } = question
  const reward = chooseReward(await readRewards(db, companyNo, businessDate), {
    retailStoreNo,
    paymentTypes,
    storeRewardPointId: await readStoreReward(db, retailStoreNo),
    wantedRewardPointId: rewardPointId,
  })
  if (!reward) return undefined
  return {
    rewardPointId: reward.id,
    rule: {
      reward: formulaOf(reward),
      pointPart: question.pointPart,
      extra: await findExtra(db, question),
      activities: [],
      expiry: expiryOf(reward),
      effectiveDelayDays: reward.effectiveDelayDays,
    },
  }
}

async function readStoreReward(db: Executor, retailStoreNo: string | null): Promise<number | null> {
  if (retailStoreNo === null) return null
  const store = await db.selectFrom('retailStore').select('rewardPointId').where('retailStoreNo', '=', retailStoreNo).executeTakeFirst()
  return store?.rewardPointId ? Number(store.rewardPointId) : null
}

/** 聯名卡加碼 of the card that paid: of all payers' settings in force, the one of the smallest priority. */
async function findExtra(db: Executor, { card, companyNo, businessDate }: SaleQuestion): Promise<ExtraRule | null> {
  if (!card) return null
  const rows = await db
    .selectFrom('payerExtraRatio')
    .selectAll()
    .where('status', 'in', ['3', '5'])
    .where('startDate', '<=', businessDate)
    .where('endDate', '>=', businessDate)
    .where((where) => where.or([where('companyNo', 'is', null), where('companyNo', '=', companyNo)]))
    .execute()
  const extra = chooseExtra(rows, companyNo, card)
  if (!extra) return null
  const { extraRatioNo, payerCompanyNo, extraRatio, payerShareRatio, monthlyCapPoints, unitPrice } = extra
  return {
    ...{ extraRatioNo, payerCompanyNo, extraRatio, payerShareRatio, monthlyCapPoints, unitPrice },
    baseBearer: extra.baseBearer === '2' ? 'payer' : 'company',
    eligibleAmount: card.eligibleAmount,
  }
}

/** @throws Error for a row that its own CHECK constraints would not allow */
export function formulaOf(
  reward: Pick<
    RewardRow,
    'rewardType' | 'rewardPoints' | 'spendAmount' | 'roundingMode' | 'excludePointPart' | 'minSpend' | 'maxPointsPerTxn'
  >,
): RewardFormula {
  const { rewardPoints, minSpend, maxPointsPerTxn: maxPoints } = reward
  if (reward.rewardType === '2') return { kind: 'fixed', rewardPoints, minSpend, maxPoints }
  if (reward.spendAmount === null) throw new Error('a reward by amount without an amount')
  const rounding = reward.roundingMode === '2' ? 'halfUp' : 'floor'
  const { spendAmount, excludePointPart } = reward
  return { kind: 'perSpend', spendAmount, rewardPoints, rounding, excludePointPart, minSpend, maxPoints }
}

/** @throws Error for a row that its own CHECK constraints would not allow */
export function expiryOf({
  expiryRule,
  expiryValue,
  expiryDate,
}: Pick<RewardRow, 'expiryRule' | 'expiryValue' | 'expiryDate'>): ExpiryRule {
  if (expiryRule === '1') return { rule: '1' }
  if (expiryRule === '4' && expiryDate !== null) return { rule: '4', date: expiryDate }
  if (expiryValue === null) throw new Error(`expiry rule ${expiryRule} without its value`)
  return expiryRule === '2' ? { rule: '2', months: expiryValue } : { rule: '3', days: expiryValue }
}

/** What `ledger.redeem` asks for. @throws Error when there is no such company */
export async function getRedeemRules(db: Executor, companyNo: string, date: string): Promise<RedeemRules> {
  const { rows } = await sql<Omit<RedeemRules, 'parValue'>>`
    select min_redeem_points, redeem_step, max_redeem_ratio from company where company_no = ${companyNo}`.execute(db)
  const rules = rows[0]
  if (!rules) throw new Error(`no company ${companyNo}`)
  return { ...rules, parValue: Number((await readParameter(db, 'POINT.PAR_VALUE', date)) ?? 1) }
}
