import { activityCategory } from '../platform/activity.ts'
import type { RecordHooks, RecordValues } from '../records/hooks.ts'

/** Whoever may give any account a new password learns nothing from a mailed link or password that would give more. */
const mailReaders = 'authority.users.resetpassword'

/**
 * Mails that no mail server took stand in 系統活動紀錄 for system administrators (domain 4.1). They hold reset links and first
 * passwords, so everybody else who reads that log, auditors above all, gets them without their text.
 */
export const activityLogHooks: RecordHooks = {
  present({ actor, screen }, record) {
    const isHidden = screen !== null && record.logCategory === activityCategory.mail && !actor.permissions.has(mailReaders)
    return isHidden ? { ...record, detail: withoutText(record.detail) } : record
  },
}

function withoutText(detail: unknown): string | null {
  if (typeof detail !== 'string') return null
  const mail = JSON.parse(detail) as RecordValues
  return JSON.stringify('text' in mail ? { ...mail, text: '（僅系統管理員可檢視）' } : mail)
}
