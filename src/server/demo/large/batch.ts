import { sql } from 'kysely'
import { type NumberedPosting, numberedRows, writeNumbered } from '../../domain/points/public.ts'
import type { Trx } from '../../platform/database/tables.ts'

/** Postings and the rows that belong to them. Property names are column names. */
export interface Batch {
  readonly postings: NumberedPosting[]
  /** Periods that the postings refer to. */
  readonly periods: object[]
  readonly returns: object[]
}

export function createBatch(): Batch {
  return { postings: [], periods: [], returns: [] }
}

const text = (rows: unknown) => JSON.stringify(rows)

/**
 * Makes the rows of a batch. What comes back writes them within a transaction; this has been the longer part for the process, and the
 * database can write the batch before meanwhile. The postings come last, because what follows them would wait until the process looks up
 * from its next batch. What companies have prepaid is written by {@link writePrepaid} at the end.
 */
export function prepareBatch({ postings, periods, returns }: Batch): (trx: Trx) => Promise<void> {
  const posted = numberedRows(postings, 'later')
  return async (trx) => {
    await sql`
      insert into company_period (id, company_no, stream, period_no, start_date, end_date, created_by)
      select id, company_no, stream, period_no, start_date, end_date, '系統'
      from json_populate_recordset(null::company_period, ${text(periods)}::json)`.execute(trx)
    await sql`
      insert into goods_return (original_transaction_id, transaction_id, amount, created_at)
      select original_transaction_id, transaction_id, amount, created_at
      from json_populate_recordset(null::goods_return, ${text(returns)}::json)`.execute(trx)
    if (postings.length > 0) await writeNumbered(trx, posted)
  }
}

/** Once for all batches: a company would be written anew with each of them, and its rows of before stay until the transaction ends. */
export async function writePrepaid(trx: Trx): Promise<void> {
  await sql`
    update company c set prepaid_balance = a.balance
    from point_account a
    where a.class = 'PREPAID' and a.owner_id = c.company_no and a.balance <> c.prepaid_balance`.execute(trx)
}
