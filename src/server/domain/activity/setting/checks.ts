import { sql } from 'kysely'
import { activityType, contractStatus, storeScope } from '../../../../rules/codes.generated.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { fieldsError, textError } from '../../../platform/errors.ts'
import type { RecordOf } from '../../../records/hooks.ts'
import { type ActivityValues, activityProblems, activityTexts, needsList, platformCompanyNo } from './activityRules.ts'

/** @throws 400 with a text per field */
export async function assertActivityRules(trx: Trx, values: ActivityValues): Promise<void> {
  const problems = activityProblems(values)
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
  const stores = values.retailStoreNos ?? []
  if (values.storeScope !== storeScope.chosen) return
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from retail_store
    where company_no = ${values.companyNo} and retail_store_no = any (${stores}::text[])`.execute(trx)
  if (rows[0]?.count !== stores.length) throw fieldsError({ retailStoreNos: activityTexts.foreignStore })
}

/** What a campaign needs before somebody decides on it. @throws 409 */
export async function assertDecidable(trx: Trx, activity: RecordOf<'activity'>): Promise<void> {
  await assertContract(trx, activity.companyNo)
  if (!needsList(activity)) return
  const { rows } = await sql<{ count: number; points: number }>`
    select count(*)::int as count, coalesce(sum(coalesce(points, ${activity.fixedPoints ?? 0})), 0)::bigint as points
    from activity_member where activity_id = ${activity.id}`.execute(trx)
  const { count = 0, points = 0 } = rows[0] ?? {}
  if (count === 0) throw textError(409, activityTexts.noList)
  if (activity.activityType === activityType.memberList && Number(points) > activity.budgetPoints) {
    throw textError(409, activityTexts.listOverBudget(Number(points)))
  }
}

async function assertContract(trx: Trx, companyNo: string): Promise<void> {
  if (companyNo === platformCompanyNo) return
  const company = await trx.selectFrom('company').select('contractStatus').where('companyNo', '=', companyNo).executeTakeFirst()
  if (company?.contractStatus !== contractStatus.inForce) throw textError(409, activityTexts.contract)
}
