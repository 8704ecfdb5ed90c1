import { sql } from 'kysely'
import { uploadStatus } from '../../../rules/codes.generated.ts'
import { addDays, startOfTaipeiDate, taipeiDate } from '../../../rules/dates.ts'
import { makeMissingMessages } from '../../domain/accounting/public.ts'
import type { DemoWorld } from '../world.ts'

const seller = {
  'EINVOICE.SELLER_TAX_NO': '04595257',
  'EINVOICE.SELLER_NAME': '示範點數股份有限公司',
  'EINVOICE.SELLER_ADDRESS': '臺北市信義區市府路1號',
} as const

/** Marks the documents of each day as uploaded a day later. The last one was refused, and nobody has sent it again yet. */
export async function seedEinvoices({ trx, asOf }: DemoWorld): Promise<void> {
  for (const [code, value] of Object.entries(seller)) {
    await trx.updateTable('codeTable').set({ value }).where('code', '=', code).where('value', 'is', null).execute()
  }
  const { rows } = await sql<{ at: Date }>`
    select issued_at as at from invoice_document where issued_at is not null
    union select voided_at from invoice_document where issued_at is not null and voided_at is not null order by at`.execute(trx)
  for (const day of new Set(rows.map(({ at }) => taipeiDate(at)))) {
    const next = startOfTaipeiDate(addDays(day, 1))
    if (addDays(day, 1) > asOf) break
    await makeMissingMessages(trx, { now: next, by: 'accounting.einvoice' })
  }
  await sql`update einvoice_message set status = ${uploadStatus.uploaded}, handed_at = made_at, finished_at = made_at + interval '10 minutes'`.execute(
    trx,
  )
  await sql`
    update einvoice_message set status = ${uploadStatus.failed}, reason = '買方統一編號查無登記'
    where id = (select id from einvoice_message where code = 'F0401' order by made_at desc, file_name desc limit 1)`.execute(trx)
}
