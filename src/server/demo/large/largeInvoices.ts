import { sql } from 'kysely'
import { statementStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { type BilledStatement, draftAllowances, insertIssuedInvoices, readBilledStatements } from '../../domain/accounting/public.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { savepoint } from '../../platform/database/transact.ts'
import { ApiError } from '../../platform/errors.ts'
import { takeNumbers } from './largeTracks.ts'

interface Work {
  readonly at: Date
  readonly by: string
}

/**
 * Issues what the statements of a month bill: an invoice for each positive fee, allowances for negative ones. A statement whose negative
 * fee has no invoice yet to be credited stays closed, as finance would leave it. @returns ids of those that are invoiced
 */
export async function invoiceMonth(trx: Trx, statementIds: readonly number[], { at, by }: Work): Promise<readonly number[]> {
  const date = taipeiDate(at)
  const billed: BilledStatement[] = []
  for (const statement of await readBilledStatements(trx, statementIds)) {
    const isCredited =
      statement.fees.every(isPositive) ||
      (await savepoint(trx, () => creditNegative(trx, statement, { today: date, by })).catch(leftForLater))
    if (isCredited) billed.push(statement)
  }
  const fees = billed.flatMap(({ source, fees: all }) => all.filter(isPositive).map((fee) => ({ ...source, ...fee })))
  const numbers = await takeNumbers(trx, date, fees.length)
  const invoices = fees.map((fee, index) => ({ ...fee, docNo: numbers[index] as string }))
  await insertIssuedInvoices(trx, invoices, { date, at, by })
  const ids = billed.flatMap(({ source }) => source.statementId ?? [])
  await moveStatements(trx, ids, statementStatus.invoiced)
  return ids
}

const isPositive = ({ salesAmount }: { readonly salesAmount: number }) => salesAmount > 0

async function creditNegative(
  trx: Trx,
  statement: BilledStatement,
  work: { readonly today: string; readonly by: string },
): Promise<boolean> {
  for (const fee of statement.fees.filter((one) => !isPositive(one))) await draftAllowances(trx, statement, fee, work)
  return true
}

function leftForLater(error: unknown): false {
  if (!(error instanceof ApiError) || !error.message.includes('可折讓之餘額不足')) throw error
  return false
}

/** Statements and their periods show the same status. */
async function moveStatements(trx: Trx, ids: readonly number[], status: string): Promise<void> {
  await sql`
    with moved as (
      update statement set status = ${status}, row_version = row_version + 1 where id = any (${ids}::bigint[]) returning period_id
    )
    update company_period p set status = ${status}, row_version = row_version + 1 from moved m where p.id = m.period_id`.execute(trx)
}
