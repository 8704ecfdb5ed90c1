import { describe, expect, it } from 'vitest'
import type { WarningRule } from '../rules/inForce.ts'
import { type Hit, type HitRow, hitOf, mergeHits, relatedMax } from './hit.ts'
import { codeKey } from './words.ts'

const rule = (values: Partial<WarningRule>): WarningRule => ({
  id: 1,
  ruleCode: 'R01',
  companyNo: null,
  windowMinutes: 10,
  thresholdCount: 5,
  thresholdPoints: 200_000,
  thresholdRatio: 30,
  activeFrom: null,
  activeTo: null,
  severity: '2',
  action: '1',
  notifyEmails: [],
  isEnabled: true,
  ...values,
})
const row = (at: string, measured: number, values: Partial<HitRow> = {}): HitRow => ({
  subjectKey: 'M1',
  occurredAt: new Date(`2025-01-10T${at}+08:00`),
  companyNo: 'C000101',
  retailStoreNo: null,
  memberNo: 'M1',
  transactionNo: null,
  txnKind: null,
  points: null,
  amount: null,
  measured,
  relatedIds: [measured],
  ...values,
})
const measuredOf = (hits: readonly Hit[]) => hits.map((hit) => hit.measuredValue)

describe('what is written of a hit', () => {
  it.each([
    ['R01', 7, 'M1', '7 筆/10 分', '5 筆/10 分'],
    ['R02', 250_001, 'T1', '250,001 點', '200,000 點'],
    ['R04', 1_000_001, 'C1', '1,000,001 點/日', '200,000 點/日'],
    ['R06', 30.1, 'C1', '30.1%/10 分', '30.0%/10 分'],
    ['R07', 2, 'M1', '2 縣市/10 分', '1 縣市/10 分'],
    ['R09', 6, 'S1', '6 筆/日', '5 筆/日'],
    ['R10', 6, codeKey.exceptions('A1'), '6 次/10 分', '5 次/10 分'],
    ['R10', 200_001, codeKey.points('A1'), '200,001 點/10 分', '200,000 點/10 分'],
    ['R12', 11, '192.0.2.1', '11 次/10 分', '5 次/10 分'],
  ] as const)('%s says %s of %s', (ruleCode, measured, subjectKey, measuredValue, thresholdValue) => {
    expect(hitOf(rule({ ruleCode }), row('12:00:00', measured, { subjectKey }))).toMatchObject({ measuredValue, thresholdValue })
  })
})

describe('one warning per rule, key and window', () => {
  const hits = (...rows: readonly HitRow[]) => mergeHits(rows.map((each) => hitOf(rule({}), each)))

  it('keeps the first hit, the highest measure and all transactions', () => {
    const [merged, ...others] = hits(row('12:09:59', 6), row('12:00:00', 7), row('12:05:00', 9))
    expect(others).toEqual([])
    expect(merged).toMatchObject({ measuredValue: '9 筆/10 分', relatedIds: [7, 9, 6] })
    expect(merged?.occurredAt).toEqual(new Date('2025-01-10T12:00:00+08:00'))
  })

  it('ends with its window: ten minutes after belong to it, a second more does not', () => {
    expect(measuredOf(hits(row('12:00:00', 6), row('12:10:00', 7)))).toEqual(['7 筆/10 分'])
    expect(measuredOf(hits(row('12:00:00', 6), row('12:10:01', 7)))).toEqual(['6 筆/10 分', '7 筆/10 分'])
  })

  it('concerns one key', () => {
    expect(hits(row('12:00:00', 6), row('12:01:00', 7, { subjectKey: 'M2' }))).toHaveLength(2)
  })

  it('begins anew for each key by itself, whatever comes between', () => {
    const of = (subjectKey: string, at: string, measured: number) => row(at, measured, { subjectKey })
    const merged = hits(
      of('M2', '12:11:00', 8),
      of('M1', '12:00:00', 6),
      of('M1', '12:11:00', 7),
      of('M2', '12:05:00', 9),
      of('M1', '12:21:00', 5),
    )
    expect(merged.map((hit) => [hit.subjectKey, hit.relatedIds])).toEqual([
      ['M1', [6]],
      ['M2', [9, 8]],
      ['M1', [7, 5]],
    ])
  })

  it('covers a business day in Taipei for rules of days', () => {
    const daily = rule({ ruleCode: 'R11', windowMinutes: null })
    const merged = mergeHits([row('00:00:00', 9), row('23:59:59', 10), row('00:00:00', 11)].map((each) => hitOf(daily, each)))
    expect(merged).toHaveLength(1)
    const next = { ...row('00:00:00', 9), occurredAt: new Date('2025-01-11T00:00:00+08:00') }
    expect(mergeHits([row('23:59:59', 10), next].map((each) => hitOf(daily, each)))).toHaveLength(2)
  })

  it('names a limited number of transactions', () => {
    const many = row('12:00:00', 6, { relatedIds: Array.from({ length: relatedMax + 20 }, (_, index) => index) })
    expect(hits(many)[0]?.relatedIds).toHaveLength(relatedMax)
  })
})
