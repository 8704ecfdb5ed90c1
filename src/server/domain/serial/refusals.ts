import { ApiError } from '../../platform/errors.ts'
import { type Bearer, bearerTables } from './bearers.ts'

/** Texts of domain 4.18. */
export const serialTexts = {
  wrong: '序號或密碼錯誤。',
  expired: '序號已逾期。',
  void: '序號已作廢。',
  spent: '序號已兌畢。',
  frozen: '序號已凍結，請洽客服人員。',
  inactive: '序號尚未生效。',
  repeated: '序號重複，請移除後再試。',
} as const

export type UnusableReason = 'expired' | 'void' | 'spent' | 'frozen' | 'inactive'

/** The same for partners, in brackets behind their own text. */
export const reasonLabels: Readonly<Record<UnusableReason | 'repeated', string>> = {
  expired: '已逾期',
  void: '已作廢',
  spent: '已兌畢',
  frozen: '凍結',
  inactive: '未生效',
  repeated: '重複',
}

/** A serial or card says no: E1601 for whoever does not know it, E1602 with the reason for its bearer. */
export class SerialRefusal extends ApiError {
  /** Null: wrong number or pin. */
  readonly reason: UnusableReason | 'repeated' | null

  constructor(reason: UnusableReason | 'repeated' | null) {
    super(409, reason === null ? 'E1601' : 'E1602', serialTexts[reason ?? 'wrong'])
    this.name = 'SerialRefusal'
    this.reason = reason
  }
}

/** Unknown number and wrong pin alike. */
export function wrongSerial(): SerialRefusal {
  return new SerialRefusal(null)
}

/** Why points that cannot be spent cannot be. Only for who has shown the right pin. */
export function unusableSerial(bearer: Bearer, today: string): SerialRefusal {
  return new SerialRefusal(reasonOf(bearer, today))
}

function reasonOf({ kind, status, expireDate, remainingPoints }: Bearer, today: string): UnusableReason {
  const { statusOf, inactive } = bearerTables[kind]
  if (inactive.includes(status)) return 'inactive'
  if (status === statusOf.void) return 'void'
  if (status === statusOf.frozen) return 'frozen'
  if (status === statusOf.expired || (expireDate !== null && expireDate < today)) return 'expired'
  return remainingPoints === 0 ? 'spent' : 'inactive'
}
