import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

export interface BatchAccount {
  readonly id: number
  /** Null for an account that is no holder: only its chain moves. */
  readonly balance: number | null
  readonly version: number
  readonly chain_seq: number
  /** The last one of its chain in this batch; null when its chain did not move. */
  readonly last_transaction_id: number | null
  readonly lot_points: number | null
  readonly owed_points: number | null
}

export interface BatchDebt {
  readonly id: number
  readonly pending_no: string
  readonly account_id: number
  readonly member_no: string
  readonly company_no: string
  readonly retail_store_no: string
  readonly transaction_id: number
  readonly original_transaction_id: number | null
  readonly pending_points: number
  repaid_points: number
  written_off_points: number
  status: string
  readonly created_by: string
  readonly created_at: Date
}

/** A row of account_daily. */
export interface BatchDay {
  readonly business_date: string
  readonly company_no: string
  readonly retail_store_no: string
  readonly account_class: string
  readonly kind: string
  points: number
  entry_count: number
  amount: number
}

/** Rows as the tables have them, under the names of their columns; states are those at the end of the batch. */
export interface Batch {
  readonly transactions: object[]
  readonly entries: object[]
  readonly lots: Map<number, { readonly id: number; readonly issued_points: number; remaining_points: number }>
  /** Points left in lots of earlier batches. */
  readonly lotsLeft: Map<number, number>
  readonly allocations: object[]
  readonly debts: Map<number, BatchDebt>
  readonly newDebts: Set<number>
  readonly returns: object[]
  readonly periods: object[]
  readonly accounts: Map<number, BatchAccount>
  readonly daily: Map<string, BatchDay>
}

export function createBatch(): Batch {
  const [transactions, entries, allocations, returns, periods]: object[][] = [[], [], [], [], []]
  return {
    ...{
      transactions: transactions ?? [],
      entries: entries ?? [],
      allocations: allocations ?? [],
      returns: returns ?? [],
      periods: periods ?? [],
    },
    ...{ lots: new Map(), lotsLeft: new Map(), debts: new Map(), newDebts: new Set<number>(), accounts: new Map(), daily: new Map() },
  }
}

type Session = Kysely<Tables>

/** Links digests to the chain of an account: the first one to what the account ends with, the others to each other. */
async function prepareChain(db: Session): Promise<void> {
  await sql`create or replace function pg_temp.fold_link(state bytea, account_end bytea, digest bytea) returns bytea language sql as
    $$ select ledger_link(coalesce(state, account_end), digest) $$`.execute(db)
  await sql`create or replace aggregate pg_temp.chain_links(bytea, bytea) (sfunc = pg_temp.fold_link, stype = bytea)`.execute(db)
}

const text = (rows: unknown) => JSON.stringify(rows)

/** Writes a batch in the transaction of `trx`. */
export async function writeBatch(trx: Session, batch: Batch): Promise<void> {
  await prepareChain(trx)
  await writePeriods(trx, batch)
  await writePostings(trx, batch)
  await writeAccounts(trx, batch)
  await writeDebts(trx, batch)
  await writeLots(trx, batch)
  await writeDaily(trx, batch)
}

async function writePeriods(trx: Session, { periods }: Batch): Promise<void> {
  if (periods.length === 0) return
  await sql`
    insert into company_period (id, company_no, stream, period_no, start_date, end_date, created_by)
    select id, company_no, stream, period_no, start_date, end_date, '系統'
    from json_populate_recordset(null::company_period, ${text(periods)}::json)`.execute(trx)
}

/**
 * The hash chain is computed over the rows as the database reads them, as `ledger_write` does; all rows are read once. They are written in
 * the order of their ids, as postings come one by one: what reads them in that order finds them side by side.
 */
