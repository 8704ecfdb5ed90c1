import { fieldsError } from '../../../platform/errors.ts'

/** @param field input field at which an error is shown */
export function assertInvoiceDate(date: string, earliest: string, today: string, field = 'invoiceDate'): void {
  if (date > today) throw fieldsError({ [field]: '日期不可晚於今日。' })
  if (date < earliest) throw fieldsError({ [field]: `日期不可早於 ${earliest}。` })
}

/** Normal form of an invoice number: `ab-12345678` becomes AB12345678. */
export function normalNumber(value: string | null | undefined): string | null {
  return value ? value.replace('-', '').toUpperCase() : null
}
