import { type Selectable, sql } from 'kysely'
import type { TxnKind } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Executor, Tables } from '../../../platform/database/tables.ts'
import { readParameter } from '../../settings/public.ts'
import type { StatementItem } from '../calculation/entryGroup.ts'
import type { WorkingStep } from '../calculation/workings.ts'

/** A closed statement as people outside see it. The PDF and the workbook show this and nothing else. */
export interface StatementPaper {
  readonly head: PaperHead
  /** What is still to be received today, in NT$. */
  readonly outstandingAmount: number
  readonly lines: readonly PaperLine[]
  readonly stores: readonly PaperStore[]
  readonly days: readonly PaperDay[]
  readonly steps: readonly WorkingStep[]
  /** Remarks on points that accounting chose to show to the company. */
  readonly remarks: readonly PaperRemark[]
  /** Name, address and tax number of the platform, as far as they are entered. */
  readonly sender: readonly string[]
}

/** The row of the statement. */
export type PaperHead = Selectable<Tables['statement']>

export interface PaperLine {
  readonly item: StatementItem
  readonly unitPrice: number
  readonly dpProcFeeRate: number
  readonly points: number
  readonly entryCount: number
  readonly amount: number
}

export interface PaperStore {
  readonly retailStoreNo: string | null
  readonly storeName: string | null
  readonly transactionCount: number
  readonly netApPoints: number
  readonly netDpPoints: number
}

export interface PaperDay {
  readonly businessDate: string
  readonly transactionCount: number
  readonly netApPoints: number
  readonly netDpPoints: number
}

export interface PaperRemark {
  readonly occurredAt: Date
  readonly transactionNo: string | null
  readonly points: number | null
  readonly remark: string | null
}

/** An entry of the statement, as listed in the workbook. */
export interface PaperEntry {
  readonly businessDate: string
  readonly postedAt: Date
  readonly transactionNo: string
  readonly txnKind: TxnKind
  readonly retailStoreNo: string | null
  readonly points: number
  readonly unitPrice: number | null
  readonly amount: number | null
  readonly externalTxnNo: string | null
  readonly isLatePosted: boolean
}

/** @throws Error when the statement does not exist */
export async function readPaper(db: Executor, statementId: number): Promise<StatementPaper> {
  const head = await db.selectFrom('statement').selectAll().where('id', '=', statementId).executeTakeFirstOrThrow()
  const { statementNo } = head
  const left = await rowsOf(db, sql<{ toReceive: number }>`select to_receive from statement_left where id = ${statementId}`)
  return {
    ...{ head, steps: head.workings as readonly WorkingStep[] },
    outstandingAmount: left[0]?.toReceive ?? 0,
    lines: await rowsOf(
      db,
      sql<PaperLine>`
        select item, unit_price::float8 as unit_price, dp_proc_fee_rate::float8 as dp_proc_fee_rate, points, entry_count, amount
        from statement_line where statement_id = ${statementId} order by line_no`,
    ),
    stores: await rowsOf(
      db,
      sql<PaperStore>`
        select v.retail_store_no, r.store_name, v.transaction_count, v.net_ap_points, v.net_dp_points
        from statement_store_sum v left join retail_store r on r.retail_store_no = v.retail_store_no
        where v.statement_no = ${statementNo} order by v.retail_store_no nulls last`,
    ),
    days: await rowsOf(
      db,
      sql<PaperDay>`
        select business_date, transaction_count, net_ap_points, net_dp_points from statement_day_sum
        where statement_no = ${statementNo} order by business_date`,
    ),
    remarks: await rowsOf(
      db,
      sql<PaperRemark>`
        select occurred_at, transaction_no, points, remark from aberrant_point_remark
        where period_id = ${head.periodId} and show_on_statement order by occurred_at, remark_no`,
    ),
    sender: await readSender(db, taipeiDate(head.closedAt)),
  }
}

/** Most entries that a workbook lists. The limit exists because a workbook is made in memory and has to fit into a mail. */
export const paperEntriesMax = 50_000

/** The first entries of a statement in posting order. Returns one more than {@link paperEntriesMax} when there are too many. */
export function readPaperEntries(db: Executor, statementNo: string): Promise<readonly PaperEntry[]> {
  return rowsOf(
    db,
    sql<PaperEntry>`
      select e.business_date, e.posted_at, e.transaction_no, e.txn_kind, e.retail_store_no, e.points,
        e.unit_price::float8 as unit_price, e.amount, e.external_txn_no, e.is_late_posted
      from statement_entry e where e.statement_no = ${statementNo} order by e.id limit ${paperEntriesMax + 1}`,
  )
}

async function readSender(db: Executor, on: string): Promise<readonly string[]> {
  const [name, address, taxNumber] = [
    await readParameter(db, 'EINVOICE.SELLER_NAME', on),
    await readParameter(db, 'EINVOICE.SELLER_ADDRESS', on),
    await readParameter(db, 'EINVOICE.SELLER_TAX_NO', on),
  ]
  const small = [address, taxNumber && `統一編號 ${taxNumber}`].filter(Boolean).join('　')
  return [name, small].filter((line): line is string => Boolean(line))
}

async function rowsOf<Row>(db: Executor, query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> {
  return (await query.execute(db)).rows
}
