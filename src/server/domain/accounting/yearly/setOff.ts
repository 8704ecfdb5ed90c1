import { sql } from 'kysely'
import { invoiceStatus, settleMethod } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import { rowsBy } from '../../../platform/database/rowsBy.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import { moveYears } from './moveYears.ts'

/** A yearly allowance that the next statement of its company deducts. Whole NT$ with tax. */
export interface SetOff {
  readonly documentId: number
  readonly yearlyStatementId: number
  readonly amount: number
}

/**
 * Locks and returns the allowances that wait to be set off, by company, so that none is voided, refunded or set off elsewhere until the
 * transaction ends.
 */
export async function readSetOffs(
  db: Executor,
  companies: readonly { readonly companyNo: string }[],
): Promise<ReadonlyMap<string, readonly SetOff[]>> {
  const { rows } = await sql<SetOff & { readonly companyNo: string }>`
    select d.company_no, d.id as document_id, d.yearly_statement_id, d.total_amount as amount from invoice_document d
    where d.company_no = any (${companies.map(({ companyNo }) => companyNo)}::text[]) and d.yearly_statement_id is not null
      and d.settle_method = ${settleMethod.setOff} and d.status in (${invoiceStatus.issued}, ${invoiceStatus.agreed})
      and not exists (select from allowance_settlement s where s.document_id = d.id and s.released_at is null)
    order by d.id for update of d`.execute(db)
  return rowsBy(rows, 'companyNo')
}

/** Stores which allowances a statement deducted. A year whose last allowance is settled is done. */
export async function setOff(
  trx: Trx,
  { statementId, setOffs }: { readonly statementId: number; readonly setOffs: readonly SetOff[] },
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  if (setOffs.length === 0) return
  const settled = { statementId, settledOn: taipeiDate(at), reference: null, createdBy: by, createdAt: at }
  await trx
    .insertInto('allowanceSettlement')
    .values(setOffs.map(({ documentId, amount }) => ({ documentId, amount, ...settled })))
    .execute()
  await moveYears(trx, { ids: setOffs.map(({ yearlyStatementId }) => yearlyStatementId) })
}

/** Releases the allowances of a statement that is reopened; the next statement deducts them. */
export async function releaseSetOffs(trx: Trx, statementId: number, at: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update allowance_settlement s set released_at = ${at} from invoice_document d
    where s.statement_id = ${statementId} and s.released_at is null and d.id = s.document_id
    returning d.yearly_statement_id as id`.execute(trx)
  await moveYears(trx, { ids: rows.map(({ id }) => id) })
}
