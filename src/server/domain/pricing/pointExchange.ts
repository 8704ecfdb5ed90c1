import { refuseFields } from '../../platform/errors.ts'
import type { RecordValues } from '../../records/hooks.ts'
import type { SettingKind } from './approvedSetting.ts'
import { countConversions } from './countPosted.ts'
import { getActiveCompany } from './owner.ts'
import { byDate } from './settingPeriod.ts'
import './tables.ts'

/** 點數轉換設定 (domain 4.5): one rate per partner and direction on a day. */
export const pointExchange: SettingKind = {
  entity: 'pointExchange',
  number: { field: 'pointExchangeNo', prefix: 'PX' },
  period: byDate,
  companyOf: ({ companyNo }) => String(companyNo),
  streams: ['MONTH', 'BANK'],
  async complete({ trx }, setting, before) {
    if (before === null) await getActiveCompany(trx, setting.companyNo, 'companyNo', '合作夥伴')
    const problems = multipleProblems(setting)
    if (Object.keys(problems).length > 0) throw refuseFields(problems)
    return setting
  },
  findRivals: (trx, { companyNo, direction }) =>
    trx
      .selectFrom('pointExchange')
      .select(['id', 'startDate', 'endDate', 'status'])
      .where('companyNo', '=', String(companyNo))
      .where('direction', '=', direction === '2' ? '2' : '1')
      .where('status', 'in', ['3', '5'])
      .execute(),
  findSuccessors: (trx, previousId) => trx.selectFrom('pointExchange').select('status').where('previousId', '=', previousId).execute(),
  countPosted: countConversions,
}

/** Texts for what is no multiple of the source side of the ratio, by field: every accepted number converts without a rest. */
export function multipleProblems(setting: RecordValues): Readonly<Record<string, string>> {
  const source = Number(setting.direction === '2' ? setting.platformPoints : setting.partnerPoints)
  const problems: Record<string, string> = {}
  if (Number(setting.minPoints) % source !== 0) problems.minPoints = `最低點數 須為 ${source} 的倍數`
  if (Number(setting.stepPoints) % source !== 0) problems.stepPoints = `單位 須為 ${source} 的倍數`
  return problems
}
