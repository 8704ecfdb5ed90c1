import { settingStatus } from '../../../rules/codes.generated.ts'
import type { SettingKind } from './approvedSetting.ts'
import { completeDiscount } from './groupDiscount.ts'
import { getActiveCompany } from './owner.ts'
import { byMonth } from './settingPeriod.ts'
import { unorderedTiers } from './tiers.ts'

/** 月結點數折扣設定 (domain 4.5): one set of tiers per company, fee and month. */
export const companyDiscount: SettingKind<'companyDiscount'> = {
  entity: 'companyDiscount',
  number: { field: 'discountNo', prefix: 'MD' },
  period: byMonth,
  companyOf: ({ companyNo }) => companyNo,
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
      .where('companyNo', '=', companyNo)
      .where('feeType', '=', feeType)
      .where('status', 'in', [settingStatus.approved, settingStatus.stopped])
      .execute(),
  findSuccessors: (trx, previousId) => trx.selectFrom('companyDiscount').select('status').where('previousId', '=', previousId).execute(),
}
