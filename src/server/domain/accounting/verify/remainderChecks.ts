import { sql } from 'kysely'
import type { AreaCheck } from '../../points/public.ts'

/** Checks 剩餘點數 against the ledger. */
export const remainderChecks: readonly AreaCheck[] = [
  {
    id: 'P1',
    title: '已凍結的剩餘點數等於帳本重算的結果',
    violations: sql`
      with month as (select period_no from remainder_month where frozen_at is not null),
      ledger as (
        select period_no, company_no, sum(points) as points,
          coalesce(sum(points) filter (where move = 'issued'), 0) as issued, coalesce(-sum(points) filter (where move = 'returned'), 0) as returned,
          coalesce(-sum(points) filter (where move = 'redeemed'), 0) as redeemed,
          coalesce(sum(points) filter (where move = 'redeemReturn'), 0) as redeem_return,
          coalesce(-sum(points) filter (where move = 'converted'), 0) as converted, coalesce(-sum(points) filter (where move = 'expired'), 0) as expired,
          coalesce(sum(points) filter (where move = 'repaid'), 0) as repaid, coalesce(sum(points) filter (where move = 'adjusted'), 0) as adjusted,
          coalesce(sum(points) filter (where move = 'writeOff'), 0) as write_off
        from (select ledger_month(transaction_id) as period_no, v.* from remainder_move v) as v join month using (period_no) group by 1, 2
      ), kept as (
        select r.* from remainder_point r join month using (period_no)
      )
      select coalesce(k.period_no, l.period_no) || ' ' || coalesce(k.company_no, l.company_no) as place
      from kept k full join ledger l on l.period_no = k.period_no and l.company_no = k.company_no
      where k.id is null or (k.closing_points - k.opening_points, k.issued_points, k.returned_points, k.redeemed_points, k.redeem_return_points,
          k.converted_points, k.expired_points, k.repaid_points, k.adjusted_points, k.write_off_points)
        is distinct from (coalesce(l.points, 0), coalesce(l.issued, 0), coalesce(l.returned, 0), coalesce(l.redeemed, 0),
          coalesce(l.redeem_return, 0), coalesce(l.converted, 0), coalesce(l.expired, 0), coalesce(l.repaid, 0), coalesce(l.adjusted, 0),
          coalesce(l.write_off, 0))`,
  },
  {
    id: 'P2',
    title: '剩餘點數的期初等於前期期末',
    violations: sql`
      with built as (
        select period_no, lag(period_no) over (order by period_no) as before from remainder_month where built_at is not null
      ), chained as (
        select b.period_no, r.company_no, r.opening_points, 0 as closing_points from built b join remainder_point r on r.period_no = b.period_no
        union all
        select b.period_no, r.company_no, 0, r.closing_points from built b join remainder_point r on r.period_no = b.before
      )
      select period_no || ' ' || company_no as place from chained
      group by period_no, company_no having sum(opening_points) <> sum(closing_points)`,
  },
  {
    id: 'P3',
    title: '最近凍結的期末加其後的入帳等於會員餘額',
    violations: sql`
      select period_no as place
      from (
        select period_no, ledger_transaction_id((end_date + 1)::timestamp at time zone 'Asia/Taipei', 0) as next_id
        from remainder_month where frozen_at is not null order by period_no desc limit 1
      ) m
      where (select coalesce(sum(r.closing_points), 0) from remainder_point r where r.period_no = m.period_no)
        + (select coalesce(sum(e.points), 0) from point_entry e where e.account_class = 'MEMBER' and e.id >= m.next_id)
        <> (select coalesce(sum(a.balance), 0) from point_account a where a.class = 'MEMBER')`,
  },
]
