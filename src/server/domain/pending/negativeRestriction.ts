import { refuseFields, refuseWith } from '../../platform/errors.ts'
import type { HookContext, RecordValues, StoredRecord } from '../../records/hooks.ts'
import type { SettingKind } from '../pricing/approvedSetting.ts'
import { getActiveCompany } from '../pricing/owner.ts'
import { byDate } from '../pricing/settingPeriod.ts'
import { negativeScope } from './negativeLimit.ts'
import { completedRestriction, restrictionProblems } from './negativeRules.ts'
import '../points/tables.ts'
import './tables.ts'

/** 負點上限設定 (domain 4.9), pattern AS: one setting per scope, company or member on a day, and always one for the whole system. */
export const negativeRestriction: SettingKind = {
  entity: 'negativeRestriction',
  number: { field: 'restrictionNo', prefix: 'NR' },
  period: byDate,
  companyOf: ({ companyNo }) => (typeof companyNo === 'string' ? companyNo : null),
  // A limit is no price: no closed period bounds its beginning.
  streams: [],
  complete,
  findRivals: (trx, { scope, companyNo, memberNo }) => {
    const rows = trx
      .selectFrom('negativeRestriction')
      .select(['id', 'startDate', 'endDate', 'status'])
      .where('scope', '=', String(scope))
      .where('status', 'in', ['3', '5'])
    if (scope === negativeScope.company) return rows.where('companyNo', '=', String(companyNo)).execute()
    return (scope === negativeScope.member ? rows.where('memberNo', '=', String(memberNo)) : rows).execute()
  },
  findSuccessors: (trx, previousId) =>
    trx.selectFrom('negativeRestriction').select('status').where('previousId', '=', previousId).execute(),
  beforeStop: refuseSystem,
}

async function complete(context: HookContext, input: RecordValues, before: StoredRecord | null): Promise<RecordValues> {
  const setting = completedRestriction(input)
  const problems = restrictionProblems(setting)
  if (Object.keys(problems).length > 0) throw refuseFields(problems)
  if (before === null && setting.scope === negativeScope.company) await getActiveCompany(context.trx, setting.companyNo, 'companyNo')
  if (before === null && setting.scope === negativeScope.member) await refuseUnknownMember(context, setting.memberNo)
  return setting
}

async function refuseUnknownMember({ trx }: HookContext, memberNo: unknown): Promise<void> {
  const member = await trx
    .selectFrom('member')
    .select('id')
    .where('memberNo', '=', String(memberNo))
    .where('status', '<>', '3')
    .executeTakeFirst()
  if (!member) throw refuseFields({ memberNo: '查無會員或會員已註銷。' })
}

function refuseSystem(_context: HookContext, { scope }: StoredRecord): void {
  if (scope === negativeScope.system) throw refuseWith(409, '系統預設不可停用，請以變更方式調整。')
}
