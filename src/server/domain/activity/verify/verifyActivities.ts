import { sql } from 'kysely'
import { txnKind } from '../../../../rules/codes.generated.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { type AreaCheck, type InvariantResult, runAreaChecks } from '../../points/public.ts'

const batch = sql.lit(txnKind.issueBatch)

const checks: readonly AreaCheck[] = [
  {
    id: 'AC1',
    title: '活動已使用點數等於其分錄之淨贈點（贈點減退回）',
    violations: sql`
      with given as (
        select component_code as code, -sum(points) as points from point_entry where component = 'ACTIVITY' group by 1
      )
      select a.activity_code as place from activity a left join given g on g.code = a.activity_code
      where a.used_points <> coalesce(g.points, 0)`,
  },
  {
    id: 'AC2',
    title: '活動已使用點數不超過預算，也不小於零',
    violations: sql`select activity_code as place from activity where used_points > budget_points or used_points < 0`,
  },
  {
    id: 'AC3',
    title: '批次活動贈點對每位會員至多一次，且與名單所記相符',
    violations: sql`
      with posted as (
        select t.activity_code, t.member_no, count(*) as count, (
            select sum(e.points) from point_entry e
            where e.transaction_id = min(t.id) and e.account_class = 'MEMBER'
          ) as points
        from point_transaction t where t.kind = ${batch} group by 1, 2
      ), listed as (
        select a.activity_code, l.member_no, l.given_points from activity_member l join activity a on a.id = l.activity_id
        where l.given_points is not null
      )
      select coalesce(p.activity_code, l.activity_code) || ' ' || coalesce(p.member_no, l.member_no) as place
      from posted p full join listed l on l.activity_code = p.activity_code and l.member_no = p.member_no
      where p.count is distinct from 1 or p.points is distinct from l.given_points`,
  },
]

/** Checks the counters of campaigns and their batches against the ledger. Used by `npm run verify` and the nightly job. */
export function verifyActivities(db: Executor): Promise<readonly InvariantResult[]> {
  return runAreaChecks(db, checks)
}
