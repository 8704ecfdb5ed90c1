import { sql } from 'kysely'
import { couponStatus, statementStatus } from '../../../../rules/codes.generated.ts'
import { literals } from '../../../platform/database/literals.ts'
import { checkOf, type LedgerCheck } from './check.ts'
import { within } from './slices.ts'

/**
 * Sums and states (domain 2.4): each statement is one snapshot, so it may run beside postings.
 *
 * Postings lie in the tables in the order of their ids. What is joined by them is taken in that order (`order by` with `offset 0`): side by
 * side both are read through once, where a table of hashes would be searched all over the memory for each row.
 */
export const sumChecks: readonly LedgerCheck[] = [
  checkOf({
    id: 'I2',
    title: '持有帳戶餘額等於分錄合計，且逐筆餘額相接',
    slicedBy: null,
    violations: () => sql`
      with line as (
        select account_id, account_seq, points, balance_after,
          whole_sum(points) over w as balance, row_number() over w as seq
        from point_entry where account_seq is not null
        window w as (partition by account_id order by account_seq rows unbounded preceding)
      ), account as (
        select account_id, whole_sum(points) as total, max(account_seq) as last_seq,
          bool_or(balance_after <> balance or account_seq <> seq) as is_broken
        from line group by 1
      )
      select a.class || ' ' || a.owner_id as place
      from point_account a left join account s on s.account_id = a.id
      where holder_class(a.class)
        and (a.balance <> coalesce(s.total, 0) or a.version <> coalesce(s.last_seq, 0) or coalesce(s.is_broken, false))`,
  }),
  checkOf({
    id: 'I3',
    title: '全部分錄合計為零，流通點數等於來源減去向',
    slicedBy: null,
    violations: () => sql`
      select 'sum ' || total || ', holders ' || held || ', balances ' || balances as place
      from (
        select coalesce(sum(points), 0) as total, coalesce(sum(points) filter (where holder_class(account_class)), 0) as held,
          (select coalesce(sum(balance), 0) from point_account) as balances
        from point_entry
      ) as sums
      where total <> 0 or held <> balances`,
  }),
  checkOf({
    id: 'I4',
    title: '會員與企業餘額等於批次剩餘減負點，序號餘額等於序號與實體卡剩餘',
    slicedBy: null,
    violations: () => sql`
      select a.class || ' ' || a.owner_id as place
      from point_account a
      left join (select account_id, whole_sum(remaining_points) as points from point_lot group by 1) l on l.account_id = a.id
      left join (select account_id, whole_sum(outstanding_points) as points from member_pending_point group by 1) p on p.account_id = a.id
      where a.class in ('MEMBER', 'CORP') and (a.lot_points <> coalesce(l.points, 0) or a.owed_points <> coalesce(p.points, 0)
        or a.balance <> coalesce(l.points, 0) - coalesce(p.points, 0))
      union all
      select 'SERIAL ' || owner_id
      from (select owner_id, balance from point_account where class = 'SERIAL') a
      full join (
        select owner_id, sum(points) as points
        from (
          -- Serials are made piece by piece; their points enter the ledger when all are there.
          select s.holder_no as owner_id, s.remaining_points as points
          from point_serial s join corporate_settlement o on o.settlement_no = s.settlement_no where o.generated_at is not null
          union all
          select holder_no, remaining_points from coupon_card
        ) as bearer
        group by 1
      ) b using (owner_id)
      where coalesce(a.balance, 0) <> coalesce(b.points, 0)`,
  }),
  checkOf({
    id: 'I5',
    title: '批次、序號與卡片剩餘不為負且不大於發出，差額等於耗用合計',
    slicedBy: null,
    violations: () => sql`
      select l.id::text as place
      from point_lot l left join (select lot_id, whole_sum(points) as points from lot_allocation group by 1) a on a.lot_id = l.id
      where l.remaining_points not between 0 and l.issued_points or l.issued_points - l.remaining_points <> coalesce(a.points, 0)
      union all
      select b.kind || ' ' || b.id
      from (
        select 'serial' as kind, id, points, remaining_points from point_serial
        union all
        select 'card', id, points, remaining_points from coupon_card where activated_at is not null
      ) b
      left join (select bearer_kind, bearer_id, sum(points) as points from serial_use group by 1, 2) u on u.bearer_kind = b.kind and u.bearer_id = b.id
      where b.remaining_points not between 0 and b.points or b.points - b.remaining_points <> coalesce(u.points, 0)`,
  }),
  checkOf({
    id: 'I6',
    title: '會員不同時有負點與可用批次，沖抵與負點紀錄相符',
    slicedBy: null,
    violations: () => sql`
      select p.pending_no as place
      from member_pending_point p
      left join (
        select pending_point_id, whole_sum(points) as points from lot_allocation where pending_point_id is not null group by 1
      ) a on a.pending_point_id = p.id
      where p.repaid_points <> coalesce(a.points, 0)
        or (p.outstanding_points > 0 and exists (select from point_lot l where l.account_id = p.account_id and l.remaining_points > 0))`,
  }),
  checkOf({
    id: 'I8',
    title: '外部交易序號與內部來源不重複',
    slicedBy: null,
    violations: () => sql`
      select coalesce(t.transaction_no, s.source || ' ' || s.source_id) as place
      from (
        select id, transaction_no, source, source_id, kind, platform_no, external_txn_no from point_transaction order by id offset 0
      ) as t
      full join (select * from posting_source order by transaction_id offset 0) as s on s.transaction_id = t.id
      where t.id is null or s.transaction_id is null
        or s.source is distinct from t.source or s.source_id is distinct from t.source_id or s.kind is distinct from t.kind
        or (t.platform_no is not null and (t.platform_no <> t.source or t.external_txn_no <> t.source_id))`,
  }),
  checkOf({
    id: 'I9',
    title: '計費分錄屬於一個帳期，入帳時未關帳',
    slicedBy: null,
    violations: () => sql`
      select e.id::text as place
      from point_entry e
      left join company_period p on p.id = e.period_id
      where billing_class(e.account_class, coalesce(e.company_no, 'C000000')) <> (e.period_id is not null)
        or (e.period_id is not null and (p.id is null or p.company_no <> e.company_no or e.business_date > p.end_date
          or (p.status <> ${sql.lit(statementStatus.open)} and e.posted_at > p.closed_at)))`,
  }),
  checkOf({
    id: 'I10',
    title: '退回合計不超過原交易分錄',
    slicedBy: null,
    violations: () => sql`
      select r.original_entry_id::text as place
      from (select original_entry_id, whole_sum(points) as points from point_entry where original_entry_id is not null group by 1) r
      left join (select id, points from point_entry order by id offset 0) as o on o.id = r.original_entry_id
      where o.id is null or sign(r.points) = sign(o.points) or abs(r.points) > abs(o.points)`,
  }),
  checkOf({
    id: 'I11',
    title: '預購、企業與序號點數不為負',
    slicedBy: null,
    violations: () => sql`
      select class || ' ' || owner_id as place from point_account where class in ('PREPAID', 'CORP', 'SERIAL') and balance < 0`,
  }),
  checkOf({
    id: 'I12',
    title: '票券各狀態張數合計等於產生數量',
    slicedBy: null,
    violations: () => sql`
      select coalesce(b.coupon_batch_no, c.coupon_batch_no) as place
      from coupon_batch b
      full join (
        select coupon_batch_no, count(*) filter (where status in (${literals(...Object.values(couponStatus))})) as quantity,
          max(serial_no) as last_no
        from coupon group by 1
      ) c using (coupon_batch_no)
      where b.coupon_batch_no is null or b.generated_quantity <> coalesce(c.quantity, 0) or b.generated_quantity <> coalesce(c.last_no, 0)`,
  }),
  // That a line has the day of its transaction is for I1 to say.
  checkOf({
    id: 'DAY',
    title: '每日彙總等於分錄合計',
    slicedBy: 'businessDate',
    violations: (slice) => sql`
      select business_date || ' ' || company_no || ' ' || account_class || ' ' || kind as place
      from (
        select business_date, company_no, retail_store_no, account_class, kind, points, entry_count
        from account_daily where ${within(sql`business_date`, slice)}
        union all
        select e.business_date, coalesce(e.company_no, 'C000000'), coalesce(e.retail_store_no, ''), e.account_class, t.kind, -e.points, -1
        from point_entry e join point_transaction t on t.id = e.transaction_id
        where ${within(sql`e.business_date`, slice)} and ${within(sql`t.business_date`, slice)}
      ) as line
      group by business_date, company_no, retail_store_no, account_class, kind
      having whole_sum(points) <> 0 or whole_sum(entry_count) <> 0`,
  }),
  checkOf({
    id: 'DAYC',
    title: '每日特約商彙總等於每日彙總',
    slicedBy: 'businessDate',
    violations: (slice) => sql`
      select business_date || ' ' || company_no || ' ' || kind as place
      from (
        select business_date, company_no, kind, points, amount from company_daily
        union all
        select business_date, company_no, kind, -points, -amount from account_daily
        where account_class = 'MEMBER' and business_date <= (select through from company_daily_built)
      ) as line
      where ${within(sql`business_date`, slice)} and not exists (select from company_daily_late l where l.business_date = line.business_date)
      group by business_date, company_no, kind
      having whole_sum(points) <> 0 or whole_sum(amount) <> 0`,
  }),
]
