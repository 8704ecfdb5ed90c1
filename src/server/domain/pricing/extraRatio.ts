import { refuseFields } from '../../platform/errors.ts'
import type { HookContext, RecordValues, StoredRecord } from '../../records/hooks.ts'
import { requireConfirmation } from '../confirmation.ts'
import type { SettingKind } from './approvedSetting.ts'
import { countCardSales } from './countPosted.ts'
import { getActiveCompany } from './owner.ts'
import { byDate } from './settingPeriod.ts'
import './tables.ts'

/** 聯名卡加碼設定 (domain 4.5): extra points for a payer's cards. Two settings of one rank for the same sale may not overlap. */
export const payerExtraRatio: SettingKind = {
  entity: 'payerExtraRatio',
  number: { field: 'extraRatioNo', prefix: 'ER' },
  period: byDate,
  companyOf: ({ payerCompanyNo }) => String(payerCompanyNo),
  streams: ['PAYG', 'BANK'],
  extraInput: ['confirmSharedCost'],
  complete,
  findRivals: (trx, { payerCompanyNo, companyNo, cardType, priority }) =>
    trx
      .selectFrom('payerExtraRatio')
      .select(['id', 'startDate', 'endDate', 'status'])
      .where('payerCompanyNo', '=', String(payerCompanyNo))
      .where('companyNo', 'is not distinct from', companyNo as string | null)
      .where('cardType', 'is not distinct from', cardType as string | null)
      .where('priority', '=', Number(priority))
      .where('status', 'in', ['3', '5'])
      .execute(),
  findSuccessors: (trx, previousId) => trx.selectFrom('payerExtraRatio').select('status').where('previousId', '=', previousId).execute(),
  countPosted: countCardSales,
  outOfLimits: (_context, setting) => (isSharedByAll(setting) ? { payerShareRatio: '其餘加碼點數將由各特約商分攤。' } : {}),
  beforeSubmit: askAboutSharedCost,
}

async function complete({ trx }: HookContext, setting: RecordValues, before: StoredRecord | null): Promise<RecordValues> {
  if (before === null) await refuseNoPayer(trx, setting)
  if (typeof setting.companyNo === 'string' && setting.companyNo !== before?.companyNo) {
    await getActiveCompany(trx, setting.companyNo, 'companyNo', '適用特約商')
  }
  const isWrong = (setting.cardPrefixes as readonly string[]).some((prefix) => !/^\d{6,8}$/.test(prefix))
  if (isWrong) throw refuseFields({ cardPrefixes: '卡號前綴 須為6至8碼數字' })
  return { companyNo: null, cardType: null, ...setting }
}

async function refuseNoPayer(trx: HookContext['trx'], { payerCompanyNo }: RecordValues): Promise<void> {
  await getActiveCompany(trx, payerCompanyNo, 'payerCompanyNo', '付款機構')
  const payer = await trx.selectFrom('company').select('isPayer').where('companyNo', '=', String(payerCompanyNo)).executeTakeFirstOrThrow()
  if (!payer.isPayer) throw refuseFields({ payerCompanyNo: '付款機構 格式錯誤' })
}

/** Companies that were never asked pay a part. */
function isSharedByAll({ companyNo, payerShareRatio, extraRatio }: StoredRecord): boolean {
  return companyNo === null && Number(payerShareRatio) < 100 && Number(extraRatio) > 0
}

function askAboutSharedCost({ extra }: HookContext, setting: StoredRecord): void {
  if (isSharedByAll(setting)) requireConfirmation(extra, 'confirmSharedCost', '加碼點數將由各特約商分攤，確定要送審嗎？')
}
