import { addDays, addMonths, lastDateOfMonth, monthOf } from '../../../../rules/dates.ts'

/** Dictionary ExpiryRule: 1 end of next year, 2 month end after N months, 3 after N days, 4 a fixed date. */
export type ExpiryRule =
  | { readonly rule: '1' }
  | { readonly rule: '2'; readonly months: number }
  | { readonly rule: '3'; readonly days: number }
  | { readonly rule: '4'; readonly date: string }

/** Last day of use of points earned on a business date (domain 2.6). */
export function expireDateOf(expiry: ExpiryRule, businessDate: string): string {
  switch (expiry.rule) {
    case '1':
      return `${Number(businessDate.slice(0, 4)) + 1}-12-31`
    case '2':
      return lastDateOfMonth(monthOf(addMonths(businessDate, expiry.months)))
    case '3':
      return addDays(businessDate, expiry.days)
    case '4':
      return expiry.date
  }
}

/** First day of use. @param delayDays 入點天數, 0 to 30 */
export function effectiveDateOf(businessDate: string, delayDays: number): string {
  return addDays(businessDate, delayDays)
}
