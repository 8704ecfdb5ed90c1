import { fileDataUrlProblem } from './attachments.ts'
import type { FormatName } from './formats.ts'
import { imageDataUrlProblem } from './images.ts'
import { message } from './messages.ts'
import { taxNumberProblem, taxNumberText } from './taxNumber.ts'

/** Texts of specification 5 where it gives one; the others say what is expected. Null stands for the standard text M06. */
const texts: Readonly<Record<FormatName, string | null>> = {
  date: null,
  'date-time': null,
  month: null,
  email: '電子郵件格式錯誤.',
  taxNumber: taxNumberText,
  phone: '電話格式錯誤',
  mobile: '手機格式錯誤',
  invoiceNumber: '發票格式錯誤',
  alphaNumeric: '只能輸入英文字母及數字',
  accountName: '帳號須為4至50個英文字母、數字、點或底線',
  zipCode: '郵遞區號須為3碼或6碼數字',
  ipOrCidr: null,
  base64: null,
  hex: null,
  https: '網址須以 https:// 開頭',
  imageDataUrl: null,
  fileDataUrl: null,
  html: null,
  json: null,
  hour: null,
}

/** Text for a value that does not match its format. */
export function formatProblem(format: FormatName, value: unknown, title: string): string {
  if (format === 'taxNumber' && typeof value === 'string') return taxNumberProblem(value) ?? taxNumberText
  if (format === 'imageDataUrl' && typeof value === 'string') return imageDataUrlProblem(value) ?? message('M06', { title })
  if (format === 'fileDataUrl' && typeof value === 'string') return fileDataUrlProblem(value) ?? message('M06', { title })
  return texts[format] ?? message('M06', { title })
}
