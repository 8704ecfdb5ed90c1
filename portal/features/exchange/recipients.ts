import { message } from '../../../src/rules/messages.ts'
import { isEmail, isMobile } from '../../../src/rules/text.ts'
import type { MissingField } from '../../shared/form/MissingFields.tsx'
import { readTyped } from '../../shared/form/typedText.ts'
import type { Problems } from '../../shared/form/useAttempt.ts'
import type { Offer, Quantities } from './offers.ts'

/** The recipient of the coupons, as typed. */
export interface Recipient {
  readonly name: string
  readonly mobile: string
  readonly email: string
}

/** One line of an exchange for many recipients. */
export interface RecipientRow extends Recipient {
  /** Used only on this page, because rows have no number. */
  readonly key: string
  readonly couponBatchNo: string
  /** As typed. */
  readonly quantity: string
}

/** Id of the first field of a line. */
export const nameId = (key: string) => `recipient-${key}`

export const recipientRowsMax = 500

export const emptyRecipient: Recipient = { name: '', mobile: '', email: '' }

/** Problems of a recipient by field. */
export function recipientProblems({ name, mobile, email }: Recipient): Problems {
  const required = (title: string) => message('M05', { title })
  const mobileText = mobile.trim() === '' ? required('手機') : isMobile(mobile.trim()) ? null : '手機格式錯誤'
  const emailText = email.trim() === '' ? required('電子郵件') : isEmail(email.trim()) ? null : '電子郵件格式錯誤.'
  return {
    ...(name.trim() === '' && { name: required('收件人') }),
    ...(mobileText && { mobile: mobileText }),
    ...(emailText && { email: emailText }),
  }
}

const recipientTitles = { name: '收件人', mobile: '手機', email: '電子郵件' } as const

/** Ids of the fields of a single recipient. */
export const recipientFieldIds = { name: 'recipientName', mobile: 'recipientMobile', email: 'recipientEmail' } as const

/** Missing input of a recipient, shown beside the disabled button. */
export function missingRecipientFields(recipient: Recipient): readonly MissingField[] {
  const problems = recipientProblems(recipient)
  return (['name', 'mobile', 'email'] as const).flatMap((field) => {
    const problem = problems[field]
    if (problem === undefined) return []
    const title = recipientTitles[field]
    return [{ text: problem.endsWith('必填') ? title : `${title}（${problem}）`, fieldId: recipientFieldIds[field] }]
  })
}

export function trimRecipient({ name, mobile, email }: Recipient): Recipient {
  return { name: name.trim(), mobile: mobile.trim(), email: email.trim() }
}

/** Problems of a line: recipient, product, quantity. */
export function rowProblems(row: RecipientRow, offers: readonly Offer[]): Problems {
  const isOffered = offers.some(({ couponBatchNo }) => couponBatchNo === row.couponBatchNo)
  return {
    ...recipientProblems(row),
    ...(!isOffered && { couponBatchNo: unofferedText(row.couponBatchNo.trim()) }),
    ...(!/^[1-9]\d{0,3}$/.test(row.quantity.trim()) && { quantity: '數量須為 1 以上之整數' }),
  }
}

/** A number from a file may be one that is no product, or none any more; the choice in the line is empty then. */
function unofferedText(couponBatchNo: string): string {
  return couponBatchNo === '' ? message('M05', { title: '票券' }) : `票券「${couponBatchNo}」未提供兌換，請改選`
}

/** Quantities of all lines added up (domain 4.18). */
export function sumQuantities(rows: readonly RecipientRow[]): Quantities {
  const sums: Record<string, number> = {}
  for (const { couponBatchNo, quantity } of rows) {
    const count = Number.parseInt(quantity, 10)
    if (couponBatchNo !== '' && count > 0) sums[couponBatchNo] = (sums[couponBatchNo] ?? 0) + count
  }
  return sums
}

/** Headings of the file in order; further columns are ignored. */
export const recipientHeadings = ['收件人', '手機', '電子郵件', '票券編號', '數量'] as const

/**
 * Reads recipients from cells, with or without headings; empty lines are skipped.
 *
 * @param makeKey makes the key of each line
 * @throws RangeError with a text for the user when there are none or too many
 */
export function recipientRows(lines: readonly (readonly string[])[], makeKey: () => string): readonly RecipientRow[] {
  const rows = lines.filter((cells) => cells.some((cell) => cell.trim() !== '') && cells[0]?.trim() !== recipientHeadings[0])
  if (rows.length === 0) throw new RangeError('檔案中沒有收件人資料。')
  if (rows.length > recipientRowsMax) throw new RangeError(`一次最多匯入 ${recipientRowsMax} 筆收件人。`)
  return rows.map(([name = '', mobile = '', email = '', couponBatchNo = '', quantity = '']) => ({
    key: makeKey(),
    name,
    mobile: mobileOf(mobile),
    email: readTyped(email, { type: 'email' }),
    couponBatchNo,
    quantity: readTyped(quantity, { inputMode: 'numeric' }),
  }))
}

/** Restores the leading zero, which spreadsheet programs remove from numbers. */
function mobileOf(cell: string): string {
  const mobile = readTyped(cell, { inputMode: 'tel' })
  return /^9\d{8}$/.test(mobile) ? `0${mobile}` : mobile
}
