import { sql } from 'kysely'
import type { LedgerCheck } from './check.ts'
import { within } from './slices.ts'

/**
 * Transactions with their entries, the two large tables read once for both invariants: what each holds, and whether it still has the hash
 * that its chain gave it (I7).
 *
 * The lines come sorted from below, which costs half of sorting them within each group. Most links follow one of their own part; only the
 * first ones of a part look the last one of another up. Each `offset 0` keeps what is below it apart: a rule is written once for all
 * transactions that have it, the sort by chains carries digests instead of texts, a look-up is not copied to each place that uses it, and
 * the accounts are read once instead of looked up one by one.
 */
export const postingCheck: LedgerCheck = {
  invariants: [
    { id: 'I7H', title: '帳本未被竄改：交易雜湊鏈相接' },
    { id: 'I1', title: '每筆交易至少兩筆分錄且合計為零' },
  ],
  slicedBy: 'id',
  violations: (slice) => sql`
    with content as (
      select transaction_id, string_agg(line, E'\n') as lines, count(*) as line_count, whole_sum(points) as total,
        min(business_date) as first_date, max(business_date) as last_date, min(posted_at) as first_time, max(posted_at) as last_time
      from (
        select transaction_id, points, business_date, posted_at, ledger_entry_text(e) as line
        from point_entry e where ${within(sql`transaction_id`, slice)} order by transaction_id, line_no
      ) as sorted
      group by transaction_id
    ), header as (
      select id, entry_count, business_date, posted_at, chain_account_id, chain_seq, chain_hash, ledger_transaction_text_by_rule(t, rule.content) as line
      from point_transaction t cross join lateral (select t.rule_snapshot::text as content offset 0) as rule
      where ${within(sql`id`, slice)}
    ), posting as (
      select t.id, c.transaction_id, t.chain_account_id, t.chain_seq, t.chain_hash, ledger_digest(t.line, c.lines) as digest,
        t.id is null or c.transaction_id is null or c.line_count <> t.entry_count or c.line_count < 2 or c.total <> 0
          or t.business_date not in (c.first_date, c.last_date) or c.first_date <> c.last_date
          or t.posted_at not in (c.first_time, c.last_time) or c.first_time <> c.last_time as is_wrong
      from header t full join content c on c.transaction_id = t.id
      offset 0
    ), placed as (
      select *, lag(chain_seq) over w as seq_before, lag(chain_hash) over w as hash_before
      from posting window w as (partition by chain_account_id order by chain_seq)
    ), link as (
      select id, transaction_id, chain_account_id, chain_seq, chain_hash, digest, is_wrong,
        case when chain_seq = 1 or seq_before = chain_seq - 1 then hash_before else (
          select b.chain_hash from point_transaction b where b.chain_account_id = p.chain_account_id and b.chain_seq = p.chain_seq - 1
        ) end as hash_before
      from placed p
      offset 0
    ), verdict as (
      select l.id, l.transaction_id, l.is_wrong, l.id is not null and (
        l.chain_hash is distinct from ledger_link(l.hash_before, l.digest) or (l.hash_before is null) <> (l.chain_seq = 1)
          or a.id is null or l.chain_seq > a.chain_seq or (l.chain_seq = a.chain_seq and l.chain_hash is distinct from a.chain_hash)
      ) as is_unlinked
      from link l left join (select id, chain_seq, chain_hash from point_account offset 0) as a on a.id = l.chain_account_id
    ), broken as (
      select id, transaction_id, is_wrong, is_unlinked from verdict where is_wrong or is_unlinked
    )
    select 'I7H' as id, id::text as place from broken where is_unlinked
    union all
    select 'I1', coalesce((select t.transaction_no from point_transaction t where t.id = b.id), b.transaction_id::text)
    from broken b where is_wrong`,
}
