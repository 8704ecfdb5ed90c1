import { contractStatus, settingStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { OutOfLimits } from '../../../rules/outOfLimits.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import { fieldsError, textError } from '../../platform/errors.ts'
import type { HookContext, NewRecordOf, QueryContext, RecordOf } from '../../records/hooks.ts'
import { findCompany, hasDefaultReward } from '../company/public.ts'
import { requireConfirmation } from '../confirmation.ts'
import { readNumber } from '../settings/public.ts'
import type { SettingKind } from './approvedSetting.ts'
import { countRewardedSales } from './countPosted.ts'
import { getActiveCompany } from './owner.ts'
import { rewardProblems, rewardRatePercent, withoutMeaninglessFields } from './rewardPointRules.ts'
import { byDate } from './settingPeriod.ts'

/** 點數回饋設定 (domain 4.5): how many points a sale earns. A company never has two defaults on the same day. */
export const rewardPoint: SettingKind<'rewardPoint'> = {
  entity: 'rewardPoint',
  number: { field: 'rewardPointNo', prefix: 'RP' },
  period: byDate,
  companyOf: ({ companyNo }) => companyNo,
  streams: ['MONTH'],
  extraInput: ['confirmHighRate'],
  complete,
  findRivals: (trx, { companyNo, isDefault }) =>
    isDefault !== true
      ? Promise.resolve([])
      : trx
          .selectFrom('rewardPoint')
          .select(['id', 'startDate', 'endDate', 'status'])
          .where('companyNo', '=', companyNo)
          .where('isDefault', '=', true)
          .where('status', 'in', [settingStatus.approved, settingStatus.stopped])
          .execute(),
  findSuccessors: (trx, previousId) => trx.selectFrom('rewardPoint').select('status').where('previousId', '=', previousId).execute(),
  countPosted: countRewardedSales,
  outOfLimits: highRate,
  beforeSubmit: askAboutHighRate,
  beforeStop: assertOtherDefault,
}

async function complete({ trx }: HookContext, input: NewRecordOf<'rewardPoint'>, before: RecordOf<'rewardPoint'> | null) {
  if (before === null) await getActiveCompany(trx, input.companyNo, 'companyNo')
  const reward = { ...input, ...withoutMeaninglessFields(input) }
  const problems = rewardProblems(reward)
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
  await assertOwnStores(trx, reward)
  return reward
}

async function assertOwnStores(
  trx: Trx,
  { companyNo, retailStoreNos: storeNos }: { companyNo: string; retailStoreNos: readonly string[] },
) {
  if (storeNos.length === 0) return
  const stores = await trx
    .selectFrom('retailStore')
    .select('retailStoreNo')
    .where('companyNo', '=', companyNo)
    .where('retailStoreNo', 'in', storeNos)
    .execute()
  if (stores.length !== new Set(storeNos).size) throw fieldsError({ retailStoreNos: '適用門市 格式錯誤' })
}

async function askAboutHighRate({ trx, now, extra }: HookContext, reward: RecordOf<'rewardPoint'>): Promise<void> {
  const rateMax = await exceededRate(trx, now, reward)
  if (rateMax !== null) requireConfirmation(extra, 'confirmHighRate', `回饋率超過${rateMax}%，確定要送審嗎？`)
}

async function highRate({ db, now }: QueryContext, reward: RecordOf<'rewardPoint'>): Promise<OutOfLimits> {
  const rateMax = await exceededRate(db, now, reward)
  return rateMax === null ? {} : { rewardRate: `高於回饋率警示上限 ${rateMax}%。` }
}

/** The limit that the rate of a setting exceeds; null when it exceeds none. */
async function exceededRate(db: Executor, now: Date, reward: RecordOf<'rewardPoint'>): Promise<number | null> {
  const rateMax = await readNumber(db, 'REWARD.MAX_RATE', taipeiDate(now))
  return (rewardRatePercent(reward) ?? 0) > rateMax ? rateMax : null
}

async function assertOtherDefault({ trx, now }: HookContext, reward: RecordOf<'rewardPoint'>): Promise<void> {
  const { companyNo } = reward
  const company = await findCompany(trx, companyNo)
  const isNeeded = reward.isDefault === true && company?.allowIssue === true && company.contractStatus !== contractStatus.terminated
  if (isNeeded && !(await hasDefaultReward(trx, companyNo, taipeiDate(now), reward.id))) {
    throw textError(409, '至少須保留一筆預設回饋設定。')
  }
}
