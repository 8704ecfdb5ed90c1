import { taipeiDate } from '../../../rules/dates.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { refuse, refuseFields, refuseWith } from '../../platform/errors.ts'
import type { HookContext, RecordHooks, RecordValues, StoredRecord } from '../../records/hooks.ts'
import { requireConfirmation } from '../confirmation.ts'
import { formatNumber, nextNumber } from '../numbers.ts'
import { readParameter } from '../settings/parameters.ts'
import { findCompany, hasDefaultReward } from './companyQueries.ts'
import {
  endBeforeSuccessor,
  rangesOverlap,
  rewardProblems,
  rewardRatePercent,
  shortenedEnd,
  withoutMeaninglessFields,
} from './rewardPointRules.ts'

/** Ends the version that an approved one replaces, through the records engine, so that its history tells it. */
export type EndPrevious = (context: HookContext, previousId: number, endDate: string) => Promise<void>

/** Reward settings under the approval pattern AS (domain 3.3, 4.5). */
export function rewardPointHooks(endPrevious: EndPrevious): RecordHooks {
  return {
    extraInput: ['confirmHighRate'],
    async beforeCreate(context, input) {
      const company = await findCompany(context.trx, String(input.companyNo))
      if (!company || company.contractStatus === '9') throw refuseFields({ companyNo: '特約商 格式錯誤' })
      const reward = await complete(context, input)
      const rewardPointNo = formatNumber('RP', await nextNumber(context.trx, 'rewardPoint'), 6)
      return { ...reward, rewardPointNo, status: '1', previousId: input.previousId ?? null }
    },
    async beforeUpdate(context, before, changes) {
      const reward = await complete(context, { ...before, ...changes })
      const kept = Object.keys(withoutMeaninglessFields(reward)).map((field) => [field, reward[field]])
      // A rejected setting that is worked on again is a draft again.
      return { ...changes, ...Object.fromEntries(kept), ...(before.status === '4' ? { status: '1' } : {}) }
    },
    async beforeDelete({ trx }, reward) {
      const row = await trx
        .selectFrom('retailStore')
        .select('id')
        .where('rewardPointId', '=', String(reward.id))
        .limit(1)
        .executeTakeFirst()
      if (row) throw refuse('M11')
    },
    transitions: {
      submit: beforeSubmit,
      approve: (context, reward) => beforeApprove(endPrevious, context, reward),
      stop: beforeStop,
      replace: beforeReplace,
    },
  }
}

async function complete({ trx }: HookContext, input: RecordValues): Promise<RecordValues> {
  const reward = { ...input, ...withoutMeaninglessFields(input) }
  const problems = rewardProblems(reward)
  if (Object.keys(problems).length > 0) throw refuseFields(problems)
  const storeNos = reward.retailStoreNos as readonly string[]
  if (storeNos.length > 0) {
    const stores = await trx
      .selectFrom('retailStore')
      .select('retailStoreNo')
      .where('companyNo', '=', String(reward.companyNo))
      .where('retailStoreNo', 'in', storeNos)
      .execute()
    if (stores.length !== new Set(storeNos).size) throw refuseFields({ retailStoreNos: '適用門市 格式錯誤' })
  }
  return reward
}

async function beforeSubmit(context: HookContext, reward: StoredRecord): Promise<undefined> {
  const { trx, now, extra } = context
  await refuseOverlap(trx, reward)
  const rateMax = Number((await readParameter(trx, 'REWARD.MAX_RATE', taipeiDate(now))) ?? 20)
  if ((rewardRatePercent(reward) ?? 0) > rateMax) requireConfirmation(extra, 'confirmHighRate', `回饋率超過${rateMax}%，確定要送審嗎？`)
}

async function beforeApprove(endPrevious: EndPrevious, context: HookContext, reward: StoredRecord): Promise<undefined> {
  await refuseOverlap(context.trx, reward)
  if (typeof reward.previousId !== 'number') return
  const previous = await context.trx
    .selectFrom('rewardPoint')
    .select(['startDate', 'endDate'])
    .where('id', '=', reward.previousId)
    .executeTakeFirstOrThrow()
  await endPrevious(context, reward.previousId, endBeforeSuccessor(previous, String(reward.startDate)))
}

/** Only the approval of a successor may do this, never a request of its own. */
function beforeReplace({ screen }: HookContext, _reward: StoredRecord, input: RecordValues): RecordValues {
  if (screen !== null) throw refuse('M09')
  return { endDate: input.endDate }
}

/** Two defaults of one company may not be in force on the same day; the version being replaced does not count. */
async function refuseOverlap(trx: Trx, reward: StoredRecord): Promise<void> {
  if (reward.isDefault !== true) return
  // The company row is the lock: two defaults approved at the same time wait for each other.
  await trx.selectFrom('company').select('id').where('companyNo', '=', String(reward.companyNo)).forUpdate().execute()
  const others = await trx
    .selectFrom('rewardPoint')
    .select(['id', 'startDate', 'endDate'])
    .where('companyNo', '=', String(reward.companyNo))
    .where('isDefault', '=', true)
    .where('status', '=', '3')
    .where('id', '<>', reward.id)
    .execute()
  const range = { startDate: String(reward.startDate), endDate: String(reward.endDate) }
  if (others.some((other) => other.id !== reward.previousId && rangesOverlap(other, range))) throw refuse('M19')
}

async function beforeStop({ trx, now }: HookContext, reward: StoredRecord): Promise<RecordValues> {
  const today = taipeiDate(now)
  const companyNo = String(reward.companyNo)
  const company = await findCompany(trx, companyNo)
  const isNeeded = reward.isDefault === true && company?.allowIssue === true && company.contractStatus !== '9'
  if (isNeeded && !(await hasDefaultReward(trx, companyNo, today, reward.id))) throw refuseWith(409, '至少須保留一筆預設回饋設定。')
  return { endDate: shortenedEnd({ startDate: String(reward.startDate), endDate: String(reward.endDate) }, today) }
}
