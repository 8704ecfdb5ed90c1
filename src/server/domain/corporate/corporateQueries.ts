import { sql } from 'kysely'
import { corporateStatus } from '../../../rules/codes.generated.ts'
import type { Database, Executor } from '../../platform/database/tables.ts'

const openStatuses = [corporateStatus.waiting, corporateStatus.supplement, corporateStatus.active, corporateStatus.suspended]

/**
 * True when the tax ID has an open application or a living member, or was refused after `refusedSince`.
 *
 * @param exceptId a record that does not count
 */
export async function taxNumberIsTaken(db: Executor, taxNumber: string, refusedSince: Date, exceptId: number | null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from corporate_member
    where tax_number = ${taxNumber} and id is distinct from ${exceptId}
      and (status in (${sql.join(openStatuses)}) or (status = ${corporateStatus.refused} and status_since > ${refusedSince}))
    limit 1`.execute(db)
  return rows.length > 0
}

/** True when another open application or living member gave this address; it becomes the account name. */
export async function emailIsTaken(db: Executor, email: string, exceptId: number | null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from corporate_member
    where lower(contact_email) = ${email.trim().toLowerCase()} and id is distinct from ${exceptId}
      and status in (${sql.join(openStatuses)})
    limit 1`.execute(db)
  return rows.length > 0
}

/** Applications whose supplement was asked for before `limit` and never came. */
export function findOverdueSupplements(db: Database, limit: Date) {
  return db
    .selectFrom('corporateMember')
    .select('id')
    .where('status', '=', corporateStatus.supplement)
    .where('statusSince', '<=', limit)
    .orderBy('applyNo')
    .execute()
}
