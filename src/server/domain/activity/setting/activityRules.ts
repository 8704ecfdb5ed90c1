import {
  type ActivityStatus,
  activityStatus,
  activityType,
  costBearer,
  expiryRule,
  memberScope,
  storeScope,
} from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { ChangesOf, NewRecordOf } from '../../../records/hooks.ts'

export const activityTexts = {
  startInPast: '活動起日不可早於現在。',
  startPassed: '活動起日已過，請退回修改。',
  budgetBelowUsed: '預算不可低於已使用點數。',
  endInPast: '活動迄日不可早於現在。',
  onlyWhileRunning: '活動進行中僅可變更名稱、活動迄、預算、上限、門市、說明與圖片。',
  onlyBeforeStart: '核准後不可變更活動類型與會員範圍。',
  sameHours: '每日時段起迄不可相同。',
  expiryBeforeEnd: '效期指定日不可早於活動迄日。',
  foreignStore: '門市須屬於主辦特約商。',
  noStores: '平台主辦的活動適用全部門市，不可指定。',
  noList: '請先匯入名單。',
  listOverBudget: (points: number) => `名單贈點合計 ${points.toLocaleString('en-US')} 點，超過活動預算點數。`,
  contract: '主辦特約商合約未生效。',
  reasonOfDraft: '草稿與退回的活動直接修改，不經核准；變更原因不會留存，請勿填寫。',
  nothingChanged: '沒有變更任何內容。',
  overLimit: '活動預算超過您的核准權限。',
} as const

/** The operator's own campaigns. */
export const platformCompanyNo = 'C000000'

/** What a campaign says, without its number, its owner and what is counted: what a draft and a change request may write. */
export const contentFields = [
  'activityName',
  'activityType',
  'costBearer',
  'platformShareRatio',
  'multiplier',
  'fixedPoints',
  'minAmount',
  'stepAmount',
  'startAt',
  'endAt',
  'dailyFrom',
  'dailyTo',
  'weekdays',
  'storeScope',
  'retailStoreNos',
  'memberScope',
  'requireCode',
  'budgetPoints',
  'perTxnMax',
  'perMemberDaily',
  'perMemberTotal',
  'expiryRule',
  'expiryValue',
  'expiryDate',
  'description',
  'image',
] as const
type ContentField = (typeof contentFields)[number]

/** Content that may still change while points are given (domain 4.13). */
const changeableWhileRunning: ReadonlySet<string> = new Set<ContentField>([
  'activityName',
  'endAt',
  'budgetPoints',
  'perTxnMax',
  'perMemberDaily',
  'perMemberTotal',
  'storeScope',
  'retailStoreNos',
  'description',
  'image',
])

/** What was approved together with the list of members. */
const fixedOnceApproved: ReadonlySet<string> = new Set<ContentField>(['activityType', 'memberScope'])

const approvedStates: ReadonlySet<string> = new Set([activityStatus.notStarted, activityStatus.running, activityStatus.budgetSpent])

/** True for a campaign that was approved and is not over: it changes by requests only. */
export function isApproved({ status }: { readonly status: ActivityStatus }): boolean {
  return approvedStates.has(status)
}

/** True when points are given to the members of a list only. */
export function needsList(activity: Pick<ActivityValues, 'activityType' | 'memberScope'>): boolean {
  return activity.activityType === activityType.memberList || activity.memberScope === memberScope.listed
}

export type ActivityValues = NewRecordOf<'activity'>

/** Whom campaigns that reward no sales are for: who is on a list, or everybody who registers, and is on no list yet. */
function scopeOf(type: ActivityValues['activityType']): ActivityValues['memberScope'] {
  return type === activityType.memberList ? memberScope.listed : memberScope.all
}

/** The content with nothing in fields that do not count under the choices of other fields. */
export function tidyActivity(values: ActivityValues): ActivityValues {
  const { activityType: type, expiryRule: rule } = values
  const isForSales = type !== activityType.memberList && type !== activityType.registration
  const keep = <Value>(isKept: boolean, value: Value) => (isKept ? (value ?? null) : null)
  return {
    ...values,
    platformShareRatio: keep(values.costBearer === costBearer.shared, values.platformShareRatio),
    multiplier: keep(type === activityType.multiplier, values.multiplier),
    fixedPoints: keep(type !== activityType.multiplier, values.fixedPoints),
    minAmount: keep(type === activityType.fixedPoints || type === activityType.minimumSpend, values.minAmount),
    stepAmount: keep(type === activityType.minimumSpend, values.stepAmount),
    requireCode: isForSales && values.requireCode === true,
    memberScope: isForSales ? values.memberScope : scopeOf(type),
    retailStoreNos: values.storeScope === storeScope.chosen ? (values.retailStoreNos ?? []) : [],
    weekdays: [...(values.weekdays ?? [])].sort(),
    expiryValue: keep(rule === expiryRule.endOfMonthAfterMonths || rule === expiryRule.afterDays, values.expiryValue),
    expiryDate: keep(rule === expiryRule.fixedDate, values.expiryDate),
  }
}

/** What is wrong across the fields of a tidy campaign, by field. */
export function activityProblems(values: ActivityValues): Readonly<Record<string, string>> {
  const { dailyFrom, dailyTo, expiryDate, endAt, companyNo } = values
  const problems: Record<string, string> = {}
  if (typeof dailyFrom === 'string' && dailyFrom === dailyTo) problems.dailyTo = activityTexts.sameHours
  if (typeof expiryDate === 'string' && expiryDate < taipeiDate(new Date(endAt))) problems.expiryDate = activityTexts.expiryBeforeEnd
  if (companyNo === platformCompanyNo && values.storeScope === storeScope.chosen) problems.storeScope = activityTexts.noStores
  return problems
}

/**
 * Why these changes cannot be asked for, by field; empty when they can.
 *
 * @param changed the content that differs from the approved campaign
 */
export function changeProblems(
  activity: { readonly status: ActivityStatus; readonly usedPoints: number },
  changed: ChangesOf<'activity'>,
  now: Date,
): Readonly<Record<string, string>> {
  const names = Object.keys(changed)
  const hasStarted = activity.status !== activityStatus.notStarted
  const fixed = names.filter((name) => fixedOnceApproved.has(name))
  const locked = hasStarted ? names.filter((name) => !changeableWhileRunning.has(name)) : []
  const problems: Record<string, string> = {
    ...Object.fromEntries(fixed.map((name) => [name, activityTexts.onlyBeforeStart])),
    ...Object.fromEntries(locked.map((name) => [name, activityTexts.onlyWhileRunning])),
  }
  if (changed.budgetPoints != null && changed.budgetPoints < activity.usedPoints) problems.budgetPoints = activityTexts.budgetBelowUsed
  if (changed.startAt != null && !hasStarted && new Date(changed.startAt) < now) problems.startAt = activityTexts.startInPast
  if (changed.endAt != null && new Date(changed.endAt) <= now) problems.endAt = activityTexts.endInPast
  return problems
}
