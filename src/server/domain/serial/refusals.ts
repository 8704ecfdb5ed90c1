import { ApiError } from '../../platform/errors.ts'
import { type RedeemableCode, redeemableTables } from './redeemableCodes.ts'

/** Texts of domain 4.18. */
const serialTexts = {
  wrong: '序號或密碼錯誤。',
  expired: '序號已逾期。',
  void: '序號已作廢。',
  spent: '序號已兌畢。',
  frozen: '序號已凍結，請洽客服人員。',
  inactive: '序號尚未生效。',
  repeated: '序號重複，請移除後再試。',
} as const

/** For a corporate member about what it bought itself. */
const ownTexts = { frozenByPins: '此序號因密碼連續錯誤 5 次而凍結，點數仍保留。請洽客服人員，確認身分後即可解除凍結。' } as const

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

/** The refusal of a serial or card: E1601 when number or pin is wrong, E1602 with the reason for its holder. */
export class SerialRefusal extends ApiError {
  /** Null: wrong number or pin. */
  readonly reason: UnusableReason | 'repeated' | null

  constructor(reason: UnusableReason | 'repeated' | null, text: string = serialTexts[reason ?? 'wrong']) {
    super(409, reason === null ? 'E1601' : 'E1602', text)
    this.name = 'SerialRefusal'
    this.reason = reason
  }
}

/** The same error for an unknown number and a wrong pin. */
export function wrongSerial(): SerialRefusal {
  return new SerialRefusal(null)
}

/** A wrong pin, with the number of tries that are left. Only for the owner. */
export function wrongPinOfOwn(triesLeft: number): SerialRefusal {
  return new SerialRefusal(null, `密碼錯誤。再錯 ${triesLeft} 次，此序號將凍結。`)
}

/** The code is frozen, whatever pin was shown. Only for the owner. */
export function frozenOwn(frozenBy: RedeemableCode['frozenBy']): SerialRefusal {
  return frozenBy === 'staff' ? new SerialRefusal('frozen') : new SerialRefusal('frozen', ownTexts.frozenByPins)
}

/** Why the points cannot be spent. Only for a caller that showed the right pin. */
export function unusableSerial(code: RedeemableCode, today: string): SerialRefusal {
  return new SerialRefusal(reasonOf(code, today))
}

function reasonOf({ kind, status, expireDate, remainingPoints }: RedeemableCode, today: string): UnusableReason {
  const { statusOf, inactive } = redeemableTables[kind]
  if (inactive.includes(status)) return 'inactive'
  if (status === statusOf.void) return 'void'
  if (status === statusOf.frozen) return 'frozen'
  if (status === statusOf.expired || (expireDate !== null && expireDate < today)) return 'expired'
  return remainingPoints === 0 ? 'spent' : 'inactive'
}
