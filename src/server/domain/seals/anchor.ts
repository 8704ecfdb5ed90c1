import { sql } from 'kysely'
import { logCategory } from '../../../rules/codes.generated.ts'
import { addDays, taipeiDate } from '../../../rules/dates.ts'
import type { ActivityLog } from '../../platform/activity.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { layOutMail } from '../../platform/mail/mailLayout.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import { readParameter } from '../settings/public.ts'
import { anchorCode } from './sealText.ts'

export interface Anchor {
  /** The day that ended, YYYY-MM-DD. */
  readonly day: string
  readonly sealNo: number
  readonly auditRows: number
  readonly ledgerRows: number
  readonly code: string
}

export interface AnchorServices {
  readonly db: Database
  readonly activity: Pick<ActivityLog, 'writeWith'>
  enqueueMail(trx: Trx, mail: Mail): Promise<void>
}

/** Where the anchor of each day is mailed; nowhere while it is empty. */
const addressParameter = 'AUDIT.ANCHOR_EMAIL'

/**
 * Writes the last seal down as the anchor of the day that ended: into 系統活動紀錄, from which it is printed, and to the address of the
 * parameter. Once for each day.
 *
 * @returns null when the day has its anchor, or there is no seal yet
 */
export function anchorDay(services: AnchorServices, now: Date): Promise<Anchor | null> {
  const day = addDays(taipeiDate(now), -1)
  return transact(services.db, async (trx) => {
    const anchor = await writeAnchor(trx, day, now)
    if (!anchor) return null
    await services.activity.writeWith(trx, { category: logCategory.system, message: lineOf(anchor), detail: anchor })
    const to = await readParameter(trx, addressParameter, taipeiDate(now))
    if (to) await services.enqueueMail(trx, mailOf(to, anchor))
    return anchor
  })
}

async function writeAnchor(trx: Trx, day: string, now: Date): Promise<Anchor | null> {
  const last = await sql<{ sealNo: number; auditRows: number; ledgerRows: number; mac: string }>`
    select seal_no, audit_total as audit_rows, ledger_total as ledger_rows, encode(mac, 'hex') as mac
    from audit_seal order by seal_no desc limit 1`.execute(trx)
  const seal = last.rows[0]
  if (!seal) return null
  const { sealNo, auditRows, ledgerRows } = seal
  const code = anchorCode(sealNo, seal.mac)
  const { rows } = await sql`
    insert into audit_anchor (day, anchored_at, seal_no, audit_rows, ledger_rows, code)
    values (${day}, ${now}, ${sealNo}, ${auditRows}, ${ledgerRows}, ${code}) on conflict do nothing returning day`.execute(trx)
  return rows.length === 0 ? null : { day, sealNo, auditRows, ledgerRows, code }
}

const shown = (count: number) => count.toLocaleString('en-US')

function lineOf({ day, auditRows, ledgerRows, code }: Anchor): string {
  return `稽核錨點 ${day}：稽核 ${shown(auditRows)} 筆、帳本 ${shown(ledgerRows)} 筆，錨點碼 ${code}，請列印留存`
}

function mailOf(to: string, { day, auditRows, ledgerRows, code }: Anchor): Mail {
  return layOutMail({
    to,
    subject: `稽核錨點 ${day}`,
    greeting: '稽核人員',
    paragraphs: [
      '請列印或另存本信。日後以 npm run verify -- --anchor 錨點碼 檢核，即可證明當日之前的稽核紀錄與點數帳本未被變更、刪除或截短。',
    ],
    facts: [
      ['日期', day],
      ['稽核紀錄筆數', shown(auditRows)],
      ['帳本交易筆數', shown(ledgerRows)],
      ['錨點碼', code],
    ],
  })
}
