import { settingStatus } from '../../../rules/codes.generated.ts'
import { fieldsError } from '../../platform/errors.ts'
import type { HookContext, NewRecordOf, RecordOf } from '../../records/hooks.ts'
import { requireConfirmation } from '../confirmation.ts'
import type { SettingKind } from './approvedSetting.ts'
import { countCardSales } from './countPosted.ts'
import { getActiveCompany } from './owner.ts'
import { byDate } from './settingPeriod.ts'

/** 聯名卡加碼設定 (domain 4.5): extra points for a payer's cards. Two settings of the same rank for the same sale must not overlap. */
export const payerExtraRatio: SettingKind<'payerExtraRatio'> = {
  entity: 'payerExtraRatio',
  number: { field: 'extraRatioNo', prefix: 'ER' },
  period: byDate,
  companyOf: ({ payerCompanyNo }) => payerCompanyNo,
  streams: ['PAYG', 'BANK'],
  extraInput: ['confirmSharedCost'],
  complete,
  findRivals: (trx, { payerCompanyNo, companyNo, cardType, priority }) =>
    trx
      .selectFrom('payerExtraRatio')
      .select(['id', 'startDate', 'endDate', 'status'])
      .where('payerCompanyNo', '=', payerCompanyNo)
      .where('companyNo', 'is not distinct from', companyNo)
      .where('cardType', 'is not distinct from', cardType)
      .where('priority', '=', priority)
      .where('status', 'in', [settingStatus.approved, settingStatus.stopped])
      .execute(),
  findSuccessors: (trx, previousId) => trx.selectFrom('payerExtraRatio').select('status').where('previousId', '=', previousId).execute(),
  countPosted: countCardSales,
  outOfLimits: (_context, setting) => (isSharedByAll(setting) ? { payerShareRatio: '其餘加碼點數將由各特約商分攤。' } : {}),
  beforeSubmit: askAboutSharedCost,
}

async function complete({ trx }: HookContext, setting: NewRecordOf<'payerExtraRatio'>, before: RecordOf<'payerExtraRatio'> | null) {
  if (before === null) await assertPayer(trx, setting)
  if (typeof setting.companyNo === 'string' && setting.companyNo !== before?.companyNo) {
    await getActiveCompany(trx, setting.companyNo, 'companyNo', '適用特約商')
  }
  const isWrong = setting.cardPrefixes.some((prefix) => !/^\d{6,8}$/.test(prefix))
  if (isWrong) throw fieldsError({ cardPrefixes: '卡號前綴 須為6至8碼數字' })
  return { companyNo: null, cardType: null, ...setting }
}

async function assertPayer(
  trx: HookContext['trx'],
  { payerCompanyNo }: Pick<NewRecordOf<'payerExtraRatio'>, 'payerCompanyNo'>,
): Promise<void> {
  await getActiveCompany(trx, payerCompanyNo, 'payerCompanyNo', '付款機構')
  const payer = await trx.selectFrom('company').select('isPayer').where('companyNo', '=', payerCompanyNo).executeTakeFirstOrThrow()
  if (!payer.isPayer) throw fieldsError({ payerCompanyNo: '付款機構 格式錯誤' })
}

/** True when companies pay a part of the extra points although none of them was asked, because the setting is for all companies. */
function isSharedByAll({ companyNo, payerShareRatio, extraRatio }: RecordOf<'payerExtraRatio'>): boolean {
  return companyNo === null && payerShareRatio < 100 && extraRatio > 0
}

function askAboutSharedCost({ extra }: HookContext, setting: RecordOf<'payerExtraRatio'>): void {
  if (isSharedByAll(setting)) requireConfirmation(extra, 'confirmSharedCost', '加碼點數將由各特約商分攤，確定要送審嗎？')
}
