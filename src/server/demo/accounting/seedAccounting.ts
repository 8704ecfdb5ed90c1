import { sql } from 'kysely'
import {
  aberrantHandle,
  invoiceDocType,
  invoiceStatus,
  type MonthRunKind,
  monthRunKind,
  monthVerdict,
  remarkStatus,
  severity,
  statementKind,
  statementStatus,
} from '../../../rules/codes.generated.ts'
import { addDays, addMonths, monthOf, startOfTaipeiDate, taipeiDate } from '../../../rules/dates.ts'
import { taxPeriodOf } from '../../../rules/taxPeriods.ts'
import { beginPeriods, decideMonths, startMonthRun } from '../../domain/accounting/public.ts'
import { keepingParameters } from '../../domain/settings/public.ts'
import { savepoint } from '../../platform/database/transact.ts'
import { ApiError } from '../../platform/errors.ts'
import { type DemoWorld, recordsOf, staff } from '../world.ts'
import { seedBankFile } from './seedBankFiles.ts'
import { creditSale, invoiceSales, seedOpenSales } from './seedSales.ts'
import { closeCardPeriods, invoiceShortPeriods, payShortPeriods } from './seedShortPeriods.ts'
import { seedYears } from './seedYears.ts'

/** The days after the end of a month on which finance does each step. */
const workDays = { bankFile: 2, close: 5, invoice: 6, again: 7, pay: 20 }
/** Companies that each show one case: a reopened month, a voided invoice, a partly credited invoice, a part payment. */
const stories = { reopened: 'C000101', voided: 'C000102', credited: 'C000101', partlyPaid: 'C000104' }

/**
 * Seeds the months as finance would leave them, by the steps that users take: older months are closed, invoiced and paid; the newest of
 * these is only closed; the last month is left open to be closed by hand.
 */
export function seedAccounting(world: DemoWorld): Promise<void> {
  return keepingParameters(world.trx, () => seedMonths(world))
}

async function seedMonths(world: DemoWorld): Promise<void> {
  await beginPeriods(world.trx, world.asOf)
  const lastMonth = addMonths(`${world.asOf.slice(0, 7)}-01`, -1)
  const months = await readMonths(world, lastMonth)
  await seedTracks(world, months)
  for (const [index, endDate] of months.entries()) await seedMonth(world, endDate, months.length - 1 - index)
  await importWaitingBankFile(world, lastMonth)
  await seedOpenSales(world)
}

/** End dates of the months to close, oldest first. */
async function readMonths({ trx }: DemoWorld, before: string): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('companyPeriod')
    .select('endDate')
    .distinct()
    .where('stream', '=', 'MONTH')
    .where('endDate', '<', before)
    .orderBy('endDate')
    .execute()
  return rows.map(({ endDate }) => endDate)
}

/** Inserts invoice numbers for the tax periods of all invoices, and for the current one. */
async function seedTracks(world: DemoWorld, months: readonly string[]): Promise<void> {
  const dates = [...months.map((endDate) => addDays(endDate, workDays.invoice)), world.asOf]
  const tracks = recordsOf(world, 'invoiceTrack', 'fin01', startOfTaipeiDate(months[0] ?? world.asOf))
  for (const [index, taxPeriod] of [...new Set(dates.map(taxPeriodOf))].entries()) {
    const track = `D${String.fromCharCode(65 + (index % 26))}`
    await tracks.create({ taxPeriod, track, firstNo: 0, lastNo: 499, isEnabled: true })
  }
}

/** @param ago 0 for the newest closed month */
async function seedMonth(world: DemoWorld, endDate: string, ago: number): Promise<void> {
  await closeBankPeriods(world, endDate, ago === 0 ? 'explained' : 'equal')
  await closeMonth(world, endDate)
  await closeCardPeriods(world, endDate, on(endDate, workDays.close, 12))
  if (ago === 0) {
    await reopenOne(world, endDate)
    return seedYears(world, endDate)
  }
  await invoiceMonth(world, endDate)
  await invoiceShortPeriods(world, endDate, on(endDate, workDays.invoice, 11))
  if (ago === 3) await voidOne(world, endDate)
  if (ago === 4) await creditOne(world, endDate)
  if (ago === 4) await creditSale(world, on(endDate, workDays.again))
  if (ago > 1) {
    await payMonth(world, endDate, ago)
    await payShortPeriods(world, endDate, on(endDate, workDays.pay))
  }
  await seedYears(world, endDate)
}

const on = (endDate: string, days: number, hour = 10) => new Date(startOfTaipeiDate(addDays(endDate, days)).getTime() + hour * 3_600_000)

