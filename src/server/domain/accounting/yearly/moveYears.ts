import { sql } from 'kysely'
import { invoiceStatus, yearlyStatus } from '../../../../rules/codes.generated.ts'
import type { Trx } from '../../../platform/database/tables.ts'

/** Locks a year, so that two steps on its allowances run one after another. */
export async function lockYear(trx: Trx, yearlyStatementId: number): Promise<void> {
  await trx.selectFrom('yearlyStatement').select('id').where('id', '=', yearlyStatementId).forUpdate().execute()
}

/**
 * Sets the status of years from the status of their allowances: closed while an allowance is a draft, done when all are settled.
 *
 * @param issuing id of the allowance that this step issues
 */
export async function moveYears(
  trx: Trx,
  { ids, issuing = 0 }: { readonly ids: readonly number[]; readonly issuing?: number },
): Promise<void> {
  if (ids.length === 0) return
  await sql`select id from yearly_statement where id = any (${ids}::bigint[]) order by id for update`.execute(trx)
  await sql`
    update yearly_discount d set settled_status = y.status, row_version = d.row_version + 1
    from (
      select y.setting_id, case
        when bool_or(a.status = ${invoiceStatus.draft} and a.id <> ${issuing}) then ${yearlyStatus.settled}
        when bool_and(s.id is not null) then ${yearlyStatus.done}
        else ${yearlyStatus.allowanceIssued} end as status
      from yearly_statement y
      join invoice_document a on a.yearly_statement_id = y.id and a.status <> ${invoiceStatus.void}
      left join allowance_settlement s on s.document_id = a.id and s.released_at is null
      where y.id = any (${ids}::bigint[]) group by y.setting_id
    ) y
    where d.id = y.setting_id and d.settled_status <> y.status`.execute(trx)
}
