import { taipeiDate } from '../../../rules/dates.ts'
import { joinPhone, type PhoneParts } from '../../../rules/phoneParts.ts'
import { isPhone } from '../../../rules/text.ts'
import { type AddressFields, addressProblems } from '../geography/public.ts'

/** Refusal texts of domain 4.12 and 4.18. */
export const corporateTexts = {
  taxNumberTaken: '此統一編號已申請或已是企業會員。',
  emailTaken: '此電子郵件已被使用。',
  balanceLeft: '尚有點數餘額，無法終止。',
  alreadyActivated: '此企業會員已完成開通，請改用忘記密碼。',
  supplementOverdue: '逾30日未補件，系統自動結案。',
} as const

/** A refused tax ID may apply again after so many days; a supplement must come within so many. */
export const waitingDays = 30

/** When the nightly job looks for supplements that never came, Taipei time. */
export const supplementsEndAt = '00:20'

/** The last day, by days of Taipei, on which a supplement that was asked for then is taken until midnight: the job comes after it. */
export function lastSupplementDay(askedAt: Date): string {
  const [hours = 0, minutes = 0] = supplementsEndAt.split(':').map(Number)
  return taipeiDate(new Date(askedAt.getTime() + (waitingDays * 24 * 60 - hours * 60 - minutes) * 60_000))
}

/** What is wrong with an application beyond the rules of its single fields, by field. */
export function corporateProblems(member: AddressFields & PhoneParts): Readonly<Record<string, string>> {
  const phone: Record<string, string> = isPhone(joinPhone(member)) ? {} : { phoneNumber: '電話格式錯誤' }
  return { ...addressProblems(member), ...phone }
}
