import { taipeiDateTime } from '../../../../rules/dates.ts'
import type { RuleCode } from './catalog.ts'

/** One row of 異常警示參數設定, as the rules read it. */
export interface WarningRule {
  readonly id: number
  readonly ruleCode: RuleCode
  /** Null: for the whole system. */
  readonly companyNo: string | null
  readonly windowMinutes: number | null
  readonly thresholdCount: number | null
  readonly thresholdPoints: number | null
  /** Percent, one decimal. */
  readonly thresholdRatio: number | null
  /** Whole hours `HH:00` of Taipei; both or none. */
  readonly activeFrom: string | null
  readonly activeTo: string | null
  readonly severity: string
  /** WarningAction. */
  readonly action: string
  readonly notifyEmails: readonly string[]
  readonly isEnabled: boolean
}

/**
 * The parameters that count for a company: its own row, else the system's. A disabled own row means that the rule is not tested for it.
 *
 * @param companyNo null for what has no company
 */
export function ruleInForce(rules: readonly WarningRule[], code: RuleCode, companyNo: string | null): WarningRule | null {
  const rows = rules.filter((rule) => rule.ruleCode === code)
  const own = companyNo === null ? undefined : rows.find((rule) => rule.companyNo === companyNo)
  const row = own ?? rows.find((rule) => rule.companyNo === null)
  return row?.isEnabled ? row : null
}

/** True when the rule watches at that time: from the first hour up to, without, the second; may wrap midnight; empty = all day. */
export function isWatching(rule: Pick<WarningRule, 'activeFrom' | 'activeTo'>, at: Date): boolean {
  const { activeFrom, activeTo } = rule
  if (activeFrom === null || activeTo === null) return true
  const time = taipeiDateTime(at).slice(11, 16)
  return activeFrom < activeTo ? time >= activeFrom && time < activeTo : time >= activeFrom || time < activeTo
}
