import { type Selectable, sql } from 'kysely'
import { uploadStatus } from '../../../../rules/codes.generated.ts'
import { startOfTaipeiDate, taipeiDate } from '../../../../rules/dates.ts'
import type { Executor, Tables, Trx } from '../../../platform/database/tables.ts'
import { fieldsError } from '../../../platform/errors.ts'
import type { SourceKind } from '../invoice/documents.ts'

/** Messages that are fetched or marked at once. */
export const messagesMax = 2000

export interface DocumentScope {
  readonly sourceKinds: readonly SourceKind[]
  /** YYYY-MM-DD of issue, both inclusive. */
  readonly fromDate: string
  readonly toDate: string
  /** Null for staff. */
  readonly companyNo: string | null
}

/** Issued documents of a screen; a merchant's own only. */
export async function readDocumentIds(
  db: Executor,
  { sourceKinds, fromDate, toDate, companyNo }: DocumentScope,
): Promise<readonly number[]> {
  let query = db
    .selectFrom('invoiceDocument')
    .select('id')
    .where('sourceKind', 'in', sourceKinds)
    .where('issueDate', '>=', fromDate)
    .where('issueDate', '<=', toDate)
  if (companyNo !== null) query = query.where('companyNo', '=', companyNo)
  return (
    await query
      .orderBy('issueDate')
      .limit(messagesMax + 1)
      .execute()
  ).map(({ id }) => id)
}

/** Of documents, or of the unused numbers of a track. */
export interface MessageChoice {
  readonly documentIds?: readonly number[]
  readonly unusedOf?: string
}

/** The last try of each message, in the order of their numbers. */
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
 * What somebody has uploaded by other means.
 *
 * @returns how many messages are uploaded now that were not
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
