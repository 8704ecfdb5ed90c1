import type { Clock } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/tables.ts'
import type { RuleCode } from './rules/catalog.ts'
import type { WarningRule } from './rules/inForce.ts'

/** For this long another process may still use parameters that were changed. */
const freshMs = 5000

/** All rows of 異常警示參數設定, disabled ones too. */
export async function readWarningRules(db: Executor): Promise<readonly WarningRule[]> {
  const rows = await db
    .selectFrom('warningRule')
    .select([
      'id',
      'ruleCode',
      'companyNo',
      'windowMinutes',
      'thresholdCount',
      'thresholdPoints',
      'thresholdRatio',
      'activeFrom',
      'activeTo',
      'severity',
      'action',
      'notifyEmails',
      'isEnabled',
    ])
    .execute()
  return rows.map((row) => ({ ...row, ruleCode: row.ruleCode as RuleCode }))
}

/** The parameters as every posting needs them: kept for seconds, read again after a change in this process. */
export class RuleCache {
  readonly #clock: Clock
  #rules: readonly WarningRule[] = []
  #readAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @param database called when they have to be read */
  async current(database: () => Executor): Promise<readonly WarningRule[]> {
    const now = this.#clock.now().getTime()
    if (Math.abs(now - this.#readAt) > freshMs) {
      this.#rules = await readWarningRules(database())
      this.#readAt = now
    }
    return this.#rules
  }

  /** What was read last, perhaps long ago; nothing before the first posting. */
  get known(): readonly WarningRule[] {
    return this.#rules
  }

  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY
  }
}
