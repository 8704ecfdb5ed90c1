import { describe, expect, it } from 'vitest'
import { isRuleCode, ruleCatalog, ruleCodes } from './catalog.ts'
import { isWatching, ruleInForce, type WarningRule } from './inForce.ts'

const row = (values: Partial<WarningRule>): WarningRule => ({
  id: 1,
  ruleCode: 'R02',
  companyNo: null,
  windowMinutes: null,
  thresholdCount: null,
  thresholdPoints: 10,
  thresholdRatio: null,
  activeFrom: null,
  activeTo: null,
  severity: '2',
  action: '1',
  notifyEmails: [],
  isEnabled: true,
  ...values,
})
const taipei = (time: string) => new Date(`2025-01-10T${time}:00+08:00`)

describe('the parameters in force', () => {
  const system = row({ id: 1 })
  const own = row({ id: 2, companyNo: 'C000101' })

  it.each<[string, readonly WarningRule[], string | null, number | null]>([
    ['the row of the company', [system, own], 'C000101', 2],
    ['the row of the system for any other company', [system, own], 'C000102', 1],
    ['the row of the system for what has no company', [system, own], null, 1],
    ['nothing when the row of the company is disabled', [system, { ...own, isEnabled: false }], 'C000101', null],
    ['nothing when the row of the system is disabled', [{ ...system, isEnabled: false }], 'C000102', null],
    ['nothing of another rule', [{ ...system, ruleCode: 'R03' }], null, null],
  ])('the parameters in force are %s', (_, rules, companyNo, id) => {
    expect(ruleInForce(rules, 'R02', companyNo)?.id ?? null).toBe(id)
  })
})

describe('the hours of a rule', () => {
  it.each([
    ['09:00', '18:00', '09:00', true],
    ['09:00', '18:00', '17:59', true],
    ['09:00', '18:00', '18:00', false],
    ['09:00', '18:00', '08:59', false],
    ['22:00', '06:00', '23:30', true],
    ['22:00', '06:00', '05:59', true],
    ['22:00', '06:00', '06:00', false],
    ['22:00', '06:00', '21:59', false],
    [null, null, '03:00', true],
  ])('the hours of a rule from %s to %s include %s: %s', (activeFrom, activeTo, time, expected) => {
    expect(isWatching({ activeFrom, activeTo }, taipei(time))).toBe(expected)
  })
})

describe('the catalogue', () => {
  it('the catalogue has the rules, parameters and severities of the domain', () => {
    expect(ruleCodes).toHaveLength(12)
    const { R01, R02, R06, R08, R10, R12 } = ruleCatalog
    expect(R01).toMatchObject({ when: 'posting', parameters: { windowMinutes: 10, thresholdCount: 5 }, severity: '2' })
    expect(R02).toMatchObject({ when: 'posting', parameters: { thresholdPoints: 50_000 }, severity: '3' })
    expect(R06).toMatchObject({ when: 'nightly', parameters: { windowMinutes: 10_080, thresholdRatio: 30, thresholdCount: 20 } })
    expect(R08).toMatchObject({ when: 'afterCommit', parameters: { windowMinutes: 1440, thresholdRatio: 80 }, severity: '3' })
    expect(R10.parameters).toEqual({ windowMinutes: 60, thresholdCount: 20, thresholdPoints: 200_000 })
    expect(R12).toMatchObject({ parameters: { windowMinutes: 10, thresholdCount: 10 }, hasCompany: false })
  })

  it('knows its own codes only', () => {
    expect(['R01', 'R12', 'R13', 'constructor', '', 1].map(isRuleCode)).toEqual([true, true, false, false, false, false])
  })
})
