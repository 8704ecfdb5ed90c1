import { deliveryMethod } from './codes.generated.ts'
import { message } from './messages.ts'

/** Limits of one order of points (domain 4.12) that also apply to requests of members. */
export const pointRequestLimits = { pointsMax: 100_000, quantityMax: 50_000, purposeLength: 200 } as const

/** A request of a corporate member. Numbers that cannot be parsed are NaN. */
export interface PointRequest {
  readonly deliveryMethod: string
  readonly pointsPerSerial: number
  /** 1 when the points go into the account. */
  readonly quantity: number
  readonly purpose: string
}

export type PointRequestField = keyof PointRequest

/** Problems of a request by field, with the same texts in browser and server. */
export function pointRequestProblems(request: PointRequest): Readonly<Partial<Record<PointRequestField, string>>> {
  const { deliveryMethod: method, pointsPerSerial, quantity, purpose } = request
  const { pointsMax, quantityMax, purposeLength } = pointRequestLimits
  const isMethod = (Object.values(deliveryMethod) as readonly string[]).includes(method)
  return {
    ...(!isMethod && { deliveryMethod: message('M05', { title: '交付方式' }) }),
    ...(!isBetween(pointsPerSerial, pointsMax) && { pointsPerSerial: rangeText('點數', pointsMax) }),
    ...(!isBetween(quantity, quantityMax) && { quantity: rangeText('組數', quantityMax) }),
    ...(method === deliveryMethod.account && quantity !== 1 && { quantity: '存入企業帳戶的組數須為 1' }),
    ...(purpose.trim().length > purposeLength && { purpose: `備註最多 ${purposeLength} 字` }),
  }
}

function isBetween(value: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= max
}

function rangeText(title: string, max: number): string {
  return `${title}須為 1 至 ${max.toLocaleString('en-US')} 之整數`
}
