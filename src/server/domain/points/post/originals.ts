import { sql } from 'kysely'
import { lotMove, type TxnKind, txnKind } from '../../../../rules/codes.generated.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import type { OriginalSale, ReturnRequest, SaleLot, SourceEntry } from '../domain/issueReturn.ts'
import type { AccountClass, AccountRef } from '../domain/kinds.ts'
import type { Component } from '../domain/posting.ts'
import { LedgerRefusal } from '../domain/refusals.ts'
import type { OriginalSpend, SpentLot } from '../domain/restore.ts'
import type { SaleRule } from '../domain/saleRule.ts'

/** How a later posting names the transaction that it takes back. */
export type OriginalRef = { readonly transactionId: number } | { readonly platformNo: string; readonly externalTxnNo: string }

/** What of the original never changes, so it is read without a lock. */
export interface OriginalHeader {
  readonly transactionId: number
  readonly kind: TxnKind
  readonly businessAt: Date
  readonly companyNo: string | null
  readonly memberNo: string | null
  readonly amount: number
  readonly rule: SaleRule | null
  readonly entries: readonly OriginalEntry[]
}

interface OriginalEntry {
  readonly entryId: number
  readonly account: AccountRef
  readonly points: number
  readonly companyNo: string | null
  readonly unitPrice: number | null
  readonly component: Component | null
}

interface EntryRow {
  readonly id: number
  readonly accountClass: AccountClass
  readonly ownerId: string
  readonly points: number
  readonly companyNo: string | null
  readonly unitPrice: number | null
  readonly component: Component['component'] | null
  readonly componentCode: string | null
}

function componentOf({ component, componentCode }: EntryRow): Component | null {
  if (component === null || component === 'BASE') return component && { component }
  return { component, componentCode: componentCode ?? '' }
}

async function readEntries(db: Executor, transactionId: number): Promise<readonly OriginalEntry[]> {
  const { rows } = await sql<EntryRow>`
    select e.id, e.account_class, a.owner_id, e.points, e.company_no, e.unit_price, e.component, e.component_code
    from point_entry e join point_account a on a.id = e.account_id
    where e.transaction_id = ${transactionId} order by e.line_no`.execute(db)
  return rows.map((row) => ({
    entryId: row.id,
    account: { class: row.accountClass, ownerId: row.ownerId } as AccountRef,
    points: row.points,
    companyNo: row.companyNo,
    unitPrice: row.unitPrice,
    component: componentOf(row),
  }))
}

/** @throws LedgerRefusal E1304 when there is no such transaction of these kinds */
export async function findOriginal(db: Executor, ref: OriginalRef, kinds: readonly TxnKind[]): Promise<OriginalHeader> {
  const transactions = db
    .selectFrom('pointTransaction')
    .select(['id', 'kind', 'businessAt', 'companyNo', 'memberNo', 'amount', 'ruleSnapshot'])
    .where('kind', 'in', [...kinds])
  const row = await ('transactionId' in ref
    ? transactions.where('id', '=', ref.transactionId)
    : transactions.where('platformNo', '=', ref.platformNo).where('externalTxnNo', '=', ref.externalTxnNo)
  ).executeTakeFirst()
  if (!row) throw new LedgerRefusal('E1304')
  return {
    transactionId: row.id,
    kind: row.kind as TxnKind,
    businessAt: row.businessAt,
    companyNo: row.companyNo,
    memberNo: row.memberNo,
    amount: row.amount ?? 0,
    rule: row.ruleSnapshot as SaleRule | null,
    entries: await readEntries(db, row.id),
  }
}

/** A sale that earned nothing. */
export interface ZeroPointSale {
  readonly platformNo: string
  readonly externalTxnNo: string
  readonly companyNo: string
  /** Whole NT$. */
  readonly amount: number
  readonly now: Date
}

/** Stores a sale that earned nothing. It has no transaction, and a return of its goods must know its amount. */
export async function insertZeroPointSale(trx: Trx, sale: ZeroPointSale): Promise<void> {
  const { platformNo, externalTxnNo, companyNo, amount, now } = sale
  await trx.insertInto('partnerPointlessSale').values({ platformNo, externalTxnNo, companyNo, amount, createdAt: now }).execute()
}

/** True for a sale that earned nothing and was answered before such sales were stored with their amount. */
async function isUnkeptZeroPointSale(db: Executor, ref: { platformNo: string; externalTxnNo: string }): Promise<boolean> {
  const row = await db
    .selectFrom('partnerIdempotency')
    .select('transactionId')
    .where('platformNo', '=', ref.platformNo)
    .where('externalTxnNo', '=', ref.externalTxnNo)
    .where('kind', '=', txnKind.issue)
    .executeTakeFirst()
  return row !== undefined && row.transactionId === null
}

/**
 * Return of goods of a sale that earned nothing: no points move, but the returned amounts may not exceed the sale.
 *
 * @throws LedgerRefusal E1304 no such sale of this company, E1305 more than is left, or a return by points
 */
