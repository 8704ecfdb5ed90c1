import { sql } from 'kysely'
import { uploadStatus } from '../../../rules/codes.generated.ts'
import { startOfTaipeiDate } from '../../../rules/dates.ts'
import { makeMissingMessages } from '../../domain/accounting/public.ts'
import type { Database } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'

/** Makes the e-invoice messages of all documents that were issued before today, and marks them as uploaded. */
export async function uploadMessages(db: Database, asOf: string): Promise<void> {
  const now = startOfTaipeiDate(asOf)
  for (let made = 1; made > 0; )
    made = await transact(db, async (trx) => {
      const result = await makeMissingMessages(trx, { now, by: 'accounting.einvoice' })
      const [failure] = result.failures
      if (failure) throw failure
      return result.made
    })
  await sql`
    update einvoice_message m set status = ${uploadStatus.uploaded}, handed_at = m.made_at, finished_at = m.made_at + interval '10 minutes'
    from invoice_document d where d.id = m.document_id and d.company_no > 'C001000'`.execute(db)
}
