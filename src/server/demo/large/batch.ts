import { sql } from 'kysely'
import { type NumberedPosting, writeNumbered } from '../../domain/points/public.ts'
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

/** Postings written by one statement. Small, because within a group each row is found by a linear search. */
const groupSize = 250

const text = (rows: unknown) => JSON.stringify(rows)

/** Writes a batch within the transaction `trx`. */
export async function writeBatch(trx: Trx, { postings, periods, returns }: Batch): Promise<void> {
  await sql`
    insert into company_period (id, company_no, stream, period_no, start_date, end_date, created_by)
    select id, company_no, stream, period_no, start_date, end_date, '系統'
    from json_populate_recordset(null::company_period, ${text(periods)}::json)`.execute(trx)
  for (let start = 0; start < postings.length; start += groupSize) await writeNumbered(trx, postings.slice(start, start + groupSize))
  await sql`
    insert into goods_return (original_transaction_id, transaction_id, amount, created_at)
    select original_transaction_id, transaction_id, amount, created_at
    from json_populate_recordset(null::goods_return, ${text(returns)}::json)`.execute(trx)
}