export async function returnZeroPointSale(
  trx: Trx,
  ref: { readonly platformNo: string; readonly externalTxnNo: string; readonly companyNo: string },
  request: ReturnRequest,
): Promise<void> {
  const { platformNo, externalTxnNo, companyNo } = ref
  const kept = trx.selectFrom('partnerPointlessSale').where('platformNo', '=', platformNo).where('externalTxnNo', '=', externalTxnNo)
  const sale = await kept.select(['companyNo', 'amount', 'returnedAmount']).forUpdate().executeTakeFirst()
  if (sale ? sale.companyNo !== companyNo : !(await isUnkeptZeroPointSale(trx, ref))) throw new LedgerRefusal('E1304')
  if (request.kind === 'points') throw new LedgerRefusal('E1305')
  if (!sale) return
  const returnedAmount = sale.returnedAmount + request.amount
  if (returnedAmount > sale.amount) throw new LedgerRefusal('E1305')
  await trx
    .updateTable('partnerPointlessSale')
    .set({ returnedAmount })
    .where('platformNo', '=', platformNo)
    .where('externalTxnNo', '=', externalTxnNo)
    .execute()
}

/** Points that returns have taken back, by entry of the original; positive. */
async function readReturned(db: Executor, entries: readonly OriginalEntry[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; points: number }>`
    select original_entry_id as id, abs(sum(points))::bigint as points from point_entry
    where original_entry_id = any (${entries.map((entry) => entry.entryId)}::bigint[]) group by 1`.execute(db)
  return new Map(rows.map((row) => [row.id, row.points]))
}

interface SaleLotRow extends Omit<SaleLot, 'key'> {
  readonly id: number
}

/** The sale as it stands under the member's lock. */
export async function readOriginalSale(db: Executor, header: OriginalHeader): Promise<OriginalSale> {
  if (header.rule === null) throw new LedgerRefusal('E1304')
  const returned = await readReturned(db, header.entries)
  const { rows: lots } = await sql<SaleLotRow>`
    select l.id, l.issuer_company_no, l.activity_code, l.remaining_points, l.effective_date, l.expire_date,
      coalesce((select sum(a.points) from lot_allocation a where a.lot_id = l.id
        and a.allocation_kind = ${sql.lit(lotMove.expire)}), 0)::bigint as expired_points
    from point_lot l where l.transaction_id = ${header.transactionId}`.execute(db)
  const { rows: amounts } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from goods_return
    where original_transaction_id = ${header.transactionId}`.execute(db)
  const member = header.entries.find((entry) => entry.account.class === 'MEMBER')
  if (!member) throw new LedgerRefusal('E1304')
  return {
    rule: header.rule,
    amount: header.amount,
    returnedAmount: amounts[0]?.amount ?? 0,
    memberEntryId: member.entryId,
    entries: header.entries
      .filter((entry) => entry !== member)
      .map((entry): SourceEntry => ({ ...entry, points: -entry.points, returnedPoints: returned.get(entry.entryId) ?? 0 })),
    lots: lots.map(({ id, ...lot }) => ({ ...lot, key: { id } })),
  }
}

interface SpentLotRow extends Omit<SpentLot, 'key'> {
  readonly id: number
}

/** A redeem, conversion or exchange as it stands under the holder's lock: what is not yet restored, by lot and in all. */
export async function readOriginalSpend(db: Executor, header: OriginalHeader): Promise<OriginalSpend> {
  const [holder, sink] = header.entries
  if (!holder || !sink) throw new LedgerRefusal('E1304')
  const returned = await readReturned(db, [sink])
  const { rows: lots } = await sql<SpentLotRow>`
    with spent as (
      select lot_id, sum(points) as points from lot_allocation
      where transaction_id = ${header.transactionId} and allocation_kind = ${sql.lit(lotMove.redeem)} group by lot_id
    ), restores as (
      select id from point_transaction where original_transaction_id = ${header.transactionId}
    ), restored as (
      select lot_id, -a.points as points from lot_allocation a
      where a.transaction_id in (select id from restores) and a.allocation_kind = ${sql.lit(lotMove.restore)}
      union all
      select origin_lot_id, issued_points from point_lot
      where transaction_id in (select id from restores) and origin_lot_id is not null
    )
    select l.id, l.issuer_company_no, l.activity_code, l.remaining_points, l.effective_date, l.expire_date,
      (s.points - coalesce((select sum(r.points) from restored r where r.lot_id = l.id), 0))::bigint as open_points
    from spent s join point_lot l on l.id = s.lot_id`.execute(db)
  return {
    holderEntryId: holder.entryId,
    sink: { ...sink, openPoints: sink.points - (returned.get(sink.entryId) ?? 0) },
    lots: lots.map(({ id, ...lot }) => ({ ...lot, key: { id } })),
  }
}
