import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { asOneLine } from '../../../rules/cleanText.ts'
import { deliveryMethod, serialStatus, userActionType } from '../../../rules/codes.generated.ts'
import { formatSerialNo } from '../../../rules/serialNo.ts'
import { type SerialRecipient, serialRecipientProblems } from '../../../rules/serialRecipients.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { ApiError, apiError, fieldsError, textError } from '../../platform/errors.ts'
import type { TryLimit } from '../../platform/tryLimit.ts'
import { runOnce } from '../../records/calls/idempotency.ts'
import { getActingMember } from '../corporate/public.ts'
import type { TakeResend } from '../resendLimit.ts'
import type { SerialKeys } from '../serial/public.ts'
import { readFilePassword } from '../serial/public.ts'
import { chooseSerials, type OpenCode, readOpenCodes } from './chooseSerials.ts'
import { serialMail } from './mails.ts'
import { type OwnSettlement, readOwnSettlement } from './ownSettlements.ts'

const serialMailTexts = {
  wrongPassword: '序號檔密碼錯誤，請依「點數序號檔密碼」信件輸入。',
  sentBefore: '此電子郵件已收到此批次的序號，如需再寄請使用「重寄」',
  used: '此序號已兌換、凍結或失效，不需重寄。',
} as const

export interface MailingServices {
  readonly keys: SerialKeys
  /** Wrong passwords of the file. */
  readonly passwordTries: TryLimit
  readonly takeResend: TakeResend
}

interface SentList {
  readonly settlementNo: string
  readonly recipients: readonly SerialRecipient[]
  /** The password of the serial file. It was mailed to the account's address only, so a stolen session does not know it. */
  readonly filePassword: string
  readonly key: string
}

/** An order of the member, while its serials can be read. @throws M08 for those of others */
async function openOrder(app: FastifyInstance, actor: Actor, settlementNo: string) {
  const now = app.clock.now()
  const member = await getActingMember(app.db, actor, now)
  const order = await readOwnSettlement(app.db, member.corporateNo, settlementNo, now)
  if (order?.deliveryMethod !== deliveryMethod.file) throw apiError('M08')
  return { now, member, order }
}

/**
 * Mails one serial of an order to each recipient: all of them or none.
 *
 * @throws 400 with a text for each wrong row (`recipients.N`) or for the password, 409 when serials or their list are gone
 */
export async function mailSerials(
  app: FastifyInstance,
  services: MailingServices,
  actor: Actor,
  sent: SentList,
): Promise<{ sent: number }> {
  const { settlementNo, key } = sent
  const recipients = sent.recipients.map(({ name, email }) => ({ name: name.trim(), email: email.trim() }))
  assertNoRowProblems(serialRecipientProblems(recipients))
  const { now, member, order } = await openOrder(app, actor, settlementNo)
  await checkPassword(app, services, { settlementNo, given: sent.filePassword, now })
  const repeatable = { userId: actor.id, operation: 'portal serial_mails', key, body: { settlementNo, recipients }, now }
  return runOnce(app.db, repeatable, async (trx) => {
    await lockOrder(trx, settlementNo)
    await assertNotSentBefore(trx, settlementNo, recipients)
    const ids = await chooseSerials(trx, settlementNo, recipients.length, now)
    const codes = await readOpenCodes(trx, services.keys, settlementNo, ids)
    for (const [index, code] of codes.entries()) {
      const recipient = recipients[index] as SerialRecipient
      const mailId = await enqueue(app, trx, { order, companyName: member.companyName, recipient, code })
      const values = { serialId: code.serialId, settlementNo, recipientName: recipient.name, recipientEmail: recipient.email, mailId }
      await trx
        .insertInto('serialMail')
        .values({ ...values, createdBy: actor.userName, createdAt: now })
        .execute()
    }
    await writeDown(trx, actor, order, `寄送點數序號 ${settlementNo}（${recipients.length} 組）`)
    return { sent: recipients.length }
  })
}

/**
 * Mails a serial to its recipient again, to the address of then.
 *
 * @throws M08 for what was mailed to nobody or is not the member's, 409 once it was used, its list is gone, or after three times in a day
 */
