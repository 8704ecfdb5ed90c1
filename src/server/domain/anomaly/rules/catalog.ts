import type { Severity } from '../../../../rules/codes.generated.ts'
import { severity } from '../../../../rules/codes.generated.ts'
/** Dictionary WarningRule. */
export type RuleCode = 'R01' | 'R02' | 'R03' | 'R04' | 'R05' | 'R06' | 'R07' | 'R08' | 'R09' | 'R10' | 'R11' | 'R12'

/** Parameters that a rule may have, by field of the entity. */
export type RuleParameter = 'windowMinutes' | 'thresholdCount' | 'thresholdPoints' | 'thresholdRatio'

export interface RuleKind {
  /** Dictionary text. */
  readonly title: string
  /** When it is tested: in the posting transaction (may refuse), after commit, or nightly. */
  readonly when: 'posting' | 'afterCommit' | 'nightly'
  /** What it needs, with the values of domain 9; other parameters are left empty. */
  readonly parameters: Readonly<Partial<Record<RuleParameter, number>>>
  /** Dictionary Severity. */
  readonly severity: Severity
  /** A rule over addresses knows no company. */
  readonly hasCompany: boolean
}

interface RuleInput {
  readonly when: RuleKind['when']
  readonly parameters: RuleKind['parameters']
  readonly level: Severity
  readonly hasCompany?: boolean | undefined
}

const rule = (title: string, { when, parameters, level, hasCompany = true }: RuleInput): RuleKind => ({
  title,
  when,
  parameters,
  severity: level,
  hasCompany,
})

/** The rules of domain 9. */
export const ruleCatalog: Readonly<Record<RuleCode, RuleKind>> = {
  R01: rule('會員短時間多筆交易', { when: 'posting', parameters: { windowMinutes: 10, thresholdCount: 5 }, level: severity.medium }),
  R02: rule('單筆贈點過大', { when: 'posting', parameters: { thresholdPoints: 50_000 }, level: severity.high }),
  R03: rule('單筆兌點過大', { when: 'posting', parameters: { thresholdPoints: 30_000 }, level: severity.high }),
  R04: rule('特約商當日贈點過大', { when: 'afterCommit', parameters: { thresholdPoints: 1_000_000 }, level: severity.medium }),
  R05: rule('會員當日贈點過大', { when: 'afterCommit', parameters: { thresholdPoints: 80_000 }, level: severity.medium }),
  R06: rule('退貨比率過高', {
    when: 'nightly',
    parameters: { windowMinutes: 10_080, thresholdRatio: 30, thresholdCount: 20 },
    level: severity.medium,
  }),
  R07: rule('跨門市異常移動', { when: 'afterCommit', parameters: { windowMinutes: 15 }, level: severity.medium }),
  R08: rule('先贈後兌再退', { when: 'afterCommit', parameters: { windowMinutes: 1440, thresholdRatio: 80 }, level: severity.high }),
  R09: rule('非營業時段交易', { when: 'afterCommit', parameters: { thresholdCount: 3 }, level: severity.low }),
  R10: rule('活動代碼異常使用', {
    when: 'afterCommit',
    parameters: { windowMinutes: 60, thresholdCount: 20, thresholdPoints: 200_000 },
    level: severity.medium,
  }),
  R11: rule('員工卡重複累點', { when: 'afterCommit', parameters: { thresholdCount: 8 }, level: severity.medium }),
  R12: rule('序號密碼錯誤', {
    when: 'afterCommit',
    parameters: { windowMinutes: 10, thresholdCount: 10 },
    level: severity.high,
    hasCompany: false,
  }),
}

export const ruleCodes = Object.keys(ruleCatalog) as readonly RuleCode[]

export function isRuleCode(text: unknown): text is RuleCode {
  return typeof text === 'string' && Object.hasOwn(ruleCatalog, text)
}
