import { negativeScope } from '../../../rules/codes.generated.ts'
import type { NewRecordOf } from '../../records/hooks.ts'

type Restriction = NewRecordOf<'negativeRestriction'>

/** Last day of the setting for the whole system: one is in force for ever. */
export const endOfSystem = '2999-12-31'
const autoWriteOffDaysMin = 30

/** The setting without what its scope, or a setting without automatic write-off, does not have. */
export function completedRestriction(setting: Restriction): Restriction {
  const isAutomatic = (setting.autoWriteOffDays ?? 0) > 0
  return {
    ...setting,
    companyNo: setting.scope === negativeScope.company ? setting.companyNo : null,
    memberNo: setting.scope === negativeScope.member ? setting.memberNo : null,
    ...(setting.scope === negativeScope.system ? { endDate: endOfSystem } : {}),
    autoWriteOffDays: setting.autoWriteOffDays ?? 0,
    autoWriteOffMaxPoints: isAutomatic ? setting.autoWriteOffMaxPoints : null,
    writeOffBearer: isAutomatic ? setting.writeOffBearer : null,
  }
}

/** What is wrong with a completed setting beyond what its entity document says, by field. */
export function restrictionProblems(setting: Restriction): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {}
  const days = setting.autoWriteOffDays ?? 0
  if (days > 0 && days < autoWriteOffDaysMin) problems.autoWriteOffDays = '自動沖銷天數須為 0 或 30 至 3650。'
  if (days > 0 && !setting.autoWriteOffMaxPoints) problems.autoWriteOffMaxPoints = '自動沖銷單筆上限 必填'
  if (days > 0 && !setting.writeOffBearer) problems.writeOffBearer = '沖銷負擔對象 必填'
  return problems
}