async function writePostings(trx: Session, { transactions, entries }: Batch): Promise<void> {
  await sql`
    with header as materialized (
      select json_populate_record(null::point_transaction, value) as t from json_array_elements(${text(transactions)}::json)
    ), line as materialized (
      select json_populate_record(null::point_entry, value) as e from json_array_elements(${text(entries)}::json)
    ), lines as (
      select (e).transaction_id, string_agg(ledger_entry_text(e), E'\n' order by (e).line_no) as content from line group by 1
    ), linked as (
      select t, pg_temp.chain_links(a.chain_hash, ledger_digest(ledger_transaction_text(t), l.content))
        over (partition by (t).chain_account_id order by (t).chain_seq) as hash
      from header join lines l on l.transaction_id = (t).id join point_account a on a.id = (t).chain_account_id
    ), posted as (
      insert into point_transaction select (t).id, (t).transaction_no, (t).kind, (t).business_at, (t).business_date, (t).posted_at, (t).source,
        (t).source_id, (t).platform_no, (t).external_txn_no, (t).request_hash, (t).company_no, (t).retail_store_no, (t).member_no,
        (t).corporate_no, (t).amount, (t).payable_amount, (t).payment_type, (t).card_no, (t).reward_point_id, (t).rule_snapshot,
        (t).activity_code, (t).original_transaction_id, (t).is_late_posted, (t).remark, (t).created_by, (t).entry_count,
        (t).chain_account_id, (t).chain_seq, hash
      from linked order by (t).id
    ), named as (
      insert into posting_source (source, source_id, kind, transaction_id) select (t).source, (t).source_id, (t).kind, (t).id from header
    )
    insert into point_entry select (e).* from line`.execute(trx)
}

async function writeAccounts(trx: Session, { accounts }: Batch): Promise<void> {
  await sql`
    update point_account a
    set balance = n.balance, version = n.version, lot_points = n.lot_points, owed_points = n.owed_points, chain_seq = n.chain_seq,
      chain_hash = coalesce(t.chain_hash, a.chain_hash)
    from json_to_recordset(${text([...accounts.values()])}::json)
      as n (id bigint, balance bigint, version bigint, lot_points bigint, owed_points bigint, chain_seq bigint, last_transaction_id bigint)
    left join point_transaction t on t.id = n.last_transaction_id
    where a.id = n.id`.execute(trx)
  await sql`
    update company c set prepaid_balance = a.balance
    from point_account a where a.class = 'PREPAID' and a.owner_id = c.company_no and a.balance <> c.prepaid_balance`.execute(trx)
}

async function writeDebts(trx: Session, { debts, newDebts }: Batch): Promise<void> {
  const made = text([...debts.values()].filter((debt) => newDebts.has(debt.id)))
  const changed = text([...debts.values()].filter((debt) => !newDebts.has(debt.id)))
  await sql`
    insert into member_pending_point (id, pending_no, account_id, member_no, company_no, retail_store_no, transaction_id,
      original_transaction_id, pending_points, repaid_points, written_off_points, status, created_by, created_at)
    select id, pending_no, account_id, member_no, company_no, retail_store_no, transaction_id, original_transaction_id, pending_points,
      repaid_points, written_off_points, status, created_by, created_at
    from json_populate_recordset(null::member_pending_point, ${made}::json)`.execute(trx)
  await sql`
    update member_pending_point p
    set repaid_points = n.repaid_points, written_off_points = n.written_off_points, status = n.status, row_version = p.row_version + 1
    from json_populate_recordset(null::member_pending_point, ${changed}::json) as n where p.id = n.id`.execute(trx)
}

async function writeLots(trx: Session, { lots, lotsLeft, allocations, returns }: Batch): Promise<void> {
  await sql`insert into point_lot select * from json_populate_recordset(null::point_lot, ${text([...lots.values()])}::json)`.execute(trx)
  await sql`
    update point_lot l set remaining_points = n.remaining_points
    from json_populate_recordset(null::point_lot, ${text([...lotsLeft].map(([id, remaining_points]) => ({ id, remaining_points })))}::json) as n
    where l.id = n.id`.execute(trx)
  await sql`
    insert into lot_allocation (lot_id, transaction_id, entry_id, pending_point_id, points, allocation_kind)
    select lot_id, transaction_id, entry_id, pending_point_id, points, allocation_kind
    from json_populate_recordset(null::lot_allocation, ${text(allocations)}::json)`.execute(trx)
  await sql`
    insert into goods_return (original_transaction_id, transaction_id, amount, created_at)
    select original_transaction_id, transaction_id, amount, created_at
    from json_populate_recordset(null::goods_return, ${text(returns)}::json)`.execute(trx)
}

async function writeDaily(trx: Session, { daily }: Batch): Promise<void> {
  await sql`
    insert into account_daily as current (business_date, company_no, retail_store_no, account_class, kind, shard, points, entry_count, amount)
    select business_date, company_no, retail_store_no, account_class, kind, 0, points, entry_count, amount
    from json_populate_recordset(null::account_daily, ${text([...daily.values()])}::json)
    on conflict (business_date, company_no, retail_store_no, account_class, kind, shard) do update
    set points = current.points + excluded.points, entry_count = current.entry_count + excluded.entry_count,
      amount = current.amount + excluded.amount`.execute(trx)
}
