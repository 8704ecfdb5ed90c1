import { addDays, startOfTaipeiDate, taipeiDate } from '../../../../rules/dates.ts'
import type { WarningRule } from '../rules/inForce.ts'
import { thresholdText, unitOf } from './words.ts'

/** A row of a rule's query: what met the rule, and what was measured there. */
export interface HitRow {
  /** Member, company, outlet, code or address that the rule counts for. */
  readonly subjectKey: string
  readonly occurredAt: Date
  readonly companyNo: string | null
  readonly retailStoreNo: string | null
  readonly memberNo: string | null
  /** Null when nothing was posted: a refused sale, an exception, a wrong pin. */
  readonly transactionNo: string | null
  readonly txnKind: string | null
  readonly points: number | null
  readonly amount: number | null
  readonly measured: number
  /** Transactions within the window. */
  readonly relatedIds: readonly number[]
}

/** One hit of a rule, with the window in which it and its like are one warning. */
export interface Hit extends HitRow {
  readonly rule: WarningRule
  readonly windowFrom: Date
  readonly windowTo: Date
  readonly measuredValue: string
  readonly thresholdValue: string
  readonly wasRefused: boolean
}

/** Rules whose window is the business day. */
export const dailyRules: ReadonlySet<string> = new Set(['R04', 'R05', 'R09', 'R11'])

function windowOf(rule: WarningRule, at: Date): { readonly windowFrom: Date; readonly windowTo: Date } {
  if (dailyRules.has(rule.ruleCode)) {
    const date = taipeiDate(at)
    return { windowFrom: startOfTaipeiDate(date), windowTo: new Date(startOfTaipeiDate(addDays(date, 1)).getTime() - 1) }
  }
  const spanMs = (rule.windowMinutes ?? 0) * 60_000
  return { windowFrom: new Date(at.getTime() - spanMs), windowTo: new Date(at.getTime() + spanMs) }
}

export function hitOf(rule: WarningRule, row: HitRow, wasRefused = false): Hit {
  return {
    ...row,
    rule,
    ...windowOf(rule, row.occurredAt),
    measuredValue: unitOf(rule, row.subjectKey).say(row.measured),
    thresholdValue: thresholdText(rule, row.subjectKey),
    wasRefused,
  }
}

/** Transactions that one warning names at most; a busy window has far more than anybody reads. */
export const relatedMax = 50

/** Merges two hits of one rule, key and window: the first one, with the higher measure and the transactions of both. */
function mergeHit(first: Hit, further: Hit): Hit {
  const { measured, measuredValue, thresholdValue } = further.measured > first.measured ? further : first
  const relatedIds = [...new Set([...first.relatedIds, ...further.relatedIds])].slice(-relatedMax)
  return { ...first, measured, measuredValue, thresholdValue, relatedIds }
}

/** One warning per rule and key per window (domain 9). @returns in order of time */
export function mergeHits(hits: readonly Hit[]): readonly Hit[] {
  const merged: Hit[] = []
  /** Place of the last one of each rule and key. In order of time, the windows of those before it are over. */
  const lasts = new Map<string, number>()
  for (const hit of [...hits].sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime())) {
    const key = JSON.stringify([hit.rule.ruleCode, hit.subjectKey, hit.wasRefused])
    const index = lasts.get(key) ?? merged.length
    const last = merged[index]
    if (last && hit.occurredAt <= last.windowTo) {
      merged[index] = mergeHit(last, hit)
    } else {
      lasts.set(key, merged.length)
      merged.push({ ...hit, relatedIds: hit.relatedIds.slice(-relatedMax) })
    }
  }
  return merged
}
