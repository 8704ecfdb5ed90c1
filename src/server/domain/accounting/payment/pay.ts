import { sql, type Updateable } from 'kysely'
import { paymentStatus, type StatementStatus, statementStatus } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Executor, Tables, Trx } from '../../../platform/database/tables.ts'
import { fieldsError, textError } from '../../../platform/errors.ts'
import type { HookContext } from '../../../records/hooks.ts'
import { movePeriod } from '../period/movePeriod.ts'
import { claimOf, movedBy, paidAfter, type StatementBalance } from './settle.ts'

export interface PaymentInput {
  /** YYYY-MM-DD. */
  readonly paidOn: string
  readonly isNet: boolean
  readonly receivedAmount?: number | null
  readonly paidAmount?: number | null
  readonly reference?: string | null
}

/**
 * Registers what was received and paid for a statement.
 *
 * @param statementId of a row that the caller has locked
 * @returns values to store in the statement
 */
export async function registerPayment({ trx, actor, now }: HookContext, statementId: number, input: PaymentInput) {
  const { paidOn, isNet } = input
  if (paidOn > taipeiDate(now)) throw fieldsError({ paidOn: '收付日不可晚於今日。' })
  const { endDate, ...balance } = await readBalance(trx, statementId)
  // Nothing is paid for a period that goes on. Most of all this finds a mistyped month, whose vouchers were handed over long ago.
  if (paidOn < endDate) throw fieldsError({ paidOn: `收付日不可早於帳期結束日 ${endDate}，請確認日期。` })
  const payment = movedBy(balance, { isNet, receivedAmount: input.receivedAmount ?? 0, paidAmount: input.paidAmount ?? 0 })
  const { problem, field, ...settled } = paidAfter(balance, payment)
  if (problem !== null) throw field === null ? textError(409, problem) : fieldsError({ [field]: problem }, 'M06', 409)
  await trx
    .insertInto('statementPayment')
    .values({
      ...payment,
      ...{ statementId, paidOn, reference: input.reference || null, clearedReceivable: settled.clearedReceivable },
      ...{ createdBy: actor.userName, createdAt: now },
    })
    .execute()
  const { receivedAmount, paidAmount, isSettled } = settled
  return { receivedAmount, paidAmount, ...stateOf({ isSettled, hasMoved: true, on: paidOn }) }
}

/**
 * Moves a statement after an allowance over one of its invoices was issued or voided by hand: what is left may be nothing now, or something
 * again. The caller has locked the statement.
 */
export async function moveAfterCredit(trx: Trx, statement: { readonly id: number; readonly status: string }, on: string): Promise<void> {
  if (statement.status !== statementStatus.invoiced && statement.status !== statementStatus.paid) return
  await moveToInvoiced(trx, statement.id, on)
}

/**
 * Moves a statement whose documents are issued, or that needs none, together with its period: to 已開立發票, or straight to 已收付款 when
 * nothing is left to receive or to pay.
 *
 * @param on YYYY-MM-DD, the day on which it counts as settled
 */
export async function moveToInvoiced(trx: Trx, statementId: number, on: string): Promise<void> {
  const state = await invoicedState(trx, statementId, on)
  await movePeriod(trx, await changeStatement(trx, statementId, state), state.status)
}

/** The values that an invoiced statement gets by what is left of it. */
export async function invoicedState(trx: Trx, statementId: number, on: string) {
  const balance = await readBalance(trx, statementId)
  const { toReceive, toPay } = claimOf(balance)
  return stateOf({ isSettled: toReceive + toPay === 0, hasMoved: balance.receivedAmount + balance.paidAmount > 0, on })
}

/** Moves a statement whose document was voided, and which therefore has to be invoiced again, together with its period. */
export async function moveToClosed(trx: Trx, statementId: number): Promise<void> {
  const state = { settledAt: null, paymentStatus: paymentStatus.unpaid, status: statementStatus.closed }
  await movePeriod(trx, await changeStatement(trx, statementId, state), state.status)
}

/** @returns id of its period */
export async function changeStatement(trx: Trx, statementId: number, changes: Updateable<Tables['statement']>): Promise<number> {
  const { periodId } = await trx
    .updateTable('statement')
    .set((each) => ({ ...changes, rowVersion: each('rowVersion', '+', 1) }))
    .where('id', '=', statementId)
    .returning('periodId')
    .executeTakeFirstOrThrow()
  return periodId
}

/** Values of the columns that say how far the payment is. */
function stateOf({ isSettled, hasMoved, on }: { readonly isSettled: boolean; readonly hasMoved: boolean; readonly on: string }) {
  if (isSettled) return { settledAt: on, paymentStatus: paymentStatus.paid, status: statementStatus.paid }
  return {
    settledAt: null,
    paymentStatus: hasMoved ? paymentStatus.partlyPaid : paymentStatus.unpaid,
    status: statementStatus.invoiced,
  }
}

async function readBalance(db: Executor, statementId: number): Promise<StatementBalance & { readonly endDate: string }> {
  const { rows } = await sql<StatementBalance & { readonly endDate: string }>`
    select end_date, receivable_left, payable_left, credited_amount, received_amount, paid_amount
    from statement_left where id = ${statementId}`.execute(db)
  if (!rows[0]) throw new Error(`statement ${statementId} is missing`)
  return rows[0]
}

/** Locks the statement in force of a period, which is in this status like the period itself, and returns its id. */
export async function lockStatementOf(trx: Trx, periodId: number, status: StatementStatus): Promise<number> {
  const { id } = await trx
    .selectFrom('statement')
    .select('id')
    .where('periodId', '=', periodId)
    .where('status', '=', status)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return id
}
