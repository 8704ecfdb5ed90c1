import { type RawBuilder, sql } from 'kysely'

/** One invariant of domain 2.4 as one statement: a single snapshot, so it may run beside postings. */
export interface LedgerCheck {
  readonly id: string
  readonly title: string
  /** Rows that break it: `place` says where. Reads each large table once. */
  readonly violations: RawBuilder<{ readonly place: string }>
}

const guards = [
  'point_transaction_balance',
  'point_entry_line',
  'point_entry_open_period',
  'point_entry_return',
  'point_transaction_insert_only',
  'point_entry_insert_only',
  'lot_allocation_insert_only',
  'posting_source_insert_only',
  'goods_return_insert_only',
  'point_transaction_kept',
  'point_entry_kept',
  'lot_allocation_kept',
  'posting_source_kept',
  'point_lot_fixed',
  'member_pending_point_kept',
  'point_account_kept',
  'company_period_kept',
  'partner_idempotency_kept',
]

export const ledgerChecks: readonly LedgerCheck[] = [
  {
    id: 'I1',
    title: '每筆交易至少兩筆分錄且合計為零',
    violations: sql`
      select coalesce(t.transaction_no, e.transaction_id::text) as place
      from point_transaction t
      full join (select transaction_id, count(*) as line_count, sum(points) as total from point_entry group by 1) e on e.transaction_id = t.id
      where t.id is null or e.transaction_id is null or e.line_count <> t.entry_count or e.line_count < 2 or e.total <> 0`,
  },
  {
    id: 'I2',
    title: '持有帳戶餘額等於分錄合計，且逐筆餘額相接',
    violations: sql`
      with line as (
        select account_id, account_seq, points, balance_after,
          lag(balance_after, 1, 0::bigint) over w as balance_before, lag(account_seq, 1, 0::bigint) over w as seq_before
        from point_entry where account_seq is not null
        window w as (partition by account_id order by account_seq)
      ), account as (
        select account_id, sum(points) as total, max(account_seq) as last_seq, count(*) as line_count,
          bool_or(balance_after <> balance_before + points or account_seq <> seq_before + 1) as is_broken
        from line group by 1
      )
      select a.class || ' ' || a.owner_id as place
      from point_account a left join account s on s.account_id = a.id
      where holder_class(a.class)
        and (a.balance <> coalesce(s.total, 0) or a.version <> coalesce(s.last_seq, 0) or coalesce(s.is_broken, false))`,
  },
  {
    id: 'I3',
    title: '全部分錄合計為零，流通點數等於來源減去向',
    violations: sql`
      select 'sum ' || total || ', holders ' || held || ', balances ' || balances as place
      from (
        select coalesce(sum(points), 0) as total, coalesce(sum(points) filter (where holder_class(account_class)), 0) as held,
          (select coalesce(sum(balance), 0) from point_account) as balances
        from point_entry
      ) as sums
      where total <> 0 or held <> balances`,
  },
  {
    id: 'I4',
    title: '會員與企業餘額等於批次剩餘減負點',
    violations: sql`
      select a.class || ' ' || a.owner_id as place
      from point_account a
      left join (select account_id, sum(remaining_points) as points from point_lot group by 1) l on l.account_id = a.id
      left join (select account_id, sum(outstanding_points) as points from member_pending_point group by 1) p on p.account_id = a.id
      where a.class in ('MEMBER', 'CORP') and (a.lot_points <> coalesce(l.points, 0) or a.owed_points <> coalesce(p.points, 0)
        or a.balance <> coalesce(l.points, 0) - coalesce(p.points, 0))`,
  },
  {
    id: 'I5',
    title: '批次剩餘不為負且不大於發出，差額等於耗用合計',
    violations: sql`
      select l.id::text as place
      from point_lot l left join (select lot_id, sum(points) as points from lot_allocation group by 1) a on a.lot_id = l.id
      where l.remaining_points not between 0 and l.issued_points or l.issued_points - l.remaining_points <> coalesce(a.points, 0)`,
  },
  {
    id: 'I6',
    title: '會員不同時有負點與可用批次，沖抵與負點紀錄相符',
    violations: sql`
      select p.pending_no as place
      from member_pending_point p
      left join (
        select pending_point_id, sum(points) as points from lot_allocation where pending_point_id is not null group by 1
      ) a on a.pending_point_id = p.id
      where p.repaid_points <> coalesce(a.points, 0)
        or (p.outstanding_points > 0 and exists (select from point_lot l where l.account_id = p.account_id and l.remaining_points > 0))`,
  },
  {
    id: 'I7',
    title: '帳本僅可新增：保護觸發程序存在且啟用',
    violations: sql`
      select wanted.name as place
      from unnest(${guards}::text[]) as wanted (name)
      left join pg_trigger t on t.tgname = wanted.name and t.tgenabled in ('O', 'A')
      where t.oid is null`,
  },
  {
    id: 'I7H',
    title: '帳本未被竄改：交易雜湊鏈相接',
    violations: sql`
      with content as (
        select transaction_id, string_agg(ledger_entry_text(e), E'\n' order by line_no) as lines from point_entry e group by 1
      ), digested as (
        select t.id, t.chain_account_id, t.chain_seq, t.chain_hash, ledger_digest(ledger_transaction_text(t), c.lines) as digest
        from point_transaction t join content c on c.transaction_id = t.id
      ), link as (
        select id, chain_account_id, chain_seq, chain_hash, digest, lag(chain_seq, 1, 0::bigint) over w as seq_before,
          lag(chain_hash) over w as hash_before
        from digested window w as (partition by chain_account_id order by chain_seq)
      )
      select link.id::text as place from link
      join point_account a on a.id = link.chain_account_id
      where link.chain_hash <> ledger_link(link.hash_before, link.digest) or link.chain_seq <> link.seq_before + 1
        or (link.chain_seq = a.chain_seq and link.chain_hash <> a.chain_hash)
      union all
      select a.class || ' ' || a.owner_id
      from point_account a
      left join point_transaction t on t.chain_account_id = a.id and t.chain_seq = a.chain_seq
      where a.chain_seq > 0 and t.id is null`,
  },
  {
    id: 'I8',
    title: '外部交易序號與內部來源不重複',
    violations: sql`
      select coalesce(t.transaction_no, s.source || ' ' || s.source_id) as place
      from point_transaction t
      full join posting_source s on s.source = t.source and s.source_id = t.source_id and s.kind = t.kind
      where t.id is null or s.transaction_id is null or s.transaction_id <> t.id
        or (t.platform_no is not null and (t.platform_no <> t.source or t.external_txn_no <> t.source_id))`,
  },
  {
    id: 'I9',
    title: '計費分錄屬於一個帳期，入帳時未關帳',
    violations: sql`
      select e.id::text as place
      from point_entry e
      left join company_period p on p.id = e.period_id
      where billing_class(e.account_class, coalesce(e.company_no, 'C000000')) <> (e.period_id is not null)
        or (e.period_id is not null and (p.id is null or p.company_no <> e.company_no or e.business_date > p.end_date
          or (p.status <> '1' and e.posted_at > p.closed_at)))`,
  },
  {
    id: 'I10',
    title: '退回合計不超過原交易分錄',
    violations: sql`
      select r.original_entry_id::text as place
      from (select original_entry_id, sum(points) as points from point_entry where original_entry_id is not null group by 1) r
      left join point_entry o on o.id = r.original_entry_id
      where o.id is null or sign(r.points) = sign(o.points) or abs(r.points) > abs(o.points)`,
  },
  {
    id: 'I11',
    title: '預購、企業與序號點數不為負',
    violations: sql`
      select class || ' ' || owner_id as place from point_account where class in ('PREPAID', 'CORP', 'SERIAL') and balance < 0`,
  },
  {
    id: 'DAY',
    title: '每日彙總等於分錄合計',
    violations: sql`
      select d.business_date || ' ' || d.company_no || ' ' || d.account_class || ' ' || d.kind as place
      from (
        select business_date, company_no, retail_store_no, account_class, kind, sum(points) as points, sum(entry_count) as entry_count
        from account_daily group by 1, 2, 3, 4, 5
      ) d
      full join (
        select e.business_date, coalesce(e.company_no, 'C000000') as company_no, coalesce(e.retail_store_no, '') as retail_store_no,
          e.account_class, t.kind, sum(e.points) as points, count(*) as entry_count
        from point_entry e join point_transaction t on t.id = e.transaction_id group by 1, 2, 3, 4, 5
      ) s using (business_date, company_no, retail_store_no, account_class, kind)
      where d.points is distinct from s.points or d.entry_count is distinct from s.entry_count`,
  },
]
