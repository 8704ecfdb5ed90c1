import type { SettingKind } from './approvedSetting.ts'
import { completeDiscount } from './groupDiscount.ts'
import { getActiveCompany } from './owner.ts'
import { byMonth } from './settingPeriod.ts'
import { unorderedTiers } from './tiers.ts'
import './tables.ts'

/** 月結點數折扣設定 (domain 4.5): one set of tiers per company and fee in a month. */
export const companyDiscount: SettingKind = {
  entity: 'companyDiscount',
  number: { field: 'discountNo', prefix: 'MD' },
  period: byMonth,
  companyOf: ({ companyNo }) => String(companyNo),
  streams: ['MONTH'],
  async complete({ trx }, setting, before) {
    if (before === null) await getActiveCompany(trx, setting.companyNo, 'companyNo')
    return completeDiscount(trx, setting, byMonth.rangeOf(setting))
  },
  outOfLimits: (_context, { tiers }) => unorderedTiers(tiers),
  findRivals: (trx, { companyNo, feeType }) =>
    trx
      .selectFrom('companyDiscount')
      .select(['id', 'startMonth', 'endMonth', 'status'])
      .where('companyNo', '=', String(companyNo))
      .where('feeType', '=', feeType === '2' ? '2' : '1')
      .where('status', 'in', ['3', '5'])
      .execute(),
  findSuccessors: (trx, previousId) => trx.selectFrom('companyDiscount').select('status').where('previousId', '=', previousId).execute(),
}
