import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Database, Executor, Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { textError } from '../../platform/errors.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import { codeMail } from './mails.ts'

/** Life of a mailed code (domain 4.18), and of the ticket that a right one is answered with. */
const codeMinutes = 10
const ticketMinutes = 30
const codeDigits = 6
/** After this many wrong tries a code is no longer accepted. */
const wrongTriesMax = 5

export const codeTexts = {
  sent: '若資料正確，系統將寄送驗證碼至申請時填寫的電子郵件。',
  wrong: '申請編號、統一編號或驗證碼錯誤，或驗證碼已失效。',
  ticketGone: '查詢已逾時，請重新取得驗證碼。',
} as const

export interface CodeServices {
  readonly db: Database
  /** Key of the hashes of codes. */
  readonly key: Uint8Array
  readonly now: Date
  enqueueMail(executor: Executor, mail: Mail): Promise<void>
}

export interface Credentials {
  readonly applyNo: string
  readonly taxNumber: string
}

/**
 * Mails a new code when number and tax ID belong together; older codes end. The answer is always the same, and both cases take a
 * transaction, so that neither text nor time shows which case it was.
 *
 * @param isAllowed false when too many codes were asked for
 */
export async function sendCode(services: CodeServices, credentials: Credentials, isAllowed: boolean): Promise<void> {
  await transact(services.db, async (trx) => {
    const member = await findMember(trx, credentials)
    if (!member || !isAllowed) return
    const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
    const { now } = services
    await trx.updateTable('applicationCode').set({ usedAt: now }).where('memberId', '=', member.id).where('usedAt', 'is', null).execute()
    await trx
      .insertInto('applicationCode')
      .values({
        memberId: member.id,
        codeHash: hashCode(services.key, member.id, code),
        createdAt: now,
        expiresAt: after(now, codeMinutes),
        usedAt: null,
        ticketHash: null,
        ticketExpiresAt: null,
      })
      .execute()
    const { applyNo, contactEmail: email, contactName, companyName } = member
    await services.enqueueMail(trx, codeMail({ email, contactName, companyName, applyNo, code, minutes: codeMinutes }))
  })
}

/**
 * Exchanges a code for a ticket, once. A wrong try counts even though it is refused.
 *
 * @throws 400 alike for an unknown number, a foreign tax ID, a wrong or an old code
 */
export async function openByCode(
  services: CodeServices,
  credentials: Credentials,
  code: string,
): Promise<{ readonly memberId: number; readonly ticket: string }> {
  const opened = await transact(services.db, async (trx) => {
    const member = await findMember(trx, credentials)
    return member ? useCode(services, trx, member.id, code) : null
  })
  if (!opened) throw textError(400, codeTexts.wrong, 'APPLY_CODE')
  return opened
}

async function useCode({ key, now }: CodeServices, trx: Trx, memberId: number, code: string) {
  const stored = await trx
    .selectFrom('applicationCode')
    .select(['id', 'codeHash', 'wrongCount'])
    .where('memberId', '=', memberId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!stored || stored.wrongCount >= wrongTriesMax) return null
  const row = trx.updateTable('applicationCode').where('id', '=', stored.id)
  if (!isSame(stored.codeHash, hashCode(key, memberId, code.trim()))) {
    await row.set({ wrongCount: stored.wrongCount + 1 }).execute()
    return null
  }
  const ticket = randomBytes(32).toString('hex')
  await row.set({ usedAt: now, ticketHash: hashTicket(ticket), ticketExpiresAt: after(now, ticketMinutes) }).execute()
  return { memberId, ticket }
}

/** The application that a ticket opens. @throws 400 when the ticket is unknown or too old */
export async function findTicketOwner(db: Executor, ticket: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('applicationCode')
    .select('memberId')
    .where('ticketHash', '=', hashTicket(ticket))
    .where('ticketExpiresAt', '>', now)
    .executeTakeFirst()
  if (!row) throw textError(400, codeTexts.ticketGone, 'APPLY_TICKET')
  return row.memberId
}

/** Forgets codes whose tickets are over. */
export async function tidyCodes(db: Executor, now: Date): Promise<void> {
  await db
    .deleteFrom('applicationCode')
    .where('expiresAt', '<', after(now, -24 * 60))
    .execute()
}

function findMember(trx: Trx, { applyNo, taxNumber }: Credentials) {
  return trx
    .selectFrom('corporateMember')
    .select(['id', 'applyNo', 'contactEmail', 'contactName', 'companyName'])
    .where('applyNo', '=', applyNo.trim().toUpperCase())
    .where('taxNumber', '=', taxNumber.trim())
    .executeTakeFirst()
}

function hashCode(key: Uint8Array, memberId: number, code: string): string {
  return createHmac('sha256', key).update(`${memberId}\0${code}`).digest('hex')
}

function hashTicket(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex')
}

function isSame(first: string, second: string): boolean {
  const [one, other] = [Buffer.from(first), Buffer.from(second)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function after(now: Date, minutes: number): Date {
  return new Date(now.getTime() + minutes * 60_000)
}
