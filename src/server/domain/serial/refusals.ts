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

/** Unknown number and wrong pin alike (E1601). */
export function wrongSerial(): ApiError {
  return new ApiError(409, 'E1601', serialTexts.wrong)
}

/** Why points that cannot be spent cannot be (E1602). Only for who has shown the right pin. */
export function unusableSerial(bearer: Bearer, today: string): ApiError {
  return new ApiError(409, 'E1602', serialTexts[reasonOf(bearer, today)])
}

function reasonOf(
  { kind, status, expireDate, remainingPoints }: Bearer,
  today: string,
): 'expired' | 'void' | 'spent' | 'frozen' | 'inactive' {
  const { statusOf, inactive } = bearerTables[kind]
  if (inactive.includes(status)) return 'inactive'
  if (status === statusOf.void) return 'void'
  if (status === statusOf.frozen) return 'frozen'
  if (status === statusOf.expired || (expireDate !== null && expireDate < today)) return 'expired'
  return remainingPoints === 0 ? 'spent' : 'inactive'
}
