import { activityType, costBearer, expiryRule, memberScope, storeScope } from '../../../rules/codes.generated.ts'
import type { RecordValues } from '../../records/hooks.ts'

/** How far a campaign of the demo data came. */
type Course = 'draft' | 'withdrawn' | 'waiting' | 'rejected' | 'approved' | 'terminated'

export interface DemoActivity {
  readonly values: RecordValues & { readonly activityCode: string }
  readonly startedDaysAgo: number
  /** Negative while the campaign still runs. */
  readonly endedDaysAgo: number
  /** Days ago of its draft; a decision follows the day after. */
  readonly draftedDaysAgo: number
  readonly course: Course
  /** Members on its list. */
  readonly listed?: number
  /** Points that codes of the demo data meet as used; the sales that used them are posted later. */
  readonly usedBefore?: number
}

const everybody = {
  storeScope: storeScope.all,
  memberScope: memberScope.all,
  requireCode: true,
  expiryRule: expiryRule.endOfNextYear,
} as const
const byCompany = { costBearer: costBearer.company } as const
const byPlatform = { companyNo: 'C000000', costBearer: costBearer.platform } as const

/** One campaign of every type and of every state (domain 10): partners can send the codes of those that were approved. */
export const demoActivities: readonly DemoActivity[] = [
  {
    values: {
      ...{ activityCode: 'A26010001', activityName: '會員日三倍贈點', companyNo: 'C000101', ...byCompany, ...everybody },
      ...{ activityType: activityType.multiplier, multiplier: 3, budgetPoints: 5000, perTxnMax: 500 },
      description: '會員日當天消費出示會員卡並輸入活動代碼，基本點數三倍。',
    },
    ...{ startedDaysAgo: 40, endedDaysAgo: -60, draftedDaysAgo: 52, course: 'approved' },
  },
  {
    values: {
      ...{ activityCode: 'A26010002', activityName: '滿千送百點', companyNo: 'C000101', ...byCompany, ...everybody },
      ...{ activityType: activityType.minimumSpend, fixedPoints: 100, minAmount: 1000, stepAmount: 1000, budgetPoints: 6000 },
      description: '單筆消費滿 1,000 元送 100 點，可累送。',
    },
    ...{ startedDaysAgo: 90, endedDaysAgo: 6, draftedDaysAgo: 101, course: 'approved' },
  },
  {
    values: {
      ...{ activityCode: 'A26010003', activityName: '新店開幕贈點', companyNo: 'C000102', ...byCompany, ...everybody },
      ...{ activityType: activityType.fixedPoints, fixedPoints: 50, minAmount: 500, budgetPoints: 1000 },
      description: '開幕期間單筆消費滿 500 元送 50 點，送完為止。',
    },
    ...{ startedDaysAgo: 30, endedDaysAgo: -30, draftedDaysAgo: 41, course: 'approved', usedBefore: 1000 },
  },
  {
    values: {
      ...{ activityCode: 'A26010004', activityName: '歲末感謝加碼', companyNo: 'C000103', ...everybody },
      ...{ costBearer: costBearer.shared, platformShareRatio: 40, memberScope: memberScope.newMembers },
      ...{ activityType: activityType.fixedPoints, fixedPoints: 80, minAmount: 800, budgetPoints: 60_000, perMemberTotal: 240 },
      ...{ dailyFrom: '11:00', dailyTo: '14:00', weekdays: ['1', '2', '3', '4', '5'] },
    },
    ...{ startedDaysAgo: -20, endedDaysAgo: -80, draftedDaysAgo: 4, course: 'withdrawn' },
  },
  {
    values: {
      ...{ activityCode: 'A26010005', activityName: '平台週年慶雙倍', ...byPlatform, ...everybody },
      ...{ activityType: activityType.multiplier, multiplier: 2, budgetPoints: 20_000 },
    },
    ...{ startedDaysAgo: 20, endedDaysAgo: -20, draftedDaysAgo: 29, course: 'terminated' },
  },
  {
    values: {
      ...{ activityCode: 'A26010006', activityName: '新會員註冊禮', ...byPlatform, ...everybody, requireCode: false },
      ...{ activityType: activityType.registration, fixedPoints: 100, budgetPoints: 50_000 },
      ...{ expiryRule: expiryRule.afterDays, expiryValue: 180 },
    },
    ...{ startedDaysAgo: -10, endedDaysAgo: -100, draftedDaysAgo: 8, course: 'approved' },
  },
  {
    values: {
      ...{ activityCode: 'A26010007', activityName: '忠實會員回饋', ...byPlatform, ...everybody, requireCode: false },
      ...{ activityType: activityType.memberList, memberScope: memberScope.listed, fixedPoints: 200, budgetPoints: 10_000 },
      ...{ expiryRule: expiryRule.endOfMonthAfterMonths, expiryValue: 6 },
      description: '名單內每位會員贈送 200 點，核准後由營運人員執行批次贈點。',
    },
    ...{ startedDaysAgo: -3, endedDaysAgo: -33, draftedDaysAgo: 2, course: 'waiting', listed: 24 },
  },
  {
    values: {
      ...{ activityCode: 'A26010008', activityName: '週末滿額送', companyNo: 'C000104', ...byCompany, ...everybody },
      ...{ activityType: activityType.minimumSpend, fixedPoints: 300, minAmount: 2000, stepAmount: 2000, budgetPoints: 90_000 },
      ...{ weekdays: ['6', '7'], perMemberDaily: 900 },
    },
    ...{ startedDaysAgo: -15, endedDaysAgo: -45, draftedDaysAgo: 6, course: 'rejected' },
  },
]
