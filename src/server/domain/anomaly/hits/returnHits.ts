import { sql } from 'kysely'
import { txnKind } from '../../../../rules/codes.generated.ts'
import { literals } from '../../../platform/database/literals.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { WarningRule } from '../rules/inForce.ts'
import type { HitRow } from './hit.ts'
import { type HitScope, hitColumns, isSubject, minutes, movementColumns, reaches } from './scope.ts'

/**
 * R06 at one moment, `scope.to`: companies whose returned points are more than r % of those issued within the window before it, with at
 * least N returns. Returns without anything issued are 100 %.
 */
export async function findReturnRatios(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const { rows } = await sql<HitRow>`
    select x.company_no as subject_key, ${scope.to}::timestamptz as occurred_at, x.company_no, null as retail_store_no, null as member_no,
      null as transaction_no, null as txn_kind, x.returned as points, null as amount,
      case when x.issued = 0 then 100.0 else round(x.returned * 100.0 / x.issued, 1) end as measured, x.related_ids
    from (
      select m.company_no, coalesce(sum(m.points) filter (where m.kind <> ${sql.lit(txnKind.issueReturn)}), 0) as issued,
        coalesce(sum(m.points) filter (where m.kind = ${sql.lit(txnKind.issueReturn)}), 0)::bigint as returned,
        count(*) filter (where m.kind = ${sql.lit(txnKind.issueReturn)}) as return_count,
        jsonb_agg(m.id order by m.business_at) filter (where m.kind = ${sql.lit(txnKind.issueReturn)}) as related_ids
      from anomaly_movement m
      where m.kind in (${literals(txnKind.issue, txnKind.issueBatch, txnKind.issueReturn)}) and m.company_no is not null
        and ${isSubject('m.companyNo', scope.companyNos)}
        and m.business_at > ${scope.to}::timestamptz - ${minutes(rule.windowMinutes)} and m.business_at <= ${scope.to}
        and ${reaches(scope.companies, 'm.companyNo')}
      group by m.company_no
    ) x
    where x.return_count >= ${rule.thresholdCount} and x.returned * 100 > ${rule.thresholdRatio}::numeric * x.issued`.execute(db)
  return rows
}

/** R08: a sale is returned within M minutes, after at least r % of its points were redeemed at another outlet. */
export async function findSpentReturns(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const { rows } = await sql<HitRow>`
    select x.member_no as subject_key, ${hitColumns} from (
      select ${movementColumns}, round(spent.points * 100.0 / sale.points, 1) as measured,
        jsonb_build_array(sale.id) || spent.ids || jsonb_build_array(m.id) as related_ids,
        spent.points * 100 >= ${rule.thresholdRatio}::numeric * sale.points as is_met
      from anomaly_movement m
      join anomaly_movement sale on sale.id = m.original_transaction_id and sale.kind = ${sql.lit(txnKind.issue)}, lateral (
        select sum(r.points) as points, jsonb_agg(r.id order by r.business_at) as ids
        from anomaly_movement r
        where r.member_no = sale.member_no and r.kind = ${sql.lit(txnKind.redeem)} and r.business_at between sale.business_at
          and m.business_at
          and r.retail_store_no is distinct from sale.retail_store_no
      ) spent
      where m.kind = ${sql.lit(txnKind.issueReturn)} and m.business_at between ${scope.from} and ${scope.to}
        and ${isSubject('m.memberNo', scope.memberNos)}
        and m.business_at <= sale.business_at + ${minutes(rule.windowMinutes)} and spent.points > 0 and sale.points > 0
        and ${reaches(scope.companies, 'm.companyNo')}
    ) x
    where x.is_met`.execute(db)
  return rows
}
