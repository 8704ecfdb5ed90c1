import { expiryRule } from '../../../../rules/codes.generated.ts'
import { addDays, addMonths, lastDateOfMonth, monthOf } from '../../../../rules/dates.ts'

/** Until when points live, by a rule of the dictionary ExpiryRule. */
export type ExpiryRule =
  | { readonly rule: typeof expiryRule.endOfNextYear }
  | { readonly rule: typeof expiryRule.endOfMonthAfterMonths; readonly months: number }
  | { readonly rule: typeof expiryRule.afterDays; readonly days: number }
  | { readonly rule: typeof expiryRule.fixedDate; readonly date: string }

export const endOfNextYear: ExpiryRule = { rule: expiryRule.endOfNextYear }

/** A setting's rule as stored: `expiryRule` with the one value that it takes. */
export interface ExpirySetting {
  readonly expiryRule: string
  readonly expiryValue: number | null
  readonly expiryDate: string | null
}

/** The rule as a setting stores it. A fixed date that is missing counts as the end of the next year. */
export function expiryOf({ expiryRule: rule, expiryValue, expiryDate }: ExpirySetting): ExpiryRule {
  if (rule === expiryRule.endOfMonthAfterMonths) return { rule, months: expiryValue ?? 1 }
  if (rule === expiryRule.afterDays) return { rule, days: expiryValue ?? 1 }
  return rule === expiryRule.fixedDate && expiryDate !== null ? { rule, date: expiryDate } : endOfNextYear
}

/** Last day of use of points earned on a business date (domain 2.6). */
export function expireDateOf(expiry: ExpiryRule, businessDate: string): string {
  switch (expiry.rule) {
    case expiryRule.endOfNextYear:
      return `${Number(businessDate.slice(0, 4)) + 1}-12-31`
    case expiryRule.endOfMonthAfterMonths:
      return lastDateOfMonth(monthOf(addMonths(businessDate, expiry.months)))
    case expiryRule.afterDays:
      return addDays(businessDate, expiry.days)
    case expiryRule.fixedDate:
      return expiry.date
  }
}

/** First day of use. @param delayDays 入點天數, 0 to 30 */
export function effectiveDateOf(businessDate: string, delayDays: number): string {
  return addDays(businessDate, delayDays)
}
