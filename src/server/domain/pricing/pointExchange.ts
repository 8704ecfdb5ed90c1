import { exchangeDirection, settingStatus } from '../../../rules/codes.generated.ts'
import { fieldsError } from '../../platform/errors.ts'
import type { RecordOf } from '../../records/hooks.ts'
import type { SettingKind } from './approvedSetting.ts'
import { countConversions } from './countPosted.ts'
import { getActiveCompany } from './owner.ts'
import { byDate } from './settingPeriod.ts'

/** 點數轉換設定 (domain 4.5): one rate per partner, direction and day. */
export const pointExchange: SettingKind<'pointExchange'> = {
  entity: 'pointExchange',
  number: { field: 'pointExchangeNo', prefix: 'PX' },
  period: byDate,
  companyOf: ({ companyNo }) => companyNo,
  streams: ['MONTH', 'BANK'],
  async complete({ trx }, setting, before) {
    if (before === null) await getActiveCompany(trx, setting.companyNo, 'companyNo', '合作夥伴')
    const problems = multipleProblems(setting)
    if (Object.keys(problems).length > 0) throw fieldsError(problems)
    return setting
  },
  findRivals: (trx, { companyNo, direction }) =>
    trx
      .selectFrom('pointExchange')
      .select(['id', 'startDate', 'endDate', 'status'])
      .where('companyNo', '=', companyNo)
      .where('direction', '=', direction)
      .where('status', 'in', [settingStatus.approved, settingStatus.stopped])
      .execute(),
  findSuccessors: (trx, previousId) => trx.selectFrom('pointExchange').select('status').where('previousId', '=', previousId).execute(),
  countPosted: countConversions,
}

type Rate = Pick<RecordOf<'pointExchange'>, 'direction' | 'partnerPoints' | 'platformPoints' | 'minPoints' | 'stepPoints'>

/**
 * Texts by field for numbers that are not multiples of the source side of the ratio. Every accepted number therefore converts without a
 * remainder.
 */
export function multipleProblems(setting: Rate): Readonly<Record<string, string>> {
  const source = setting.direction === exchangeDirection.outbound ? setting.platformPoints : setting.partnerPoints
  const problems: Record<string, string> = {}
  if (setting.minPoints % source !== 0) problems.minPoints = `最低點數 須為 ${source} 的倍數`
  if (setting.stepPoints % source !== 0) problems.stepPoints = `單位 須為 ${source} 的倍數`
  return problems
}
