import { sql } from 'kysely'
import { recordStatus } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'

/**
 * The companies that a merchant user may read: its own, and, when it is the parent of a group with `groupView`, the current members of that
 * group (domain 4.0).
 *
 * @param today YYYY-MM-DD in Taipei; membership dates are inclusive
 */
export async function findReadableCompanyNos(db: Executor, companyNo: string, today: string): Promise<readonly string[]> {
  const { rows } = await sql<{ companyNo: string }>`
    select member ->> 'companyNo' as company_no
    from company_group g
    join company parent on parent.company_no = g.parent_company_no and parent.group_view
    cross join lateral jsonb_array_elements(g.members) as member
    where g.parent_company_no = ${companyNo} and g.status = ${sql.lit(recordStatus.enabled)}
      and member ->> 'joinDate' <= ${today} and coalesce(member ->> 'leaveDate', ${today}) >= ${today}`.execute(db)
  return [...new Set([companyNo, ...rows.map((row) => row.companyNo)])]
}
