import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { invoiceDocType, invoiceStatus, uploadStatus } from '../../../../rules/codes.generated.ts'
import { fileStamp, taipeiDate } from '../../../../rules/dates.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { type MessageCode, messageWriters } from './messages.ts'
import { findSeller, getStoredDocument } from './readDocuments.ts'

/** Documents in one look: a run that was long away makes the rest with the next. */
const batchSize = 500

type DocumentCode = Exclude<MessageCode, 'E0402'>

/** A message to be kept; it is sent as it was made. */
interface NewMessage {
  readonly code: MessageCode
  /** Null for unused numbers. */
  readonly documentId: number | null
  readonly subjectNo: string
  readonly attempt: number
  readonly xml: string
}

interface MakeContext {
  readonly now: Date
  /** Account or job. */
  readonly by: string
}

/** @returns false when another process has made the same meanwhile */
export async function insertMessage(db: Executor, message: NewMessage, { now, by }: MakeContext): Promise<boolean> {
  const { code, subjectNo, xml } = message
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('einvoiceMessage')
    .values({
      ...message,
      fileName: `${code}_${subjectNo}_${fileStamp(now)}.xml`,
      sha256: createHash('sha256').update(xml, 'utf8').digest('hex'),
      ...{ madeBy: by, madeAt: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0) > 0
}

interface Made {
  readonly made: number
  readonly failures: readonly Error[]
}

/**
 * Makes the first message of each kind that documents need by `now` and lack: of those that were issued, and of those that became void.
 *
 * @returns what could not be made keeps nothing else from being made; nothing is, while no seller is named
 */
export async function makeMissingMessages(db: Executor, context: MakeContext): Promise<Made> {
  if (!(await findSeller(db, taipeiDate(context.now)))) return { made: 0, failures: [] }
  const failures: Error[] = []
  let made = 0
  for (const { id, docNo, code } of await readMissing(db, context.now)) {
    try {
      const message = { code, documentId: id, subjectNo: docNo, attempt: 1, xml: await writeMessage(db, code, id) }
      if (await insertMessage(db, message, context)) made += 1
    } catch (error) {
      failures.push(new Error(`${docNo} 的電子發票訊息 ${code} 無法產生：${String(error)}`, { cause: error }))
    }
  }
  return { made, failures }
}

/** The text of a message, from the document as it is stored. */
async function writeMessage(db: Executor, code: DocumentCode, documentId: number): Promise<string> {
  return messageWriters[code](await getStoredDocument(db, documentId))
}

interface Missing {
  readonly id: number
  readonly docNo: string
  readonly code: DocumentCode
}

async function readMissing(db: Executor, now: Date): Promise<readonly Missing[]> {
  const { rows } = await sql<Missing>`
    select d.id, d.doc_no, n.code
    from invoice_document d
    cross join lateral (values
      (case d.doc_type when ${sql.lit(invoiceDocType.invoice)} then 'F0401' else 'G0401' end, d.issued_at),
      (case d.doc_type when ${sql.lit(invoiceDocType.invoice)} then 'F0501' else 'G0501' end,
        case d.status when ${sql.lit(invoiceStatus.void)} then d.voided_at end)) as n (code, happened_at)
    where d.issued_at is not null and n.happened_at <= ${now}
      and not exists (select from einvoice_message m where m.document_id = d.id and m.code = n.code)
    order by n.happened_at, d.doc_no limit ${batchSize}`.execute(db)
  return rows
}

/**
 * Makes a message again, as the document is stored now; the one before is over.
 *
 * @returns false when nothing of the document has failed or is waiting for an answer
 */
export async function makeAgain(db: Executor, context: MakeContext, documentId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number; code: DocumentCode; subjectNo: string; attempt: number; status: string }>`
    select id, code, subject_no, attempt, status from (
      select distinct on (code) * from einvoice_message where document_id = ${documentId} order by code, attempt desc
    ) as newest
    where status in (${sql.lit(uploadStatus.handedOver)}, ${sql.lit(uploadStatus.failed)}) order by code`.execute(db)
  for (const { id, code, subjectNo, attempt } of rows) {
    await db
      .updateTable('einvoiceMessage')
      .set({ status: uploadStatus.failed, finishedAt: context.now, reason: '未回覆結果，已重送', markedBy: context.by })
      .where('id', '=', id)
      .where('status', '=', uploadStatus.handedOver)
      .execute()
    const xml = await writeMessage(db, code, documentId)
    await insertMessage(db, { code, documentId, subjectNo, attempt: attempt + 1, xml }, context)
  }
  return rows.length > 0
}