/** 整月試算 of the month that ends on a day; its remarks are explained; 整月關帳. Members of a group close together. */
export async function closeMonth(world: DemoWorld, endDate: string): Promise<void> {
  const now = on(endDate, workDays.close)
  await runMonth(world, { endDate, kind: monthRunKind.trial }, now)
  await explainSerious(world, now)
  await runMonth(world, { endDate, kind: monthRunKind.close }, on(endDate, workDays.close, 11))
}

async function runMonth(world: DemoWorld, run: { readonly endDate: string; readonly kind: MonthRunKind }, now: Date): Promise<void> {
  const { trx, app } = world
  const wanted = { periodNo: monthOf(run.endDate), kind: run.kind }
  const { id } = await startMonthRun(trx, wanted, { actor: staff('fin01'), now })
  const months = recordsOf(world, 'monthlyPeriod', 'fin01', now)
  await decideMonths(
    {
      ...{ db: trx, log: app.log, now: () => now, inside: (work) => savepoint(trx, work), connections: 1 },
      step: (periodId, name) => savepoint(trx, () => months.transition({ id: periodId }, name)),
    },
    id,
  )
  const refused = await trx
    .selectFrom('monthRunVerdict')
    .select(['companyNo', 'reason'])
    .where('runId', '=', id)
    .where('verdict', '=', monthVerdict.refused)
    .executeTakeFirst()
  if (refused) throw new Error(`${wanted.periodNo} of ${refused.companyNo} does not close: ${refused.reason}`)
}

async function explainSerious(world: DemoWorld, now: Date): Promise<void> {
  const rows = await world.trx
    .selectFrom('aberrantPointRemark')
    .select('id')
    .where('severity', '=', severity.high)
    .where('status', '=', remarkStatus.open)
    .orderBy('remarkNo')
    .execute()
  const input = { handleType: aberrantHandle.accepted, remark: '季末退貨集中，已與特約商核對。', showOnStatement: true }
  const remarks = recordsOf(world, 'aberrantPointRemark', 'fin01', now)
  for (const { id } of rows) await remarks.transition({ id }, 'explain', input)
}

async function reopenOne(world: DemoWorld, endDate: string): Promise<void> {
  const { id } = await world.trx
    .selectFrom('companyPeriod')
    .select('id')
    .where('companyNo', '=', stories.reopened)
    .where('stream', '=', 'MONTH')
    .where('endDate', '=', endDate)
    .executeTakeFirstOrThrow()
  const reason = { reason: '補登月底漏傳之退貨' }
  await recordsOf(world, 'monthlyPeriod', 'fm01', on(endDate, workDays.again)).transition({ id }, 'reopen', reason)
  await recordsOf(world, 'monthlyPeriod', 'fin01', on(endDate, workDays.again, 15)).transition({ id }, 'close')
}

async function invoiceMonth(world: DemoWorld, endDate: string): Promise<void> {
  await invoiceSales(world, on(endDate, workDays.invoice))
  for (const statement of await statementsOf(world, endDate, statementStatus.closed))
    await savepoint(world.trx, () => invoiceStatement(world, statement, on(endDate, workDays.invoice))).catch(leftForLater)
}

/**
 * On some days of the data a company gives back more in its first month than it issued: there is no invoice yet to credit, so finance leaves
 * the statement closed.
 */
function leftForLater(error: unknown): void {
  if (!(error instanceof ApiError) || !error.message.includes('可折讓之餘額不足')) throw error
}

async function invoiceStatement(world: DemoWorld, statement: ClosedStatement, now: Date): Promise<void> {
  const billed = statement.apFee + statement.writeOffAmount + statement.convInAmount !== 0 || statement.dpProcFee !== 0
  const statements = recordsOf(world, 'statement', 'fin01', now)
  if (billed) await statements.transition(statement, 'invoice', { invoiceDate: taipeiDate(now) })
  else await statements.transition(statement, 'confirm')
}

/** Voids an invoice with a wrong title a day later, and issues it again. */
async function voidOne(world: DemoWorld, endDate: string): Promise<void> {
  const [statement] = await statementsOf(world, endDate, statementStatus.invoiced, stories.voided)
  if (!statement) return
  const invoice = await world.trx
    .selectFrom('invoiceDocument')
    .select('id')
    .where('statementId', '=', statement.id)
    .where('docType', '=', invoiceDocType.invoice)
    .where('status', '=', invoiceStatus.issued)
    .orderBy('docNo')
    .executeTakeFirst()
  if (!invoice) return
  const now = on(endDate, workDays.again)
  await recordsOf(world, 'pointInvoice', 'fm01', now).transition(invoice, 'void', { reason: '抬頭誤植' })
  await invoiceStatement(world, statement, now)
}

