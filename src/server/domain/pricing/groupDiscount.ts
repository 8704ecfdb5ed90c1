import { sql } from 'kysely'
import { recordStatus } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { fieldsError } from '../../platform/errors.ts'
import { type GivenTier, numberedTiers, tierProblems } from './tiers.ts'

/** True when the company is in a group that combines discounts on any day of a range (YYYY-MM-DD, inclusive). */
async function isInCombiningGroup(db: Executor, companyNo: string, startDate: string, endDate: string): Promise<boolean> {
  const { rows } = await sql<{ isMember: boolean }>`
    select exists (
      select 1 from company_group g, jsonb_to_recordset(g.members) as m ("companyNo" text, "joinDate" text, "leaveDate" text)
      where g.members @> ${JSON.stringify([{ companyNo }])}::jsonb and g.status = ${sql.lit(recordStatus.enabled)} and g.combine_discount
        and m."companyNo" = ${companyNo} and m."joinDate" <= ${endDate} and coalesce(m."leaveDate", '9999-12-31') >= ${startDate}
    ) as "isMember"`.execute(db)
  return rows[0]?.isMember === true
}

interface GivenDiscount {
  readonly companyNo: string
  readonly combineGroup: boolean
  readonly tiers: readonly GivenTier[]
}

/**
 * Checks and numbers the tiers of a discount, and checks whether its company may be combined with a group.
 *
 * @throws 400 M20 for equal thresholds, and at `combineGroup` for a company without such a group
 */
export async function completeDiscount<Setting extends GivenDiscount>(
  db: Executor,
  setting: Setting,
  range: { readonly startDate: string; readonly endDate: string },
) {
  const tiers = numberedTiers(setting.tiers)
  const problems = tierProblems(tiers)
  if (Object.keys(problems).length > 0) throw fieldsError(problems, 'M20')
  if (setting.combineGroup && !(await isInCombiningGroup(db, setting.companyNo, range.startDate, range.endDate))) {
    throw fieldsError({ combineGroup: '特約商於此期間不屬於啟用折扣合併計算的集團。' })
  }
  return { ...setting, tiers }
}
