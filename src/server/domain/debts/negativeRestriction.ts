import { memberStatus, negativeScope, settingStatus } from '../../../rules/codes.generated.ts'
import { fieldsError, textError } from '../../platform/errors.ts'
import type { HookContext, NewRecordOf, RecordOf } from '../../records/hooks.ts'
import type { SettingKind } from '../pricing/public.ts'
import { byDate, getActiveCompany } from '../pricing/public.ts'
import { completedRestriction, restrictionProblems } from './debtLimitRules.ts'

/** 負點上限設定 (domain 4.9), pattern AS: one setting per scope, company or member on a day, and always one for the whole system. */
export const negativeRestriction: SettingKind<'negativeRestriction'> = {
  entity: 'negativeRestriction',
  number: { field: 'restrictionNo', prefix: 'NR' },
  period: byDate,
  companyOf: ({ companyNo }) => companyNo ?? null,
  // A limit is no price: no closed period bounds its beginning.
  streams: [],
  complete,
  findRivals: (trx, { scope, companyNo, memberNo }) => {
    const rows = trx
      .selectFrom('negativeRestriction')
      .select(['id', 'startDate', 'endDate', 'status'])
      .where('scope', '=', scope)
      .where('status', 'in', [settingStatus.approved, settingStatus.stopped])
    if (scope === negativeScope.company) return rows.where('companyNo', '=', companyNo).execute()
    return (scope === negativeScope.member ? rows.where('memberNo', '=', memberNo) : rows).execute()
  },
  findSuccessors: (trx, previousId) =>
    trx.selectFrom('negativeRestriction').select('status').where('previousId', '=', previousId).execute(),
  beforeStop: assertNotSystem,
}

async function complete(context: HookContext, input: NewRecordOf<'negativeRestriction'>, before: RecordOf<'negativeRestriction'> | null) {
  const setting = completedRestriction(input)
  const problems = restrictionProblems(setting)
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
  if (before === null && setting.scope === negativeScope.company) await getActiveCompany(context.trx, setting.companyNo, 'companyNo')
  if (before === null && setting.scope === negativeScope.member) await assertMemberExists(context, setting.memberNo)
  return setting
}

async function assertMemberExists({ trx }: HookContext, memberNo: string | null | undefined): Promise<void> {
  const member = await trx
    .selectFrom('member')
    .select('id')
    .where('memberNo', '=', memberNo ?? null)
    .where('status', '<>', memberStatus.closed)
    .executeTakeFirst()
  if (!member) throw fieldsError({ memberNo: '查無會員或會員已註銷。' })
}

function assertNotSystem(_context: HookContext, { scope }: RecordOf<'negativeRestriction'>): void {
  if (scope === negativeScope.system) throw textError(409, '系統預設不可停用，請以變更方式調整。')
}
