import { sql } from 'kysely'
import { invoiceStatus, statementStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { StoredRecord } from '../../records/hooks.ts'
import { type DemoWorld, recordsOf } from '../world.ts'

/** The streams of payers besides the month: what their periods and their invoices are called in the records engine. */
const streams = [
  { stream: 'PAYG', periods: 'paygPeriod', invoices: 'paygInvoice' },
  { stream: 'BANK', periods: 'bankPeriod', invoices: 'pointInvoice' },
] as const

/** Closes the periods of payers that end in a month. Those with points get the draft of an invoice. Banks wait for their files. */
export async function closeCardPeriods(world: DemoWorld, monthEnd: string, now: Date): Promise<void> {
  const periods = recordsOf(world, 'paygPeriod', 'fin01', now)
  for (const period of await periodsOf(world, { monthEnd, stream: 'PAYG', status: statementStatus.open })) {
    await periods.transition(period, 'close')
  }
}

/** Issues the drafts of payers and confirms the statements that have none, on the day when months are invoiced: the numbers of a track are in the order of their dates. */
export async function invoiceShortPeriods(world: DemoWorld, monthEnd: string, now: Date): Promise<void> {
  for (const { stream, periods, invoices } of streams) {
    const { rows } = await sql<StoredRecord>`
      select d.id, d.row_version from invoice_document d
      join statement s on s.id = d.statement_id join company_period p on p.id = s.period_id
      where d.status = ${invoiceStatus.draft} and p.stream = ${stream}
        and p.end_date between date_trunc('month', ${monthEnd}::date) and ${monthEnd}::date
      order by p.end_date, p.company_no, d.fee_type`.execute(world.trx)
    const documents = recordsOf(world, invoices, 'fin01', now)
    for (const draft of rows) await documents.transition(draft, 'issue', { invoiceDate: taipeiDate(now) })
    const withoutFee = await periodsOf(world, { monthEnd, stream, status: statementStatus.closed })
    for (const period of withoutFee) await recordsOf(world, periods, 'fin01', now).transition(period, 'confirm')
  }
}

/** Receives and pays what is left of their statements. */
export async function payShortPeriods(world: DemoWorld, monthEnd: string, now: Date): Promise<void> {
  for (const { stream, periods } of streams) {
    for (const period of await periodsOf(world, { monthEnd, stream, status: statementStatus.invoiced })) {
      const { toReceive: receivedAmount, toPay: paidAmount } = period
      const input = { paidOn: taipeiDate(now), isNet: false, receivedAmount, paidAmount, reference: `TT${String(period.periodNo)}` }
      await recordsOf(world, periods, 'fin01', now).transition(period, 'pay', input)
    }
  }
}

async function periodsOf(
  { trx }: DemoWorld,
  wanted: { readonly monthEnd: string; readonly stream: string; readonly status: string },
): Promise<readonly StoredRecord[]> {
  const { rows } = await sql<StoredRecord>`
    select p.id, p.row_version, p.period_no, s.to_receive, s.to_pay from company_period p
    left join statement_left s on s.period_id = p.id and s.status <> ${statementStatus.reopened}
    where p.stream = ${wanted.stream} and p.status = ${wanted.status}
      and p.end_date between date_trunc('month', ${wanted.monthEnd}::date) and ${wanted.monthEnd}::date
    order by p.end_date, p.company_no`.execute(trx)
  return rows
}
