import { sql } from 'kysely'
import { statementKind, statementStatus, txnKind } from '../../../../rules/codes.generated.ts'
import { literals } from '../../../platform/database/literals.ts'
import type { AreaCheck } from '../../points/public.ts'

const reopened = sql.lit(statementStatus.reopened)
const sales = literals(txnKind.centerSale, txnKind.centerSaleVoid)

/** Checks statements against their entries. */
export const statementChecks: readonly AreaCheck[] = [
  {
    id: 'S1',
    title: '對帳單各版次的明細等於其帳期當時的分錄',
    violations: sql`
      with billed as (
        select s.id, count(*) as entries, sum(case when e.account_class in ('DEDUCT', 'CONVOUT') then e.points else -e.points end) as points
        from statement s
        join point_entry e on e.company_no = s.company_no and e.period_id = s.period_id and e.posted_at <= s.closed_at
        join point_transaction t on t.id = e.transaction_id
        where not (e.account_class = 'PREPAID' and t.kind in (${sales}))
        group by s.id
      ), kept as (
        select statement_id as id, sum(entry_count) as entries, sum(points) as points from statement_line group by statement_id
      )
      select s.statement_no as place from statement s left join billed b on b.id = s.id left join kept k on k.id = s.id
      where (coalesce(b.entries, 0), coalesce(b.points, 0)) <> (coalesce(k.entries, 0), coalesce(k.points, 0))`,
  },
  {
    id: 'S2',
    title: '已關帳的帳期恰有一個生效的版次，未關帳的沒有',
    violations: sql`
      select p.company_no || ' ' || p.period_no as place
      from company_period p left join statement s on s.period_id = p.id and s.status <> ${reopened}
      group by p.id
      having case p.status when ${sql.lit(statementStatus.open)} then count(s.id) <> 0 else count(s.id) <> 1 or min(s.status) <> p.status end`,
  },
  {
    id: 'S3',
    title: '已關帳的帳期沒有關帳後入帳的分錄',
    violations: sql`
      select distinct s.statement_no as place
      from statement s join point_entry e on e.company_no = s.company_no and e.period_id = s.period_id and e.posted_at > s.closed_at
      where s.status <> ${reopened}`,
  },
  {
    id: 'S4',
    title: '對帳單的金額等於其明細與各項之和',
    violations: sql`
      with line as (
        select statement_id,
          coalesce(round(sum(amount) filter (where item in ('apIssued', 'apReturned', 'apAdjusted'))), 0) as ap_gross,
          coalesce(round(sum(amount) filter (where item = 'writeOff')), 0) as write_off,
          coalesce(round(sum(amount) filter (where item = 'convertIn')), 0) as conv_in,
          coalesce(round(sum(amount) filter (where item = 'convertOut')), 0) as conv_out,
          coalesce(round(sum(amount) filter (where item in ('dpRedeemed', 'dpReturned', 'dpAdjusted'))), 0) as dp,
          coalesce(round(sum(amount) filter (where item in ('paygBase', 'paygExtra', 'paygReturned'))), 0) as payer,
          bool_and(amount = points * unit_price) as is_priced
        from statement_line group by statement_id
      )
      select s.statement_no as place from statement s left join line l on l.statement_id = s.id
      where coalesce(l.is_priced, true) is not true
        or (s.ap_gross_amount, s.write_off_amount, s.conv_in_amount, s.conv_out_amount, s.dp_amount, s.payer_amount)
          <> (case s.statement_kind when ${sql.lit(statementKind.monthly)} then coalesce(l.ap_gross, 0) else 0 end, coalesce(l.write_off, 0),
            coalesce(l.conv_in, 0), coalesce(l.conv_out, 0), coalesce(l.dp, 0), coalesce(l.payer, 0))
        or s.ap_fee <> s.ap_gross_amount - s.ap_discount_amount
        or s.receivable_amount <> s.ap_fee + s.write_off_amount + s.conv_in_amount + s.ap_tax + s.payer_amount + s.payer_tax
          + s.dp_proc_fee + s.dp_proc_tax
        or s.payable_amount <> s.dp_amount + s.coupon_settle_amount + s.conv_out_amount`,
  },
]
