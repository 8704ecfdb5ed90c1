import { sql } from 'kysely'
import { companyChangeStatus } from '../../../rules/codes.generated.ts'
import { literals } from '../../platform/database/literals.ts'
import type { Trx } from '../../platform/database/tables.ts'

/**
 * Ends the campaigns of a company whose contract is over (domain 3.2): approved ones are terminated, new ones go back, and no request about
 * them stays open.
 */
export async function endActivities(trx: Trx, companyNo: string, userName: string, now: Date): Promise<void> {
  await sql`select activity_end_of_company(${companyNo}, ${userName}, ${now.toISOString()}::timestamptz)`.execute(trx)
}

/**
 * Rejects what waits for a decision, or for its day, about the prices of a company whose contract is over. Each rejection leaves a row in
 * 特約商異動紀錄, like every decision.
 */
export async function rejectOpenChange(trx: Trx, companyId: number, userName: string, now: Date): Promise<void> {
  await sql`
    with rejected as (
      update change_request set status = ${sql.lit(companyChangeStatus.rejected)}, reject_reason = '合約終止', updated_by = ${userName},
        updated_at = ${now.toISOString()},
        row_version = row_version + 1
      where entity = 'company' and record_id = ${companyId}
        and status in (${literals(companyChangeStatus.open, companyChangeStatus.approved)}) returning change_no)
    insert into record_history (entity, record_id, action, label, remark, user_name, occurred_at, company_no, record_no, record_label)
    select 'company', c.id, 'change', '變更退回', r.change_no, ${userName}, ${now.toISOString()}::timestamptz, c.company_no, c.company_no,
      c.company_short_name
    from rejected r join company c on c.id = ${companyId}`.execute(trx)
}
