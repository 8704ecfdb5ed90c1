import { sql } from 'kysely'
import { contractStatus, rewardType, settingStatus, settlementMode } from '../../../rules/codes.generated.ts'
import { addDays } from '../../../rules/dates.ts'
import type { RedeemRules, SaleRule } from '../../domain/points/public.ts'
import { expiryOf } from '../../domain/points/public.ts'
import { literals } from '../../platform/database/literals.ts'
import type { Executor } from '../../platform/database/tables.ts'

export interface DemoStore {
  readonly retailStoreNo: string
  /** Whole hour of the day. */
  readonly opensAt: number
  readonly closesAt: number
  /** Last business date; null while open. */
  readonly closedOn: string | null
}

/** A trading company, with what the ledger needs to know for its sales. */
export interface DemoShop {
  readonly companyNo: string
  readonly isPrepaid: boolean
  readonly platformNo: string
  readonly rewardPointId: number
  readonly rule: Omit<SaleRule, 'extraRoom'>
  /** NT$ to spend for one point. */
  readonly amountPerPoint: number
  readonly redeemRules: RedeemRules
  /** Median of its sales in NT$. */
  readonly medianAmount: number
  /** First and last business date, YYYY-MM-DD. */
  readonly from: string
  readonly to: string
  readonly stores: readonly DemoStore[]
}

interface ShopRow {
  readonly companyNo: string
  readonly companyType: string
  readonly contractStatus: string
  readonly settlementMode: string
  readonly since: string
  readonly platformNo: string | null
  readonly minRedeemPoints: number
  readonly redeemStep: number
  readonly maxRedeemRatio: number
  readonly id: number
  readonly spendAmount: number
  readonly rewardPoints: number
  readonly expiryRule: '1' | '2' | '3' | '4'
  readonly expiryValue: number | null
  readonly expiryDate: string | null
  readonly effectiveDelayDays: number
  readonly stores: readonly { readonly no: string; readonly open: string; readonly close: string; readonly closed: string | null }[]
}

/** Median sale in NT$ by CompanyType: department stores 1, supermarkets 2, restaurants 3, e-commerce 4, travel 7, petrol 8, other 9. */
const medianAmounts: Readonly<Record<string, number>> = { '1': 3200, '2': 850, '3': 1200, '4': 1900, '7': 14_000, '8': 1100, '9': 650 }

/** Days between the creation of a company and its first sale, in which it is approved. */
const daysToFirstSale = 5

/** Companies that were approved at some time and have outlets, sorted by number. */
export async function readShops(db: Executor, asOf: string): Promise<readonly DemoShop[]> {
  const { rows } = await sql<ShopRow>`
    select c.company_no, c.company_type, c.contract_status, c.settlement_mode, (c.created_at at time zone 'Asia/Taipei')::date as since,
      (select p.platform_no from connection_platform p where p.company_nos ? c.company_no order by 1 limit 1) as platform_no,
      c.min_redeem_points, c.redeem_step, c.max_redeem_ratio, r.id, r.spend_amount, r.reward_points, r.expiry_rule, r.expiry_value,
      r.expiry_date, r.effective_delay_days,
      (select jsonb_agg(jsonb_build_object('no', s.retail_store_no, 'open', s.open_time, 'close', s.close_time, 'closed', s.close_date)
        order by s.retail_store_no) from retail_store s where s.company_no = c.company_no) as stores
    from company c
    join reward_point r on r.company_no = c.company_no and r.is_default and r.status = ${sql.lit(settingStatus.approved)}
      and r.reward_type = ${sql.lit(rewardType.bySpend)}
    where c.contract_status in (${literals(contractStatus.inForce, contractStatus.suspended, contractStatus.terminated)})
      and exists (select from retail_store s where s.company_no = c.company_no)
    order by c.company_no`.execute(db)
  return rows.map((row) => shopOf(row, asOf))
}

function shopOf(row: ShopRow, asOf: string): DemoShop {
  const isTrading = row.contractStatus === contractStatus.inForce
  return {
    companyNo: row.companyNo,
    isPrepaid: row.settlementMode === settlementMode.prepaid,
    platformNo: row.platformNo ?? 'P0001',
    rewardPointId: row.id,
    rule: ruleOf(row),
    amountPerPoint: Math.ceil(row.spendAmount / row.rewardPoints),
    redeemRules: { minRedeemPoints: row.minRedeemPoints, redeemStep: row.redeemStep, maxRedeemRatio: row.maxRedeemRatio, parValue: 1 },
    medianAmount: medianAmounts[row.companyType] ?? 900,
    from: addDays(row.since, daysToFirstSale),
    to: addDays(asOf, isTrading ? -1 : -4),
    stores: row.stores.map(({ no, open, close, closed }) => ({
      retailStoreNo: no,
      opensAt: Number(open.slice(0, 2)),
      closesAt: Number(close.slice(0, 2)),
      closedOn: closed,
    })),
  }
}

function ruleOf(row: ShopRow): DemoShop['rule'] {
  return {
    reward: {
      kind: 'perSpend',
      spendAmount: row.spendAmount,
      rewardPoints: row.rewardPoints,
      rounding: 'floor',
      minSpend: 0,
      maxPoints: null,
      excludePointPart: true,
    },
    pointPart: 0,
    extra: null,
    activities: [],
    expiry: expiryOf(row),
    effectiveDelayDays: row.effectiveDelayDays,
  }
}
