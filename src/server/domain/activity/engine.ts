import type { Clock } from '../../platform/clock.ts'
import type { Trx } from '../../platform/database/tables.ts'
import type { CodeUse } from './sale/judge.ts'
import { type CodeAnswer, type CodeSender, countActivityPoints, type Registration, useActivityCode, welcomeRule } from './sale/useCode.ts'

/** What campaigns give to sales and registrations. */
export class ActivityEngine {
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Looks up the code of a sale, before the issue; a code that earns nothing leaves a row of 行銷活動代碼異常. */
  useActivityCode(trx: Trx, use: CodeUse, sender: CodeSender): Promise<CodeAnswer> {
    return useActivityCode(trx, use, sender, this.#clock.now())
  }

  /** What campaigns for registrations give a new member, as the rule of an issue; null = nothing. */
  welcomeRule(trx: Trx, registration: Registration): Promise<CodeUse['rule'] | null> {
    return welcomeRule(trx, registration)
  }

  /** Takes what a code gave from its budget, after the issue; negative for returns. */
  countActivityPoints(trx: Trx, activityCode: string, points: number): Promise<void> {
    return countActivityPoints(trx, activityCode, points)
  }
}
