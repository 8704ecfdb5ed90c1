import { sql } from 'kysely'
import { memberStatus } from '../../../../rules/codes.generated.ts'
import { addDays } from '../../../../rules/dates.ts'
import type { Executor } from '../../../platform/database/tables.ts'

/** Points of a member as a partner may see them. */
export interface MemberBalance {
  readonly memberName: string
  /** MemberStatus. */
  readonly status: string
  readonly balance: number
  readonly available: number
  readonly debtPoints: number
  readonly expiring30: number
}

const expiringDays = 30

interface BalanceRow {
  readonly memberName: string
  readonly status: string
  readonly debtPoints: number
  readonly unexpired: number
  readonly usable: number
  readonly expiring30: number
}

/**
 * Balance, available points and what expires within 30 days. Lots past their last day are left out, even before the expiry job has posted
 * them.
 *
 * @param today Taipei date
 */
export async function readBalance(db: Executor, memberNo: string, today: string): Promise<MemberBalance | null> {
  const { rows } = await sql<BalanceRow>`
    select m.member_name, m.status, coalesce(a.owed_points, 0) as debt_points,
      coalesce(sum(l.remaining_points), 0)::bigint as unexpired,
      coalesce(sum(l.remaining_points) filter (where l.effective_date <= ${today}::date), 0)::bigint as usable,
      coalesce(sum(l.remaining_points) filter (where l.expire_date <= ${addDays(today, expiringDays)}::date), 0)::bigint as expiring30
    from member m
    left join point_account a on a.class = 'MEMBER' and a.owner_id = m.member_no
    left join point_lot l on l.account_id = a.id and l.remaining_points > 0 and l.expire_date >= ${today}::date
    where m.member_no = ${memberNo}
    group by m.member_name, m.status, a.owed_points`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { memberName, status, debtPoints, unexpired, usable, expiring30 } = row
  const maySpend = status === memberStatus.normal && debtPoints === 0
  return { memberName, status, balance: unexpired - debtPoints, available: maySpend ? usable : 0, debtPoints, expiring30 }
}
