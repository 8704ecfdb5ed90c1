import { openMail } from '../platform/mail/sealedText.ts'
import type { RecordHooks } from '../records/hooks.ts'

/** Whoever may give any account a new password learns nothing from a mailed link or password that would give more. */
const mailReaders = 'authority.users.resetpassword'

/**
 * Mails that no mail server took are read through 系統活動紀錄 by system administrators (domain 4.1). They hold reset links, first
 * passwords and coupons: they are opened in a single record only, and everybody else who reads that log, auditors above all, gets
 * them without their text.
 *
 * @param key of `deriveMailKey`
 */
export function createActivityLogHooks(key: Buffer): RecordHooks {
  return {
    present({ actor, screen, place }, record) {
      const mail = screen === null ? null : sealedMailOf(record.detail)
      if (!mail) return record
      const { sealed, ...shown } = mail
      if (!actor.permissions.has(mailReaders)) return { ...record, detail: JSON.stringify({ ...shown, text: '（僅系統管理員可檢視）' }) }
      const text = place === 'record' ? textOf(key, mail) : '（請檢視單筆資料）'
      return { ...record, detail: JSON.stringify({ ...shown, text }) }
    },
  }
}

interface SealedMail {
  readonly to: string
  readonly subject: string
  readonly sealed: string
}

/** As the view of the log joins it to the row. */
function sealedMailOf(detail: unknown): SealedMail | null {
  if (typeof detail !== 'string' || !detail.includes('"sealed"')) return null
  const mail = JSON.parse(detail) as Partial<SealedMail>
  return typeof mail.sealed === 'string' && typeof mail.to === 'string' && typeof mail.subject === 'string' ? (mail as SealedMail) : null
}

/** A mail sealed by another installation (a copied database) does not keep its row from being read. */
function textOf(key: Buffer, mail: SealedMail): string {
  try {
    return openMail(key, mail, mail.sealed).text
  } catch {
    return '（以其他系統的金鑰加密，無法開啟）'
  }
}
