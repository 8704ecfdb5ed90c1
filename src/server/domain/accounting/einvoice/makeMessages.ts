import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { invoiceDocType, invoiceStatus, uploadStatus } from '../../../../rules/codes.generated.ts'
import { fileStamp, taipeiDate } from '../../../../rules/dates.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { type MessageCode, messageWriters } from './messages.ts'
import { findSeller, getStoredDocument, readStoredDocuments } from './readDocuments.ts'

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
export async function insertMessage(db: Executor, message: NewMessage, context: MakeContext): Promise<boolean> {
  return (await insertMessages(db, [message], context)) > 0
}

/** Stores messages in one statement. @returns how many; not those that another process stored first */
async function insertMessages(db: Executor, messages: readonly NewMessage[], { now, by }: MakeContext): Promise<number> {
  const stamp = fileStamp(now)
  const rows = messages.map(({ code, documentId, subjectNo, attempt, xml }) => ({
    ...{ code, document_id: documentId, subject_no: subjectNo, attempt, xml },
    file_name: `${code}_${subjectNo}_${stamp}.xml`,
    sha256: createHash('sha256').update(xml, 'utf8').digest('hex'),
  }))
  const { numAffectedRows } = await sql`
    insert into einvoice_message (code, document_id, subject_no, attempt, xml, file_name, sha256, made_by, made_at)
    select code, document_id, subject_no, attempt, xml, file_name, sha256, ${by}, ${now}
    from json_populate_recordset(null::einvoice_message, ${JSON.stringify(rows)}::json)
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
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
  const missing = await readMissing(db, context.now)
  const ids = missing.map(({ id }) => id)
  const documentOf = await readStoredDocuments(db, ids)
  const messages: NewMessage[] = []
  for (const { id, docNo, code } of missing) {
    try {
      const xml = messageWriters[code](await documentOf(id))
      messages.push({ code, documentId: id, subjectNo: docNo, attempt: 1, xml })
    } catch (error) {
      failures.push(failureOf({ code, subjectNo: docNo }, error))
    }
  }
  const stored = await storeMessages(db, messages, context)
  return { made: stored.made, failures: [...failures, ...stored.failures] }
}

/** Stores all in one statement. When the database refuses one of them, each by itself. */
async function storeMessages(db: Executor, messages: readonly NewMessage[], context: MakeContext): Promise<Made> {
  if (messages.length === 0) return { made: 0, failures: [] }
  try {
    return { made: await insertMessages(db, messages, context), failures: [] }
  } catch (error) {
    const [only, ...others] = messages
    if (only && others.length === 0) return { made: 0, failures: [failureOf(only, error)] }
  }
  const results: Made[] = []
  for (const message of messages) results.push(await storeMessages(db, [message], context))
  return { made: results.reduce((sum, { made }) => sum + made, 0), failures: results.flatMap(({ failures }) => failures) }
}

const failureOf = ({ code, subjectNo }: Pick<NewMessage, 'code' | 'subjectNo'>, error: unknown) =>
  new Error(`${subjectNo} 的電子發票訊息 ${code} 無法產生：${String(error)}`, { cause: error })

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
