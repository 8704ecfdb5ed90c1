import type { WarningRule } from '../rules/inForce.ts'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

interface Unit {
  /** Name of the parameter that the measure is compared with. */
  readonly threshold: (rule: WarningRule) => number
  readonly say: (value: number) => string
}

const minutesText = (rule: WarningRule) => `/${whole.format(rule.windowMinutes ?? 0)} 分`
const counted = (word: string, rule: WarningRule, per: string): Unit => ({
  threshold: ({ thresholdCount }) => thresholdCount ?? 0,
  say: (value) => `${whole.format(value)} ${word}${per || minutesText(rule)}`,
})
const points = (per: string): Unit => ({
  threshold: ({ thresholdPoints }) => thresholdPoints ?? 0,
  say: (value) => `${whole.format(value)} 點${per}`,
})
const ratio = (rule: WarningRule): Unit => ({
  threshold: ({ thresholdRatio }) => thresholdRatio ?? 0,
  say: (value) => `${value.toFixed(1)}%${minutesText(rule)}`,
})

/** Keys of R10: a code is watched for its exceptions and for its points, and these are two measures. */
export const codeKey = {
  exceptions: (activityCode: string) => `${activityCode}#筆數`,
  points: (activityCode: string) => `${activityCode}#點數`,
} as const

/** How a rule's measure is written: `7 筆/10 分`. */
export function unitOf(rule: WarningRule, subjectKey: string): Unit {
  switch (rule.ruleCode) {
    case 'R01':
      return counted('筆', rule, '')
    case 'R02':
    case 'R03':
      return points('')
    case 'R04':
    case 'R05':
      return points('/日')
    case 'R06':
    case 'R08':
      return ratio(rule)
    case 'R07':
      return { threshold: () => 1, say: (value) => `${whole.format(value)} 縣市${minutesText(rule)}` }
    case 'R09':
    case 'R11':
      return counted('筆', rule, '/日')
    case 'R10':
      return subjectKey === codeKey.points(subjectKey.split('#')[0] ?? '') ? points(minutesText(rule)) : counted('次', rule, '')
    case 'R12':
      return counted('次', rule, '')
  }
}

/** The parameter that the measure was compared with, in the same words. */
export function thresholdText(rule: WarningRule, subjectKey: string): string {
  const unit = unitOf(rule, subjectKey)
  return unit.say(unit.threshold(rule))
}
