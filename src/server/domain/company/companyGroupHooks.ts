import { sql } from 'kysely'
import { recordStatus } from '../../../rules/codes.generated.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { apiError, fieldsError, textError } from '../../platform/errors.ts'
import type { NewRecordOf, RecordHooks } from '../../records/hooks.ts'
import { formatNumber, nextNumber } from '../numbers.ts'
import { type GroupMember, memberProblems, membershipsOverlap } from './companyGroupRules.ts'
import { findCompany } from './companyQueries.ts'

/** Groups: numbers, the parent among the members, and one group per company at a time (domain 4.5). */
export const companyGroupHooks: RecordHooks<'companyGroup'> = {
  async beforeCreate({ trx }, input) {
    await assertGroupRules(trx, input, null)
    return { ...input, companyGroupNo: formatNumber('G', await nextNumber(trx, 'companyGroup'), 4) }
  },
  async beforeUpdate({ trx }, before, changes) {
    await assertGroupRules(trx, { ...before, ...changes }, before.id)
    return changes
  },
  beforeDelete(_context, group) {
    if (group.combineDiscount) throw apiError('M11')
  },
}

type Group = Pick<NewRecordOf<'companyGroup'>, 'members' | 'parentCompanyNo'>

async function assertGroupRules(trx: Trx, { members, parentCompanyNo }: Group, exceptId: number | null): Promise<void> {
  const problems = memberProblems(members, parentCompanyNo)
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
  // Locked in a fixed order: two groups that take the same company at the same time wait for each other.
  const companyNos = [...new Set(members.map((member) => member.companyNo))].sort()
  await trx.selectFrom('company').select('id').where('companyNo', 'in', companyNos).orderBy('companyNo').forUpdate().execute()
  for (const [index, member] of members.entries()) await assertMemberFits(trx, member, index, exceptId)
}

async function assertMemberFits(trx: Trx, member: GroupMember, index: number, exceptId: number | null): Promise<void> {
  const company = await findCompany(trx, member.companyNo)
  if (!company) throw fieldsError({ [`members.${index}.companyNo`]: '特約商 格式錯誤' })
  const { rows } = await sql<{ joinDate: string; leaveDate: string | null }>`
    select m."joinDate", m."leaveDate"
    from company_group g, jsonb_to_recordset(g.members) as m ("companyNo" text, "joinDate" text, "leaveDate" text)
    where g.members @> ${JSON.stringify([{ companyNo: member.companyNo }])}::jsonb
      and g.status = ${sql.lit(recordStatus.enabled)} and g.id is distinct from ${exceptId}
        and m."companyNo" = ${member.companyNo}`.execute(trx)
  const isElsewhere = rows.some((row) => membershipsOverlap({ ...row, companyNo: member.companyNo }, member))
  if (isElsewhere) throw textError(409, `${company.companyShortName} 已屬於其他集團。`)
}
