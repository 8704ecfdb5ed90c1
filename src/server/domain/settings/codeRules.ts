import { isAbsolute } from 'node:path'
import { type CodeValueType, codeValueType } from '../../../rules/codes.generated.ts'
import { isDate } from '../../../rules/dates.ts'
import { isTaxNumber } from '../../../rules/taxNumber.ts'
import { isEmail, isHttps, isPhone } from '../../../rules/text.ts'

/** True when `value` has the type (CodeValueType). Only text may be empty. */
export function valueFits(valueType: CodeValueType, value: string | null): boolean {
  if (value === null || value === '') return valueType === codeValueType.text
  switch (valueType) {
    case codeValueType.text:
      return true
    case codeValueType.integer:
      return /^-?\d{1,15}$/.test(value)
    case codeValueType.decimal:
      return /^-?\d{1,15}(\.\d{1,6})?$/.test(value)
    case codeValueType.boolean:
      return value === 'true' || value === 'false'
    case codeValueType.date:
      return isDate(value)
    case codeValueType.json:
      return isJsonText(value)
    default:
      return false
  }
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Smallest and largest allowed value of parameters with a range. */
const ranges: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['POINT.PAR_VALUE', [0.0001, 100]],
  ['POINT.RESTORE_GRACE_DAYS', [0, 365]],
  ['TXN.MAX_BACKDATE_DAYS', [0, 365]],
  ['COMPANY.RETURN_DAYS_AFTER_END', [0, 3650]],
  ['REWARD.MAX_RATE', [0, 100]],
  ['ADJUST.LARGE_POINTS', [1, 9_999_999_999]],
  ['ACTIVITY.MAX_BUDGET', [1, 999_999_999_999]],
  ['CLOSE.GRACE_DAYS', [0, 31]],
  ['RECEIVABLE.REMIND_EVERY_DAYS', [0, 90]],
  ['TAX.RATE', [0, 100]],
  ['PASSWORD.MAX_AGE_DAYS', [1, 3650]],
  ['PASSWORD.WARN_DAYS', [0, 365]],
  ['LOGIN.MAX_FAILED', [1, 20]],
  ['EXPORT.SYNC_LIMIT', [1, 1_000_000]],
  ['BREAKAGE.DEFAULT_RATE', [0, 100]],
])

/** Rules for text parameters. Those used as links must not be able to run a script. */
const textRules: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['CTBC.COMPANY_NO', (value) => /^C\d{6}$/.test(value)],
  ['EINVOICE.SELLER_TAX_NO', isTaxNumber],
  ['EINVOICE.SELLER_NAME', (value) => value.length <= 60],
  ['EINVOICE.SELLER_ADDRESS', (value) => value.length <= 100],
  ['EINVOICE.UPCAST_FOLDER', (value) => isAbsolute(value) && !value.split(/[\\/]/).includes('..')],
  ['SERVICE.PHONE', isPhone],
  ['PORTAL.CAPTCHA', (value) => value === 'builtin' || value === 'selfhosted'],
  ['SERVICE.CONTACT_URL', isHttps],
  ['SERVICE.INTRO_URL', isHttps],
  ['CMS.URL', isHttps],
  ['AUDIT.ANCHOR_EMAIL', isEmail],
])

/** Account codes of the accountants' ledger: journal lines without a code could not be taken over. */
const accountCode = /^[0-9A-Za-z.-]{1,20}$/

/** True when a value is in the range of its parameter. Parameters without a range accept every value, and text may be empty. */
export function valueInRange(code: string, value: string | null): boolean {
  if (code.startsWith('JOURNAL.')) return accountCode.test(value ?? '')
  const rule = textRules.get(code)
  if (rule) return value === null || value === '' || rule(value)
  const range = ranges.get(code)
  if (!range || value === null) return true
  const number = Number(value)
  return number >= range[0] && number <= range[1]
}
