import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/tables.ts'

/** A campaign as a test wants it; what is left out is the plainest: approved, automatic, for everybody, January 2025, all at the company's cost. */
export interface ActivityRow {
  readonly code: string
  readonly owner?: string
  readonly type?: string
  readonly bearer?: string
  readonly share?: number | null
  readonly multiplier?: number | null
  readonly points?: number | null
  readonly minAmount?: number | null
  readonly stepAmount?: number | null
  readonly startAt?: string
  readonly endAt?: string
  readonly dailyFrom?: string | null
  readonly dailyTo?: string | null
  readonly weekdays?: readonly string[]
  readonly stores?: readonly string[] | null
  readonly memberScope?: string
  readonly requireCode?: boolean
  readonly budget?: number
  readonly perTxnMax?: number | null
  readonly perMemberDaily?: number | null
  readonly perMemberTotal?: number | null
  readonly expiryRule?: string
  readonly expiryValue?: number | null
  readonly expiryDate?: string | null
  readonly status?: string
}

const plain = {
  ...{ owner: 'C000101', type: '2', bearer: '1', share: null, multiplier: null, points: 50, minAmount: null, stepAmount: null },
  ...{ startAt: '2025-01-01T00:00:00+08:00', endAt: '2025-02-01T00:00:00+08:00', dailyFrom: null, dailyTo: null, weekdays: [] },
  ...{ stores: null, memberScope: '1', requireCode: false, budget: 100_000, perTxnMax: null, perMemberDaily: null, perMemberTotal: null },
  ...{ expiryRule: '1', expiryValue: null, expiryDate: null, status: '3' },
}

/** @returns its id */
export async function insertActivity(db: Database, row: ActivityRow): Promise<number> {
  const a = { ...plain, ...row }
  const { rows } = await sql<{ id: number }>`
    insert into activity (activity_code, activity_name, company_no, activity_type, cost_bearer, platform_share_ratio, multiplier, fixed_points,
      min_amount, step_amount, start_at, end_at, daily_from, daily_to, weekdays, store_scope, retail_store_nos, member_scope, require_code,
      budget_points, per_txn_max, per_member_daily, per_member_total, expiry_rule, expiry_value, expiry_date, status)
    values (${a.code}, ${`活動 ${a.code}`}, ${a.owner}, ${a.type}, ${a.bearer}, ${a.share}, ${a.multiplier}, ${a.points}, ${a.minAmount},
      ${a.stepAmount}, ${a.startAt}, ${a.endAt}, ${a.dailyFrom}, ${a.dailyTo}, ${JSON.stringify(a.weekdays)}::jsonb, ${a.stores ? '2' : '1'},
      ${JSON.stringify(a.stores ?? [])}::jsonb, ${a.memberScope}, ${a.requireCode}, ${a.budget}, ${a.perTxnMax}, ${a.perMemberDaily},
      ${a.perMemberTotal}, ${a.expiryRule}, ${a.expiryValue}, ${a.expiryDate}, ${a.status})
    returning id`.execute(db)
  return rows[0]?.id as number
}

export async function usedOf(db: Database, code: string): Promise<number | undefined> {
  const { rows } = await sql<{ used: number }>`select used_points as used from activity where activity_code = ${code}`.execute(db)
  return rows[0]?.used
}

/** What the engine added to 活動歷程 (預算用罄, 批次贈點), oldest first. */
export async function foundEvents(db: Database, code: string): Promise<readonly (readonly [string, string, string | null])[]> {
  const { rows } = await sql<{ action: string; userName: string; remark: string | null }>`
    select history_action as action, user_name, remark from activity_event where activity_code = ${code} and history_action in ('8', '9')
    order by sequence`.execute(db)
  return rows.map(({ action, userName, remark }) => [action, userName, remark])
}
