import { type Selectable, sql } from 'kysely'
import { type InvoiceFeeType, uploadStatus } from '../../../../rules/codes.generated.ts'
import { startOfTaipeiDate, taipeiDate } from '../../../../rules/dates.ts'
import type { Executor, Tables, Trx } from '../../../platform/database/tables.ts'
import { fieldsError } from '../../../platform/errors.ts'
import type { SourceKind } from '../invoice/documents.ts'

/** Most messages that can be fetched or marked in one request. */
export const messagesMax = 2000

export interface DocumentScope {
  readonly sourceKinds: readonly SourceKind[]
  /** Null for the documents of all fees. */
  readonly feeType: InvoiceFeeType | null
  /** Date of issue, YYYY-MM-DD; both ends are inclusive. */
  readonly fromDate: string
  readonly toDate: string
  /** Null for staff, who see the documents of all companies. */
  readonly companyNo: string | null
}

/** Ids of the issued documents of a screen. A merchant user gets only those of the own company. */
export async function readDocumentIds(
  db: Executor,
  { sourceKinds, feeType, fromDate, toDate, companyNo }: DocumentScope,
): Promise<readonly number[]> {
  let query = db
    .selectFrom('invoiceDocument')
    .select('id')
    .where('sourceKind', 'in', sourceKinds)
    .where('issueDate', '>=', fromDate)
    .where('issueDate', '<=', toDate)
  if (feeType !== null) query = query.where('feeType', '=', feeType)
  if (companyNo !== null) query = query.where('companyNo', '=', companyNo)
  return (
    await query
      .orderBy('issueDate')
      .limit(messagesMax + 1)
      .execute()
  ).map(({ id }) => id)
}

/** Either the messages of these documents, or those for the unused numbers of a track. */
export interface MessageChoice {
  readonly documentIds?: readonly number[]
  readonly unusedOf?: string
}

/** The latest attempt of each message, in the order of the document numbers. */
export async function newestMessages(
  db: Executor,
  { documentIds = [], unusedOf }: MessageChoice,
): Promise<readonly Selectable<Tables['einvoiceMessage']>[]> {
  return db
    .selectFrom('einvoiceMessage')
    .distinctOn(['subjectNo', 'code'])
    .selectAll()
    .where((each) =>
      unusedOf === undefined
        ? each('documentId', '=', sql<number>`any(${sql.val(documentIds)})`)
        : each.and([each('documentId', 'is', null), each('subjectNo', '=', unusedOf)]),
    )
    .orderBy('subjectNo')
    .orderBy('code')
    .orderBy('attempt', 'desc')
    .execute()
}

/**
 * Marks messages as uploaded when somebody uploaded them by other means.
 *
 * @returns number of messages that were not marked before
 */
export async function markUploaded(
  trx: Trx,
  which: MessageChoice,
  { uploadedOn, reason, by, now }: { readonly uploadedOn: string; readonly reason: string; readonly by: string; readonly now: Date },
): Promise<number> {
  if (uploadedOn > taipeiDate(now)) throw fieldsError({ uploadedOn: '日期不可晚於今日。' })
  const open = (await newestMessages(trx, which)).filter(({ status }) => status !== uploadStatus.uploaded)
  if (open.some(({ madeAt }) => uploadedOn < taipeiDate(madeAt))) throw fieldsError({ uploadedOn: '上傳日期不可早於訊息產生之日。' })
  if (open.length === 0) return 0
  await trx
    .updateTable('einvoiceMessage')
    .set({ status: uploadStatus.uploaded, finishedAt: startOfTaipeiDate(uploadedOn), reason, markedBy: by })
    .where(
      'id',
      'in',
      open.map(({ id }) => id),
    )
    .execute()
  return open.length
}
