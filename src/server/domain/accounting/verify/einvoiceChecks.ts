import { sql } from 'kysely'
import { invoiceStatus, uploadStatus } from '../../../../rules/codes.generated.ts'
import type { AreaCheck } from '../../points/public.ts'

/** Checks e-invoice messages against each other and against their documents. */
export const einvoiceChecks: readonly AreaCheck[] = [
  {
    id: 'E1',
    title: '電子發票訊息的 SHA-256 等於其內容',
    violations: sql`
      select file_name as place from einvoice_message where sha256 <> encode(sha256(convert_to(xml, 'UTF8')), 'hex')`,
  },
  {
    id: 'E2',
    title: '開立或作廢超過一日的憑證皆有電子發票訊息',
    // Skipped when no message was ever made: such an installation uploads its invoices by other means.
    violations: sql`
      select d.doc_no as place
      from invoice_document d
      where d.issued_at < now() - interval '1 day' and exists (select from einvoice_message)
        and (select count(distinct code) from einvoice_message m where m.document_id = d.id)
          < case when d.status = ${sql.lit(invoiceStatus.void)} and d.voided_at < now() - interval '1 day' then 2 else 1 end`,
  },
  {
    id: 'E3',
    title: '電子發票訊息逐次編號，僅最後一次未失敗',
    violations: sql`
      select code || ' ' || subject_no as place from einvoice_message group by code, subject_no
      having max(attempt) <> count(*) or count(*) filter (where status <> ${sql.lit(uploadStatus.failed)}) > 1`,
  },
]
