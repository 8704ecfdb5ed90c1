import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { invoiceDocType, invoiceStatus, uploadStatus } from '../../../../rules/codes.generated.ts'
import { fileStamp, taipeiDate } from '../../../../rules/dates.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { type MessageCode, messageWriters } from './messages.ts'
import { createTermsReader, findSeller, getStoredDocument } from './readDocuments.ts'

/** Documents read in one query. After a long stop the next runs make the rest. */
const batchSize = 500

type DocumentCode = Exclude<MessageCode, 'E0402'>

/** A message to store. It is sent exactly as stored. */
interface NewMessage {
  readonly code: MessageCode
  /** Null for a declaration of unused numbers, which belongs to no document. */
  readonly documentId: number | null
  readonly subjectNo: string
  readonly attempt: number
  readonly xml: string
}

interface MakeContext {
  readonly now: Date
  /** Name of the account or job. */
  readonly by: string
}

/** @returns false when another process stored the same message first */
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
 * Makes the messages that documents need by `now` and do not have yet: for issued and for voided documents. Makes nothing until a seller is
 * entered.
 *
 * @returns number of messages made, and the failures; one failure does not stop the others
 */
export async function makeMissingMessages(db: Executor, context: MakeContext): Promise<Made> {
  if (!(await findSeller(db, taipeiDate(context.now)))) return { made: 0, failures: [] }
  const failures: Error[] = []
  const termsOn = createTermsReader(db)
  let made = 0
  for (const { id, docNo, code } of await readMissing(db, context.now)) {
    try {
      const message = {
        code,
        documentId: id,
        subjectNo: docNo,
        attempt: 1,
        xml: messageWriters[code](await getStoredDocument(db, id, termsOn)),
      }
      if (await insertMessage(db, message, context)) made += 1
    } catch (error) {
      failures.push(new Error(`${docNo} 的電子發票訊息 ${code} 無法產生：${String(error)}`, { cause: error }))
    }
  }
  return { made, failures }
}

/** Writes the XML of a message from the stored document. */
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
 * Makes the message of a document again, from the document as it is stored now, and ends the previous attempt.
 *
 * @returns false when no message of the document has failed or is waiting for a result
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
