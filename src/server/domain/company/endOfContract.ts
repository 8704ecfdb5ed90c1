import { sql } from 'kysely'
import type { Trx } from '../../platform/database/tables.ts'

/** Ends the approved campaigns of a company whose contract is over (domain 3.2): 已終止, as a second person would have decided. */
export async function endActivities(trx: Trx, companyNo: string, userName: string, now: Date): Promise<void> {
  await sql`
    update activity set status = '6', updated_by = ${userName}, updated_at = ${now.toISOString()}, row_version = row_version + 1
    where company_no = ${companyNo} and status = '3' and end_at > ${now.toISOString()}`.execute(trx)
}

/**
 * Nothing is decided any more about prices of a company whose contract is over: what waits for a decision or for its day is rejected,
 * with the row of 特約商異動紀錄 that every decision leaves.
 */
export async function rejectOpenChange(trx: Trx, companyId: number, userName: string, now: Date): Promise<void> {
  await sql`
    with rejected as (
      update change_request set status = '4', reject_reason = '合約終止', updated_by = ${userName}, updated_at = ${now.toISOString()},
        row_version = row_version + 1
      where entity = 'company' and record_id = ${companyId} and status in ('1', '2') returning change_no)
    insert into record_history (entity, record_id, action, label, remark, user_name, occurred_at, company_no, record_no, record_label)
    select 'company', c.id, 'change', '變更退回', r.change_no, ${userName}, ${now.toISOString()}::timestamptz, c.company_no, c.company_no,
      c.company_short_name
    from rejected r join company c on c.id = ${companyId}`.execute(trx)
}
