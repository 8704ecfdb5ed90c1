import { paymentStatus, statementStatus } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { fieldsError, textError } from '../../../platform/errors.ts'
import type { HookContext } from '../../../records/hooks.ts'
import { paidAfter, type StatementBalance } from './settle.ts'

export interface PaymentInput {
  /** YYYY-MM-DD. */
  readonly paidOn: string
  readonly isNet: boolean
  readonly receivedAmount?: number | null
  readonly paidAmount?: number | null
  readonly reference?: string | null
}

export interface StatementToPay extends StatementBalance {
  readonly id: number
}

/**
 * Registers what was received and paid for a statement.
 *
 * @param statement current row, locked by the caller
 * @returns values to store in the statement
 */
export async function registerPayment({ trx, actor, now }: HookContext, statement: StatementToPay, input: PaymentInput) {
  const { paidOn, isNet } = input
  if (paidOn > taipeiDate(now)) throw fieldsError({ paidOn: '收付日不可晚於今日。' })
  const payment = { isNet, receivedAmount: input.receivedAmount ?? 0, paidAmount: input.paidAmount ?? 0 }
  const { problem, field, ...settled } = paidAfter(statement, payment)
  if (problem !== null) throw field === null ? textError(409, problem) : fieldsError({ [field]: problem }, 'M06', 409)
  await trx
    .insertInto('statementPayment')
    .values({
      ...payment,
      ...{ statementId: statement.id, paidOn, reference: input.reference || null },
      ...{ createdBy: actor.userName, createdAt: now },
    })
    .execute()
  return {
    ...{ receivedAmount: settled.receivedAmount, paidAmount: settled.paidAmount },
    ...(settled.isSettled
      ? { settledAt: paidOn, paymentStatus: paymentStatus.paid, status: statementStatus.paid }
      : { paymentStatus: paymentStatus.partlyPaid, status: statementStatus.invoiced }),
  }
}

/** Locks and returns the statement in force of a period. */
export async function lockStatementOf(trx: Trx, periodId: number): Promise<StatementToPay> {
  return trx
    .selectFrom('statement')
    .select(['id', 'receivableAmount', 'payableAmount', 'otherAmount', 'receivedAmount', 'paidAmount'])
    .where('periodId', '=', periodId)
    .where('status', '=', statementStatus.invoiced)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