export async function resendSerial(
  app: FastifyInstance,
  { keys, takeResend }: MailingServices,
  actor: Actor,
  { settlementNo, serialId }: { readonly settlementNo: string; readonly serialId: number },
): Promise<void> {
  const { now, member, order } = await openOrder(app, actor, settlementNo)
  const mailed = await app.db
    .selectFrom('serialMail')
    .innerJoin('pointSerial', 'pointSerial.id', 'serialMail.serialId')
    .select(['recipientName as name', 'recipientEmail as email', 'pointSerial.status', 'pointSerial.last4'])
    .where('serialMail.serialId', '=', serialId)
    .where('serialMail.settlementNo', '=', settlementNo)
    .executeTakeFirst()
  if (!mailed) throw apiError('M08')
  if (mailed.status !== serialStatus.usable && mailed.status !== serialStatus.partlyUsed) throw textError(409, serialMailTexts.used)
  await readFilePassword(app.db, keys, settlementNo, now)
  await takeResend(String(serialId), now)
  await transact(app.db, async (trx) => {
    const [code] = await readOpenCodes(trx, keys, settlementNo, [serialId])
    if (!code) throw apiError('M08')
    const mailId = await enqueue(app, trx, { order, companyName: member.companyName, recipient: mailed, code })
    await trx
      .updateTable('serialMail')
      .set((row) => ({ mailId, mailCount: row('mailCount', '+', 1) }))
      .where('serialId', '=', serialId)
      .execute()
    await writeDown(trx, actor, order, `重寄點數序號 ${settlementNo} 末四碼 ${mailed.last4}`)
  })
}

function assertNoRowProblems(problems: ReadonlyMap<number, string>): void {
  if (problems.size === 0) return
  throw fieldsError(Object.fromEntries([...problems].map(([index, text]) => [`recipients.${index}`, `第 ${index + 1} 列：${text}`])))
}

/** Hashes of the same length are compared, and wrong tries counted: nobody tries passwords. @throws 409 when the file is gone */
async function checkPassword(
  app: FastifyInstance,
  { keys, passwordTries }: MailingServices,
  { settlementNo, given, now }: { readonly settlementNo: string; readonly given: string; readonly now: Date },
): Promise<void> {
  const password = await readFilePassword(app.db, keys, settlementNo, now)
  const waitSeconds = await passwordTries.take(settlementNo, now)
  if (waitSeconds > 0) throw new ApiError(429, 'E429', '嘗試次數過多，請稍後再試。', { headers: { 'retry-after': String(waitSeconds) } })
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(asOneLine(given).trim()), digest(password)))
    throw fieldsError({ filePassword: serialMailTexts.wrongPassword })
  await passwordTries.forgive(settlementNo)
}

/** Lock: two lists of one order are mailed one after another. */
async function lockOrder(trx: Trx, settlementNo: string): Promise<void> {
  await trx.selectFrom('corporateSettlement').select('id').where('settlementNo', '=', settlementNo).forNoKeyUpdate().execute()
}

async function assertNotSentBefore(trx: Trx, settlementNo: string, recipients: readonly SerialRecipient[]): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select lower(recipient_email) as email from serial_mail where settlement_no = ${settlementNo}`.execute(trx)
  const before = new Set(rows.map(({ email }) => email))
  const repeated = recipients.flatMap(({ email }, index) => (before.has(email.toLowerCase()) ? [index] : []))
  assertNoRowProblems(new Map(repeated.map((index) => [index, serialMailTexts.sentBefore])))
}

interface Parcel {
  readonly order: OwnSettlement
  readonly companyName: string
  readonly recipient: SerialRecipient
  readonly code: OpenCode
}

function enqueue(app: FastifyInstance, trx: Trx, { order, companyName, recipient, code }: Parcel): Promise<number> {
  const { pointsPerSerial: points, validTo } = order
  const serial = { serialNo: formatSerialNo(code.number), pin: code.pin, points, validTo }
  return app.mail.enqueueKnown(trx, serialMail({ companyName, recipient, serial, publicUrl: app.config.publicUrl }))
}

function writeDown(trx: Trx, actor: Actor, { id }: OwnSettlement, action: string): Promise<void> {
  return writeUserAction(trx, { actor, userActionType: userActionType.other, action, entity: 'corporateSettlement', entityId: id })
}
