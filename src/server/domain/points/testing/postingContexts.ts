import type { IssueInput } from '../domain/issue.ts'
import type { CompanyContext, PostingContext } from '../domain/posting.ts'

let works = 0

/** The context of a posting at noon in Taipei of a date, posted at once; each is a work of its own. */
export function contextOn(date: string, companyNo: string | null = 'C000101', changes: Partial<PostingContext> = {}): CompanyContext {
  works += 1
  const at = new Date(`${date}T04:00:00Z`)
  return {
    now: at,
    businessAt: at,
    source: { work: 'TEST', workId: String(works) },
    companyNo: companyNo as string,
    retailStoreNo: companyNo && `${companyNo}0001`,
    createdBy: '測試',
    ...changes,
  } as CompanyContext
}

/** 每滿 100 元 1 點, until the end of next year. */
export const plainRule: IssueInput['rule'] = {
  reward: {
    kind: 'perSpend',
    spendAmount: 100,
    rewardPoints: 1,
    rounding: 'floor',
    minSpend: 0,
    maxPoints: null,
    excludePointPart: true,
  },
  pointPart: 0,
  extra: null,
  activities: [],
  expiry: { rule: '1' },
  effectiveDelayDays: 0,
}
