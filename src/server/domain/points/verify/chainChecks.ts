import { sql } from 'kysely'
import { checkOf, type LedgerCheck } from './check.ts'

/** Triggers that keep the invariants; without one of them the database accepts broken rows. */
const guards = [
  'point_transaction_balance',
  'point_entry_line_no',
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
  'user_action_log_insert_only',
  'user_action_log_kept',
  'user_action_log_link',
  'record_history_insert_only',
  'record_history_link',
  'record_change_insert_only',
  'record_change_link',
  'audit_link_insert_only',
  'audit_link_kept',
  'audit_seal_insert_only',
  'audit_seal_kept',
  'audit_seal_head_insert_only',
  'audit_seal_head_kept',
  'audit_anchor_insert_only',
  'audit_anchor_kept',
]

/** That nothing was changed behind the guards (I7): they are there, and no chain lost its end. The links themselves: postingCheck.ts. */
export const chainChecks: readonly LedgerCheck[] = [
  checkOf({
    id: 'I7',
    title: '帳本僅可新增：保護觸發程序存在且啟用',
    slicedBy: null,
    violations: () => sql`
      select wanted.name as place
      from unnest(${guards}::text[]) as wanted (name)
      left join pg_trigger t on t.tgname = wanted.name and t.tgenabled in ('O', 'A')
      where t.oid is null`,
  }),
  checkOf({
    id: 'I7E',
    title: '帳本未被截尾：各雜湊鏈的最後一筆存在',
    slicedBy: null,
    violations: () => sql`
      select a.class || ' ' || a.owner_id as place
      from point_account a
      where a.chain_seq > 0
        and not exists (select from point_transaction t where t.chain_account_id = a.id and t.chain_seq = a.chain_seq)`,
  }),
  checkOf({
    id: 'I7A',
    title: '稽核紀錄未被竄改：雜湊鏈相接',
    slicedBy: null,
    violations: () => sql`
      with line as (
        select 'user_action_log' as table_name, l.id as row_id, 0 as row_part, user_action_log_text(l) as content from user_action_log l
        union all
        select 'record_history', h.id, 0, record_history_text(h) from record_history h
        union all
        select 'record_change', c.history_id, c.position, record_change_text(c) from record_change c
      ), link as (
        select chain_id, seq, table_name, row_id, row_part, hash, lag(seq, 1, 0::bigint) over w as seq_before, lag(hash) over w as hash_before
        from audit_link window w as (partition by chain_id order by seq)
      )
      select table_name || ' ' || row_id as place
      from line full join link using (table_name, row_id, row_part)
      where line.content is null or link.hash is null or link.seq <> link.seq_before + 1
        or link.hash <> audit_hash(link.hash_before, table_name, line.content)
      union all
      select 'audit_chain ' || c.id
      from audit_chain c
      left join lateral (select seq, hash from audit_link l where l.chain_id = c.id order by l.seq desc limit 1) last on true
      where c.link_count <> coalesce(last.seq, 0) or c.last_hash is distinct from last.hash`,
  }),
]
