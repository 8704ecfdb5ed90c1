import { describe, expect, it } from 'vitest'
import { activityExceptionType } from '../../../../rules/codes.generated.ts'
import { plainRule } from '../../points/testing/postingContexts.ts'
import type { Activity, ActivityMember, ActivitySale } from './activity.ts'
import { expectedPoints, judgeGift, judgeSale } from './judge.ts'

const activity: Activity = {
  id: 1,
  activityCode: 'A25010007',
  activityName: '週年慶加倍',
  companyNo: 'C000101',
  activityType: '1',
  costBearer: '3',
  platformShareRatio: 40,
  multiplier: 3,
  fixedPoints: null,
  minAmount: null,
  stepAmount: null,
  startAt: new Date('2025-01-01T00:00:00+08:00'),
  endAt: new Date('2025-02-01T00:00:00+08:00'),
  dailyFrom: '10:00',
  dailyTo: '22:00',
  weekdays: ['5'],
  storeScope: '2',
  retailStoreNos: ['C0001010001'],
  memberScope: '2',
  requireCode: true,
  budgetPoints: 1000,
  perTxnMax: 50,
  perMemberDaily: 60,
  perMemberTotal: 80,
  expiryRule: '1',
  expiryValue: null,
  expiryDate: null,
  usedPoints: 0,
  status: '3',
}
/** A Friday. */
const use: ActivitySale = {
  companyNo: 'C000101',
  retailStoreNo: 'C0001010001',
  memberNo: '880000000013',
  businessAt: new Date('2025-01-10T12:00:00+08:00'),
  amount: 1000,
  rule: plainRule,
}
const member: ActivityMember = { registeredAt: new Date('2025-01-02T00:00:00Z'), isListed: false, pointsOfDay: 0, pointsEver: 0 }
const typeOf = (changes: Partial<Activity>, useChanges: Partial<ActivitySale> = {}, memberChanges: Partial<ActivityMember> = {}) => {
  const verdict = judgeSale({ ...activity, ...changes }, { ...use, ...useChanges }, { ...member, ...memberChanges })
  return verdict.kind === 'refused' ? verdict.type : 'applied'
}

describe('the code of a sale', () => {
  it('triples the base points: 10 of them earn 20 more', () => {
    expect(expectedPoints(activity, use)).toBe(20)
    expect(judgeSale(activity, use, member)).toMatchObject({ kind: 'applied', rule: { platformShare: 40, room: 50 } })
  })

  it('gives what caps and budget leave', () => {
    expect(judgeSale({ ...activity, usedPoints: 990 }, use, member)).toMatchObject({ rule: { room: 10 } })
    expect(judgeSale(activity, use, { ...member, pointsOfDay: 55, pointsEver: 55 })).toMatchObject({ rule: { room: 5 } })
    expect(judgeSale(activity, use, { ...member, pointsEver: 79 })).toMatchObject({ rule: { room: 1 } })
  })

  it.each<[string, string, Partial<Activity>, Partial<ActivitySale>?, Partial<ActivityMember>?]>([
    ['a draft', activityExceptionType.notApproved, { status: '1' }],
    ['before its start', activityExceptionType.notStarted, { startAt: new Date('2025-01-10T12:00:01+08:00') }],
    ['from its end on', activityExceptionType.ended, { endAt: new Date('2025-01-10T12:00:00+08:00') }],
    ['another company', activityExceptionType.wrongCompany, {}, { companyNo: 'C000102' }],
    ['another outlet', activityExceptionType.wrongStore, {}, { retailStoreNo: 'C0001010002' }],
    ['a member of 31 days', activityExceptionType.wrongMember, {}, {}, { registeredAt: new Date('2024-12-10T15:59:59Z') }],
    ['a member not on the list', activityExceptionType.wrongMember, { memberScope: '3' }],
    ['a sale without base points', activityExceptionType.belowThreshold, {}, { amount: 99 }],
    ['a member at the cap', activityExceptionType.overCap, {}, {}, { pointsOfDay: 60 }],
    ['a used-up budget', activityExceptionType.noBudget, { usedPoints: 1000 }],
    ['the closing hour', activityExceptionType.wrongHour, {}, { businessAt: new Date('2025-01-10T22:00:00+08:00') }],
    ['another day of the week', activityExceptionType.wrongHour, { weekdays: ['4'] }],
    ['a campaign for registrations', activityExceptionType.wrongMember, { activityType: '5', fixedPoints: 100 }],
    ['a campaign for a list', activityExceptionType.wrongMember, { activityType: '4', fixedPoints: 100 }],
    ['an ended campaign', activityExceptionType.terminated, { status: '6' }],
  ])('earns nothing for %s', (_, type, changes, useChanges, memberChanges) => {
    expect(typeOf(changes, useChanges, memberChanges)).toBe(type)
  })

  it('gives the points of a campaign for registrations without a sale, as far as caps and budget go', () => {
    const welcome: Activity = { ...activity, activityType: '5', multiplier: null, fixedPoints: 100, perTxnMax: null, perMemberDaily: null }
    const newcomer = { ...use, amount: 0, rule: { ...plainRule, reward: null } }
    expect(judgeGift(welcome, newcomer, member)).toMatchObject({
      kind: 'applied',
      rule: { formula: { kind: 'list', points: 100 }, room: 80 },
    })
    expect(judgeGift({ ...welcome, status: '1' }, newcomer, member)).toMatchObject({ kind: 'refused' })
    expect(judgeGift({ ...welcome, usedPoints: 1000 }, newcomer, member)).toMatchObject({ kind: 'refused' })
  })

  it('earns with the opening hour, a member of 30 days, a listed one, and the platform as its owner', () => {
    expect(typeOf({}, { businessAt: new Date('2025-01-10T10:00:00+08:00') })).toBe('applied')
    expect(typeOf({}, {}, { registeredAt: new Date('2024-12-10T16:00:00Z') })).toBe('applied')
    expect(typeOf({ memberScope: '3' }, {}, { isListed: true })).toBe('applied')
    expect(typeOf({ companyNo: 'C000000' })).toBe('applied')
  })
})
