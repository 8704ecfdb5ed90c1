import { sql } from 'kysely'
import { feeType, invoiceStatus, settleMethod, statementStatus, yearlyStatus } from '../../../../rules/codes.generated.ts'
import type { AreaCheck } from '../../points/public.ts'

const issueFee = sql.lit(feeType.issue)
const draft = sql.lit(invoiceStatus.draft)
const voided = sql.lit(invoiceStatus.void)
const reopened = sql.lit(statementStatus.reopened)

/** Checks closed years against their months, their allowances, and the settlements of these. */
export const yearlyChecks: readonly AreaCheck[] = [
  {
    id: 'Y1',
    title: '年度結算的點數與費用等於其各月生效對帳單之和',
    violations: sql`
      with month as (
        select m.yearly_statement_id as id, s.company_no, s.status, y.company_no as own_no,
          case y.fee_type when ${issueFee} then s.net_ap_points else s.net_dp_points end as points,
          case y.fee_type when ${issueFee} then s.ap_fee else s.dp_proc_fee end as fee
        from yearly_statement_month m
        join yearly_statement y on y.id = m.yearly_statement_id and y.reopened_at is null
        join statement s on s.id = m.statement_id
      ), kept as (
        select id, sum(points) filter (where company_no = own_no) as points, sum(fee) filter (where company_no = own_no) as fee,
          sum(points) as base, bool_or(status = ${reopened}) as is_reopened
        from month group by id
      )
      select y.yearly_statement_no as place from yearly_statement y left join kept k on k.id = y.id
      where y.reopened_at is null
        and ((y.year_points, y.year_fee, y.tier_base_points) is distinct from (k.points, k.fee, k.base) or k.is_reopened)`,
  },
  {
    id: 'Y2',
    title: '年度折讓金額等於年度費用乘以級距折扣率',
    violations: sql`
      select y.yearly_statement_no as place
      from yearly_statement y
      left join lateral (
        select (t.tier ->> 'discountRate')::numeric as rate from jsonb_array_elements(y.terms -> 'tiers') as t (tier)
        where (t.tier ->> 'conditionPoint')::bigint <= y.tier_base_points order by (t.tier ->> 'conditionPoint')::bigint desc limit 1
      ) reached on true
      where y.discount_rate <> coalesce(reached.rate, 0) or y.discount_amount <> round(greatest(y.year_fee, 0) * y.discount_rate / 100)`,
  },
  {
    id: 'Y3',
    title: '生效年度的折讓單等於其折讓金額與稅額，重開的年度沒有折讓單',
    violations: sql`
      select y.yearly_statement_no as place
      from yearly_statement y left join invoice_document a on a.yearly_statement_id = y.id and a.status <> ${voided}
      group by y.id
      having (coalesce(sum(a.sales_amount), 0), coalesce(sum(a.tax_amount), 0))
        <> (case when y.reopened_at is null then y.discount_amount else 0 end, case when y.reopened_at is null then y.discount_tax else 0 end)`,
  },
  {
    id: 'Y4',
    title: '年度結算狀態與其結算單、折讓單及抵退相符',
    violations: sql`
      select d.yearly_discount_no as place
      from yearly_discount d
      left join yearly_statement y on y.setting_id = d.id and y.reopened_at is null
      left join invoice_document a on a.yearly_statement_id = y.id and a.status <> ${voided}
      left join allowance_settlement s on s.document_id = a.id and s.released_at is null
      group by d.id, y.id
      having d.settled_status <> case
        when y.id is null then ${sql.lit(yearlyStatus.notSettled)}
        when count(a.id) = 0 or bool_or(a.status = ${draft}) then ${sql.lit(yearlyStatus.settled)}
        when bool_and(s.id is not null) then ${sql.lit(yearlyStatus.done)}
        else ${sql.lit(yearlyStatus.allowanceIssued)} end`,
  },
  {
    id: 'Y5',
    title: '對帳單的年度折讓抵帳等於其抵扣的折讓單之和',
    violations: sql`
      select n.statement_no as place from statement n left join allowance_settlement s on s.statement_id = n.id
      group by n.id having n.other_amount <> -coalesce(sum(s.amount), 0)`,
  },
  {
    id: 'Y6',
    title: '折讓單依其抵退方式、以其全額抵退一次，對帳單重開者收回',
    violations: sql`
      select a.doc_no as place
      from allowance_settlement s join invoice_document a on a.id = s.document_id left join statement n on n.id = s.statement_id
      where s.amount <> a.total_amount or a.yearly_statement_id is null
        or (s.statement_id is not null and (n.status = ${reopened}) <> (s.released_at is not null))
        or (s.released_at is null and (a.status in (${draft}, ${voided}) or n.company_no <> a.company_no
          or (s.statement_id is null) <> (a.settle_method = ${sql.lit(settleMethod.refund)})))
      union all
      select min(a.doc_no) from allowance_settlement s join invoice_document a on a.id = s.document_id
      where s.released_at is null group by s.document_id having count(*) > 1`,
  },
]
