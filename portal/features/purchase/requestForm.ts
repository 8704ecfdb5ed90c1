import { deliveryMethod } from '../../../src/rules/codes.generated.ts'
import { message } from '../../../src/rules/messages.ts'
import { type PointRequest, type PointRequestField, pointRequestProblems } from '../../../src/rules/pointRequest.ts'
import { storedMembers, storedText } from '../../shared/form/useDraft.ts'

/** A request as it is typed. */
export type RequestValues = Readonly<Record<PointRequestField, string>>

export const deliveryOptions = [
  { key: deliveryMethod.file, value: '序號檔', note: '發給同仁或客戶，各自挑選票券' },
  { key: deliveryMethod.account, value: '存入企業帳戶', note: '由公司統一兌換票券' },
  { key: deliveryMethod.cards, value: '實體卡', note: '印製成卡片，寄送至公司' },
] as const

/** Numbers of points that can be chosen by a button. */
export const usualPoints = [100, 300, 500, 1000] as const

export function readRequest(stored: unknown): RequestValues {
  const source = storedMembers(stored)
  return {
    deliveryMethod: typeof source.deliveryMethod === 'string' ? source.deliveryMethod : deliveryMethod.file,
    pointsPerSerial: storedText(source.pointsPerSerial),
    quantity: storedText(source.quantity),
    purpose: storedText(source.purpose),
  }
}

/** Points delivered to the account are a single lot. */
export function requestOf({ deliveryMethod: method, pointsPerSerial, quantity, purpose }: RequestValues): PointRequest {
  const isAccount = method === deliveryMethod.account
  return {
    deliveryMethod: method,
    pointsPerSerial: wholeOf(pointsPerSerial),
    quantity: isAccount ? 1 : wholeOf(quantity),
    purpose: purpose.trim(),
  }
}

/** Problems by field id. Empty fields are only missing and have no text. */
export function requestProblems(values: RequestValues): Readonly<Partial<Record<PointRequestField, string>>> {
  const problems = pointRequestProblems(requestOf(values))
  const isEmpty = (name: PointRequestField) => problems[name] !== undefined && values[name].trim() === ''
  return {
    ...problems,
    ...(isEmpty('pointsPerSerial') && { pointsPerSerial: message('M05', { title: '點數' }) }),
    ...(isEmpty('quantity') && { quantity: message('M05', { title: '組數' }) }),
  }
}

/** Total points; null while they cannot be computed. */
export function totalOf(values: RequestValues): number | null {
  const { pointsPerSerial, quantity } = requestOf(values)
  const total = pointsPerSerial * quantity
  return Number.isSafeInteger(total) && total > 0 ? total : null
}

function wholeOf(text: string): number {
  const digits = text.replaceAll(',', '').trim()
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN
}
