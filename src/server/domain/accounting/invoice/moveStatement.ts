import type { StatementStatus } from '../../../../rules/codes.generated.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { fieldsError } from '../../../platform/errors.ts'

/** Moves a statement, and with it the period that shows its state. */
export async function moveStatement(trx: Trx, statementId: number, status: StatementStatus): Promise<void> {
  const { periodId } = await trx
    .updateTable('statement')
    .set((each) => ({ status, rowVersion: each('rowVersion', '+', 1) }))
    .where('id', '=', statementId)
    .returning('periodId')
    .executeTakeFirstOrThrow()
  await movePeriod(trx, periodId, status)
}

/** The period of a statement that is moved already. */
export async function movePeriod(trx: Trx, periodId: number, status: StatementStatus): Promise<void> {
  await trx
    .updateTable('companyPeriod')
    .set((each) => ({ status, rowVersion: each('rowVersion', '+', 1) }))
    .where('id', '=', periodId)
    .execute()
}

/** @param field the input that a refusal is shown at */
export function assertInvoiceDate(date: string, earliest: string, today: string, field = 'invoiceDate'): void {
  if (date > today) throw fieldsError({ [field]: '日期不可晚於今日。' })
  if (date < earliest) throw fieldsError({ [field]: `日期不可早於 ${earliest}。` })
}

/** `ab-12345678` is AB12345678. */
export function normalNumber(value: string | null | undefined): string | null {
  return value ? value.replace('-', '').toUpperCase() : null
}
