import { settingStatus, yearlyStatus } from '../../../rules/codes.generated.ts'
import { message } from '../../../rules/messages.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { apiError, fieldsError } from '../../platform/errors.ts'
import type { NewRecordOf } from '../../records/hooks.ts'
import type { SettingKind } from './approvedSetting.ts'
import { completeDiscount } from './groupDiscount.ts'
import { getActiveCompany } from './owner.ts'
import { byYear } from './settingPeriod.ts'
import { unorderedTiers } from './tiers.ts'

/** 年度點數折扣設定 (domain 4.5): one per company, year and fee. Nothing can be changed after the year is closed (M21). */
export const yearlyDiscount: SettingKind<'yearlyDiscount'> = {
  entity: 'yearlyDiscount',
  number: { field: 'yearlyDiscountNo', prefix: 'YD' },
  period: byYear,
  companyOf: ({ companyNo }) => companyNo,
  // No streams: the close of the year sets `settledStatus`, and closed months do not matter.
  streams: [],
  async complete({ trx }, setting, before) {
    if (before === null) {
      await getActiveCompany(trx, setting.companyNo, 'companyNo')
      await assertOnlyOneOfYear(trx, setting)
    }
    return completeDiscount(trx, setting, byYear.rangeOf(setting))
  },
  outOfLimits: (_context, { tiers }) => unorderedTiers(tiers),
  findRivals: (trx, setting) => findSameYear(trx, setting),
  findSuccessors: (trx, previousId) => trx.selectFrom('yearlyDiscount').select('status').where('previousId', '=', previousId).execute(),
  beforeStep(_context, { settledStatus }) {
    if (settledStatus !== yearlyStatus.notSettled) throw apiError('M21')
  },
}

/** Settings of the same company, year and fee that are not stopped. */
function findSameYear(trx: Trx, { companyNo, year, feeType }: Pick<NewRecordOf<'yearlyDiscount'>, 'companyNo' | 'year' | 'feeType'>) {
  return trx
    .selectFrom('yearlyDiscount')
    .select(['id', 'year', 'status', 'settledStatus'])
    .where('companyNo', '=', companyNo)
    .where('year', '=', year)
    .where('feeType', '=', feeType)
    .where('status', '<>', settingStatus.stopped)
    .execute()
    .then((rows) => rows.filter((row) => row.status === settingStatus.approved || row.status === settingStatus.waiting))
}

/** @throws M21 for a closed year, M07 when another setting of the year is approved or waits for approval */
async function assertOnlyOneOfYear(trx: Trx, setting: NewRecordOf<'yearlyDiscount'>): Promise<void> {
  const others = (await findSameYear(trx, setting)).filter((other) => other.id !== setting.previousId)
  if (others.some((other) => other.settledStatus !== yearlyStatus.notSettled)) throw apiError('M21')
  if (others.length > 0) throw fieldsError({ year: message('M07', { title: '年度' }) }, 'M07', 409)
}
