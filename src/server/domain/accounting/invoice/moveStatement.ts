import type { StatementStatus } from '../../../../rules/codes.generated.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { fieldsError } from '../../../platform/errors.ts'

/** Sets the status of the period of a statement whose own status is set already. */
export async function movePeriod(trx: Trx, periodId: number, status: StatementStatus): Promise<void> {
  await trx
    .updateTable('companyPeriod')
    .set((each) => ({ status, rowVersion: each('rowVersion', '+', 1) }))
    .where('id', '=', periodId)
    .execute()
}

/** @param field input field at which an error is shown */
export function assertInvoiceDate(date: string, earliest: string, today: string, field = 'invoiceDate'): void {
  if (date > today) throw fieldsError({ [field]: '日期不可晚於今日。' })
  if (date < earliest) throw fieldsError({ [field]: `日期不可早於 ${earliest}。` })
}

/** Normal form of an invoice number: `ab-12345678` becomes AB12345678. */
export function normalNumber(value: string | null | undefined): string | null {
  return value ? value.replace('-', '').toUpperCase() : null
}
