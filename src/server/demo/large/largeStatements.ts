import { sql } from 'kysely'
import { aberrantHandle, remarkStatus, severity, statementStatus } from '../../../rules/codes.generated.ts'
import { addDays, addMonths, startOfTaipeiDate } from '../../../rules/dates.ts'
import {
  type BilledPeriod,
  beginPeriods,
  buildRemainders,
  closeBankPeriodsAtOnce,
  closeMonthsAtOnce,
} from '../../domain/accounting/public.ts'
import { buildCompanyDays } from '../../domain/points/public.ts'
import type { Database, Executor, Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { invoiceMonth } from './largeInvoices.ts'
import { payMonth } from './largePayments.ts'
import { openTracks } from './largeTracks.ts'
import { uploadMessages } from './largeUploads.ts'

/** The days after the end of a month on which finance does each step: those of the small set. */
const workDays = { close: 5, invoice: 6, pay: 20 } as const
const closedBy = 'fin01'

/** Called after each month that is done, with its last day. */
type MonthReporter = (endDate: string) => void

/**
 * Closes, invoices and pays the months of the companies of the large set by the rule of the small one (domain 10): the last month and the
 * current one stay open, the one before is closed but not invoiced, and all earlier ones are paid but for a few. Everything that a posting
 * decided is there already, so each month is a few statements for all companies; `verifyAccounting` finds nothing in them.
 */
export async function seedManyStatements(db: Database, asOf: string, onMonth: MonthReporter = () => undefined): Promise<void> {
  await transact(db, async (trx) => beginPeriods(trx, asOf))
  const lastMonth = addMonths(`${asOf.slice(0, 7)}-01`, -1)
  const months = await readEnds(db, 'MONTH', lastMonth)
  await transact(db, async (trx) =>
    openTracks(
      trx,
      months.map((endDate) => addDays(endDate, workDays.invoice)),
      asOf,
    ),
  )
  for (const [index, endDate] of months.entries()) {
    await transact(db, async (trx) => seedMonth(trx, endDate, months.length - 1 - index))
    onMonth(endDate)
  }
  for (const endDate of await readEnds(db, 'BANK', lastMonth))
    await transact(db, async (trx) =>
      closeBankPeriodsAtOnce(trx, await openPeriods(trx, 'BANK', endDate), { closedBy, closedAt: on(endDate, workDays.close) }),
    )
  await uploadMessages(db, asOf)
  await buildRemainders({ now: startOfTaipeiDate(asOf), userName: '系統', run: (step) => transact(db, step), isVerifiedLater: true })
  await buildCompanyDays({ through: addDays(asOf, -1), run: (step) => transact(db, step) })
}

const on = (endDate: string, days: number, hour = 11) => new Date(startOfTaipeiDate(addDays(endDate, days)).getTime() + hour * 3_600_000)

/** @param ago 0 for the newest closed month */
async function seedMonth(trx: Trx, endDate: string, ago: number): Promise<void> {
  const periods = await openPeriods(trx, 'MONTH', endDate)
  const closedAt = on(endDate, workDays.close)
  const ids = periods.map(({ id }) => id)
  const statementIds = await closeMonthsAtOnce(trx, periods, { closedBy, closedAt, remarksOn: addDays(endDate, workDays.close) })
  await explainSerious(trx, ids, closedAt)
  if (ago === 0) return
  const invoiced = await invoiceMonth(trx, statementIds, { at: on(endDate, workDays.invoice), by: closedBy })
  if (ago > 1) await payMonth(trx, invoiced, { endDate, at: on(endDate, workDays.pay), by: closedBy, isPartly: ago === 2 })
}

/** What would have held up the close was explained by then. */
async function explainSerious(trx: Trx, periodIds: readonly number[], at: Date): Promise<void> {
  await trx
    .updateTable('aberrantPointRemark')
    .set((each) => ({
      ...{ handleType: aberrantHandle.accepted, remark: '季末退貨集中，已與特約商核對。', showOnStatement: true },
      ...{ status: remarkStatus.explained, handledBy: closedBy, handledAt: at, rowVersion: each('rowVersion', '+', 1) },
    }))
    .where('periodId', 'in', periodIds)
    .where('severity', '=', severity.high)
    .where('status', '=', remarkStatus.open)
    .execute()
}

/** End dates of the periods to close, oldest first. */
async function readEnds(db: Executor, stream: 'MONTH' | 'BANK', before: string): Promise<readonly string[]> {
  const { rows } = await sql<{ endDate: string }>`
    select distinct end_date from company_period
    where stream = ${stream} and end_date < ${before}::date and status = ${statementStatus.open} and company_no > 'C001000'
    order by 1`.execute(db)
  return rows.map(({ endDate }) => endDate)
}

async function openPeriods(db: Executor, stream: 'MONTH' | 'BANK', endDate: string): Promise<readonly BilledPeriod[]> {
  const { rows } = await sql<BilledPeriod>`
    select id, company_no, stream, period_no, start_date, end_date, status from company_period
    where stream = ${stream} and end_date = ${endDate}::date and status = ${statementStatus.open} and company_no > 'C001000'
    order by company_no`.execute(db)
  return rows
}
