import { sql } from 'kysely'
import { paymentStatus, statementStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { paidAfter, type StatementBalance } from '../../domain/accounting/public.ts'
import type { Trx } from '../../platform/database/tables.ts'

interface PaidMonth {
  readonly endDate: string
  readonly at: Date
  readonly by: string
  /** Some companies still owe a part. */
  readonly isPartly: boolean
}

/** Every how many companies one owes a part. */
const owingEvery = 20

type Owed = StatementBalance & { readonly id: number }

/** Pays the net amount of each statement. */
export async function payMonth(trx: Trx, statementIds: readonly number[], { endDate, at, by, isPartly }: PaidMonth): Promise<void> {
  if (statementIds.length === 0) return
  const { rows: statements } = await sql<Owed>`
    select id, receivable_left, payable_left, credited_amount, received_amount, paid_amount
    from statement_left where id = any (${statementIds}::bigint[]) order by statement_no`.execute(trx)
  const paid = statements.map((statement, index) => paidFor(statement, isPartly && index % owingEvery === 0))
  const about = { paidOn: taipeiDate(at), reference: `TT${endDate.replaceAll('-', '')}`, createdBy: by, createdAt: at }
  await trx
    .insertInto('statementPayment')
    .values(paid.map(({ id, payment, clearedReceivable }) => ({ ...payment, ...about, statementId: id, clearedReceivable })))
    .execute()
  await settle(
    trx,
    paid.map(({ id, payment, isSettled }) => ({
      ...{ id, received: payment.receivedAmount, paid: payment.paidAmount },
      settled: isSettled ? about.paidOn : null,
    })),
  )
}

function paidFor(statement: Owed, isPart: boolean) {
  const { receivableLeft, payableLeft } = statement
  const net = receivableLeft - payableLeft
  const payment =
    isPart && receivableLeft > 1
      ? { isNet: false, receivedAmount: Math.floor(receivableLeft / 2), paidAmount: 0 }
      : { isNet: true, receivedAmount: Math.max(net, 0), paidAmount: Math.max(-net, 0) }
  const { problem, isSettled, clearedReceivable } = paidAfter(statement, payment)
  if (problem !== null) throw new Error(`statement ${statement.id}: ${problem}`)
  return { id: statement.id, payment, isSettled, clearedReceivable }
}

interface Settled {
  readonly id: number
  readonly received: number
  readonly paid: number
  /** The day; null for a part. */
  readonly settled: string | null
}

async function settle(trx: Trx, rows: readonly Settled[]): Promise<void> {
  await sql`
    with moved as (
      update statement s set received_amount = p.received, paid_amount = p.paid, settled_at = p.settled, row_version = s.row_version + 1,
        payment_status = case when p.settled is null then ${paymentStatus.partlyPaid} else ${paymentStatus.paid} end,
        status = case when p.settled is null then ${statementStatus.invoiced} else ${statementStatus.paid} end
      from json_to_recordset(${JSON.stringify(rows)}::json) as p (id bigint, received bigint, paid bigint, settled date)
      where s.id = p.id returning s.period_id, s.status
    )
    update company_period p set status = m.status, row_version = p.row_version + 1 from moved m where p.id = m.period_id`.execute(trx)
}
