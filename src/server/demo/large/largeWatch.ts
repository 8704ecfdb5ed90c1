import { sql } from 'kysely'
import { anomalyStatus, txnKind } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** The last days before the day of the data. They belong to the small set, whose cases have numbers on these days. */
const ownDays = 8

/** SQL: evenly spread sales of the large set, as `sale`, with their outlets. */
const someSales = (asOf: string, count: number) => sql`
  sale as (
    select t.*, e.points, row_number() over (order by t.id) as place
    from (
      select t.*, row_number() over (order by t.id) as number, count(*) over () as total
      from point_transaction t
      where t.kind = ${sql.lit(txnKind.issue)} and t.source_id like 'L0%' and t.business_date < ${asOf}::date - ${sql.lit(ownDays)}::int
    ) t
    join point_entry e on e.id = t.id + 1
    where t.number % greatest(1, t.total / ${count}::int) = 0 order by t.id limit ${count}::int
  )`

/**
 * Inserts cases of the rule on single large sales; older cases are closed. Numbers start at 1 on each day, as the number series would give
 * them.
 */
export async function copyWarnings(db: Executor, asOf: string, count: number): Promise<void> {
  await sql`
    with ${someSales(asOf, count)}, model as (select w from warning_transaction w where rule_code = 'R02' order by occurred_at limit 1)
    insert into warning_transaction select (r).* from (
      select jsonb_populate_record(m.w, jsonb_build_object('id', random_id(),
        'warning_no', 'W' || to_char(s.business_date, 'YYYYMMDD') || lpad((row_number() over (partition by s.business_date order by s.id))::text, 6, '0'),
        'subject_key', s.transaction_no, 'window_from', s.business_at, 'window_to', s.business_at, 'occurred_at', s.business_at,
        'company_no', s.company_no, 'retail_store_no', s.retail_store_no, 'member_no', s.member_no, 'transaction_no', s.transaction_no,
        'txn_kind', s.kind, 'points', s.points, 'amount', s.amount, 'measured', s.points, 'measured_value', s.points || ' 點',
        'threshold_value', greatest(1, s.points / 10 * 10) || ' 點',
        'related_transactions', jsonb_build_array(jsonb_build_object('points', s.points, 'txnKind', s.kind, 'companyNo', s.company_no,
          'businessAt', s.business_at, 'retailStoreNo', s.retail_store_no, 'transactionNo', s.transaction_no)),
        'created_at', s.business_at, 'handled_at', s.business_at + interval '1 day', 'updated_at', s.business_at + interval '1 day')
        -- One in eight is still open: half of those untouched.
        || case s.place % 16
          when 0 then '{"status": "1", "handled_by": null, "handled_at": null, "conclusion": null, "remark": null}'
          when 8 then '{"status": "2", "handled_by": "ops01", "conclusion": null, "remark": null}'
          else jsonb_build_object('status', ${sql.lit(anomalyStatus.closed)}, 'handled_by', 'ops0' || (1 + s.place % 2), 'conclusion',
            (1 + s.place % 4)::text)
        end::jsonb) as r
      from sale s cross join model m
    ) as copy`.execute(db)
}

/** Inserts uses of codes that earned no points, like those of the small set, at outlets of the large set. */
export async function copyExceptions(db: Executor, asOf: string, count: number): Promise<void> {
  await sql`
    with ${someSales(asOf, count)}, model as (
      select e, row_number() over (order by exception_no) - 1 as place, count(*) over () as models from log_activity_exception e
    )
    insert into log_activity_exception select (r).* from (
      select jsonb_populate_record(m.e, jsonb_build_object('id', random_id(),
        'exception_no', 'X' || to_char(s.business_date, 'YYYYMMDD') || lpad((row_number() over (partition by s.business_date order by s.id))::text, 6, '0'),
        'occurred_at', s.business_at, 'company_no', s.company_no, 'retail_store_no', s.retail_store_no, 'platform_no', s.platform_no,
        'external_txn_no', s.external_txn_no, 'member_no', s.member_no, 'amount', s.amount, 'created_at', s.business_at,
        'status', case when s.place % 10 = 0 then ${sql.lit(anomalyStatus.open)} else ${sql.lit(anomalyStatus.closed)} end,
        'handled_by', case when s.place % 10 = 0 then null else 'ops0' || (1 + s.place % 2) end,
        'remark', case when s.place % 10 = 0 then null else '已向門市說明活動代碼與期間。' end)) as r
      from sale s join model m on m.place = s.place % m.models
    ) as copy`.execute(db)
}
