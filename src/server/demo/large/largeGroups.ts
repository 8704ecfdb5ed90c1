import { sql } from 'kysely'
import { recordStatus, settlementMode } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'

const companiesPerGroup = 4

/** Inserts groups of the monthly-settled companies of the large set. Their discounts are not combined. */
export async function insertGroups(db: Executor, asOf: string, count: number): Promise<void> {
  await sql`
    with shop as (
      select company_no, company_short_name, row_number() over (order by company_no) - 1 as place
      from company where company_no > 'C001000' and settlement_mode = ${sql.lit(settlementMode.monthly)} and not is_payer
    ), made as (
      select place / ${companiesPerGroup} as number, min(company_no) as parent, min(company_short_name) as name, jsonb_agg(
        jsonb_build_object('companyNo', company_no, 'joinDate', date_trunc('year', ${asOf}::date)::date - 365) order by company_no) as members
      from shop where place < ${count * companiesPerGroup} group by 1 having count(*) = ${companiesPerGroup}
    )
    insert into company_group (company_group_no, company_group_name, parent_company_no, combine_discount, members, status, created_by)
    select 'G' || lpad((1001 + number)::text, 4, '0'), name || (number + 1) || '集團', parent, false, members,
      ${sql.lit(recordStatus.enabled)}, 'ops01' from made`.execute(db)
  await sql`update number_series set last_number = greatest(last_number, ${1000 + count}) where series = 'companyGroup'`.execute(db)
}
