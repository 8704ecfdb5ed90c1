import { isFileDataUrl } from './attachments.ts'
import { isDate, isDateTime, isMonth } from './dates.ts'
import { isImageDataUrl } from './images.ts'
import { isIpOrCidr } from './ipAddress.ts'
import { isTaxNumber } from './taxNumber.ts'
import * as text from './text.ts'

/**
 * The named formats of entity documents; `src/language/record/formatChecks.ts` connects the names to the language. Used by the validators of
 * browser and server. For `html` it is only checked that the text can be stored, because the server cleans it.
 */
export const formats = {
  date: isDate,
  'date-time': isDateTime,
  month: isMonth,
  email: text.isEmail,
  taxNumber: isTaxNumber,
  phone: text.isPhone,
  mobile: text.isMobile,
  invoiceNumber: text.isInvoiceNumber,
  alphaNumeric: text.isAlphaNumeric,
  accountName: text.isAccountName,
  zipCode: text.isZipCode,
  ipOrCidr: isIpOrCidr,
  base64: text.isBase64,
  hex: text.isHex,
  https: text.isHttps,
  imageDataUrl: isImageDataUrl,
  fileDataUrl: isFileDataUrl,
  html: text.isStorableText,
  json: text.isJson,
  hour: text.isHour,
} as const satisfies Record<string, (value: string) => boolean>
export type FormatName = keyof typeof formats