/** Credits a part of an invoice; the buyer consents. */
async function creditOne(world: DemoWorld, endDate: string): Promise<void> {
  const [statement] = await statementsOf(world, endDate, statementStatus.invoiced, stories.credited)
  if (!statement) return
  const invoice = await world.trx
    .selectFrom('invoiceDocument')
    .select(['id', 'salesAmount'])
    .where('statementId', '=', statement.id)
    .where('docType', '=', invoiceDocType.invoice)
    .orderBy('salesAmount', 'desc')
    .executeTakeFirst()
  if (!invoice) return
  const now = on(endDate, workDays.again)
  const input = { creditDate: taipeiDate(now), creditReason: '2', creditAmount: Math.ceil(invoice.salesAmount / 10) }
  await recordsOf(world, 'pointInvoice', 'fin01', now).transition(invoice, 'allow', input)
  const credit = await world.trx.selectFrom('invoiceDocument').select('id').where('originalId', '=', invoice.id).executeTakeFirstOrThrow()
  const agreed = { consentOn: taipeiDate(on(endDate, workDays.pay)), consentRef: '電子郵件回覆' }
  await recordsOf(world, 'pointInvoice', 'fin01', on(endDate, workDays.pay)).transition(credit, 'consent', agreed)
}

/** Pays the net amount of each statement. One company still owes a part of the second newest invoiced month. */
async function payMonth(world: DemoWorld, endDate: string, ago: number): Promise<void> {
  const now = on(endDate, workDays.pay)
  for (const statement of await statementsOf(world, endDate, statementStatus.invoiced)) {
    const { netAmount, creditedAmount, receivableAmount: receivable } = statement
    // What was credited over its invoices the company pays less.
    const net = netAmount - creditedAmount
    const isPart = ago === 2 && statement.companyNo === stories.partlyPaid && receivable > 1
    const amounts = isPart
      ? { isNet: false, receivedAmount: Math.floor(receivable / 2) }
      : { isNet: true, receivedAmount: Math.max(net, 0), paidAmount: Math.max(-net, 0) }
    const input = { paidOn: taipeiDate(now), reference: `TT${endDate.replaceAll('-', '')}`, ...amounts }
    await recordsOf(world, 'statement', 'fin01', now).transition(statement, 'pay', input)
  }
}

/** Closes the billing cycles of the bank that end in a month. */
async function closeBankPeriods(world: DemoWorld, monthEnd: string, story: 'equal' | 'explained'): Promise<void> {
  for (const { id, endDate } of await bankPeriods(world, `${monthEnd.slice(0, 7)}-01`, monthEnd)) {
    await seedBankFile(world, id, { story, now: on(endDate, workDays.bankFile) })
    await recordsOf(world, 'bankPeriod', 'fin01', on(endDate, workDays.close)).transition({ id }, 'close')
  }
}

/** Imports the file of the first cycle that is left open: its differences wait. */
async function importWaitingBankFile(world: DemoWorld, from: string): Promise<void> {
  const [waiting] = await bankPeriods(world, from, addDays(world.asOf, -workDays.bankFile - 1))
  if (waiting) await seedBankFile(world, waiting.id, { story: 'waiting', now: on(waiting.endDate, workDays.bankFile) })
}

function bankPeriods({ trx }: DemoWorld, from: string, to: string) {
  return trx
    .selectFrom('companyPeriod')
    .select(['id', 'endDate'])
    .where('stream', '=', 'BANK')
    .where('endDate', '>=', from)
    .where('endDate', '<=', to)
    .orderBy('endDate')
    .execute()
}

/** A statement and the amounts that its close has fixed. */
interface ClosedStatement {
  readonly id: number
  readonly companyNo: string
  readonly apFee: number
  readonly writeOffAmount: number
  readonly convInAmount: number
  readonly dpProcFee: number
  readonly netAmount: number
  readonly receivableAmount: number
  readonly creditedAmount: number
}

async function statementsOf({ trx }: DemoWorld, endDate: string, status: string, companyNo?: string): Promise<readonly ClosedStatement[]> {
  const { rows } = await sql<ClosedStatement>`
    select id, company_no, ap_fee, write_off_amount, conv_in_amount, dp_proc_fee, net_amount, receivable_amount, credited_amount
    from statement
    where statement_kind = ${statementKind.monthly} and end_date = ${endDate} and status = ${status}
      and (${companyNo ?? null}::text is null or company_no = ${companyNo ?? null})
    order by company_no`.execute(trx)
  return rows
}
