import type { FastifyInstance } from 'fastify'
import { type DeliveryKind, deliveryKind } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { transact } from '../../../platform/database/transact.ts'
import type { JobContext } from '../../../platform/jobs/jobRunner.ts'
import { layOutMail } from '../../../platform/mail/mailLayout.ts'
import type { Mail } from '../../../platform/mail/outbox.ts'
import type { HookContext } from '../../../records/hooks.ts'
import { factsOf, paperTitles } from './paperTexts.ts'
import { type PaperHead, readPaper, type StatementPaper } from './readPaper.ts'
import { makeFile, type StatementFile } from './statementFiles.ts'

const deliveryJob = 'accounting.deliverStatement'

/** Enqueues the job that makes and mails the files of a delivery, in the transaction of the step. */
export type AskForDelivery = (trx: Trx, deliveryId: number, requestedBy: string) => Promise<void>

export interface WantedDelivery {
  readonly statementId: number
  readonly kind: DeliveryKind
}

/** Steps 寄送對帳單 and 付款提醒. Making the files takes seconds, so the step only stores what has to be sent to whom. */
export async function requestDelivery(
  { trx, actor, now }: Pick<HookContext, 'trx' | 'actor' | 'now'>,
  { statementId, kind }: WantedDelivery,
  ask: AskForDelivery,
): Promise<void> {
  const { financeEmail } = await trx
    .selectFrom('statement as s')
    .innerJoin('company as c', 'c.companyNo', 's.companyNo')
    .select('c.financeEmail')
    .where('s.id', '=', statementId)
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('statementDelivery')
    .values({ statementId, kind, recipient: financeEmail, requestedBy: actor.userName, requestedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ask(trx, id, actor.userName)
}

/** @returns function that asks for a delivery */
export function registerDelivery(app: FastifyInstance): AskForDelivery {
  app.jobs.register(deliveryJob, { title: '寄送對帳單', run: (context) => deliver(app, context) })
  return async (trx, deliveryId, requestedBy) => {
    await app.jobs.enqueue(trx, deliveryJob, { deliveryId }, { requestedBy })
  }
}

async function deliver(app: FastifyInstance, { db, payload }: JobContext): Promise<{ recipient: string } | null> {
  const { deliveryId } = payload as { readonly deliveryId: number }
  const { statementId, kind, recipient, mailId } = await db
    .selectFrom('statementDelivery')
    .select(['statementId', 'kind', 'recipient', 'mailId'])
    .where('id', '=', deliveryId)
    .executeTakeFirstOrThrow()
  if (mailId !== null) return null
  const paper = await readPaper(db, statementId)
  const files = [await makeFile(app, paper, 'pdf', 0), await makeFile(app, paper, 'xlsx', 0)]
  await transact(db, async (trx) => {
    // Two processes may have made the files; only one of them mails them.
    const waiting = await trx
      .selectFrom('statementDelivery')
      .select('id')
      .where('id', '=', deliveryId)
      .where('mailId', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!waiting) return
    const sent = await app.mail.enqueueKnown(trx, mailOf[kind](paper, recipient, files))
    await trx.updateTable('statementDelivery').set({ mailId: sent }).where('id', '=', deliveryId).execute()
  })
  return { recipient }
}

type MailOf = (paper: StatementPaper, recipient: string, files: readonly StatementFile[]) => Mail

const mailOf: Readonly<Record<DeliveryKind, MailOf>> = { [deliveryKind.statement]: statementMail, [deliveryKind.reminder]: reminderMail }

function statementMail({ head }: StatementPaper, recipient: string, files: readonly StatementFile[]): Mail {
  const title = paperTitles[head.statementKind]
  return letterOf(head, recipient, files, {
    subject: title,
    text: `隨信附上貴公司的${title}（PDF 與 Excel 檔），關帳日期 ${taipeiDate(head.closedAt)}。如有疑問，請與帳務人員聯繫。`,
    amounts: [[head.netAmount < 0 ? '應付貴公司' : '應付金額', Math.abs(head.netAmount)]],
  })
}

function reminderMail({ head, outstandingAmount }: StatementPaper, recipient: string, files: readonly StatementFile[]): Mail {
  return letterOf(head, recipient, files, {
    subject: '付款提醒',
    text: `貴公司下列對帳單尚有款項未付，付款期限為 ${head.dueDate}。如已付款，請忽略本信；如有疑問，請與帳務人員聯繫。`,
    amounts: [['尚未付款金額', outstandingAmount]],
  })
}

interface LetterWords {
  readonly subject: string
  readonly text: string
  /** Whole NT$. */
  readonly amounts: readonly (readonly [title: string, amount: number])[]
}

function letterOf(head: PaperHead, recipient: string, files: readonly StatementFile[], { subject, text, amounts }: LetterWords): Mail {
  const letter = layOutMail({
    to: recipient,
    subject: `${subject} ${head.periodNo} ${head.companyName}`,
    greeting: head.companyName,
    paragraphs: [text],
    facts: [...factsOf(head), ...amounts.map(([title, amount]) => [title, `NT$${amount.toLocaleString('en-US')}`] as const)],
  })
  const attached = files.map(({ fileName, contentType, content }) => ({ fileName, contentType, base64: content.toString('base64') }))
  return { ...letter, files: attached }
}
