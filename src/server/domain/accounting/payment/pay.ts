import { sql } from 'kysely'
import { paymentStatus, statementStatus } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import { fieldsError, textError } from '../../../platform/errors.ts'
import type { HookContext } from '../../../records/hooks.ts'
import { movePeriod } from '../invoice/moveStatement.ts'
import { claimOf, paidAfter, type StatementBalance } from './settle.ts'

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
  const payment = { isNet, receivedAmount: input.receivedAmount ?? 0, paidAmount: input.paidAmount ?? 0 }
  const { problem, field, ...settled } = paidAfter(await readBalance(trx, statementId), payment)
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
 * Moves an invoiced statement after an allowance over one of its invoices was issued or voided by hand: what is left may be nothing now, or
 * something again. The caller has locked the statement.
 */
export async function moveAfterCredit(trx: Trx, statement: { readonly id: number; readonly status: string }, on: string): Promise<void> {
  if (statement.status !== statementStatus.invoiced && statement.status !== statementStatus.paid) return
  const balance = await readBalance(trx, statement.id)
  const { toReceive, toPay } = claimOf(balance)
  const hasMoved = balance.receivedAmount + balance.paidAmount > 0
  const state = stateOf({ isSettled: toReceive + toPay === 0, hasMoved, on })
  const { periodId } = await trx
    .updateTable('statement')
    .set((each) => ({ ...state, rowVersion: each('rowVersion', '+', 1) }))
    .where('id', '=', statement.id)
    .returning('periodId')
    .executeTakeFirstOrThrow()
  await movePeriod(trx, periodId, state.status)
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

async function readBalance(db: Executor, statementId: number): Promise<StatementBalance> {
  const { rows } = await sql<StatementBalance>`
    select l.receivable_left, l.payable_left, l.credited_amount, s.received_amount, s.paid_amount
    from statement_left l join statement s on s.id = l.id where l.id = ${statementId}`.execute(db)
  return rows[0] as StatementBalance
}

/** Locks the statement in force of a period and returns its id. */
export async function lockStatementOf(trx: Trx, periodId: number): Promise<number> {
  const { id } = await trx
    .selectFrom('statement')
    .select('id')
    .where('periodId', '=', periodId)
    .where('status', '=', statementStatus.invoiced)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return id
}
