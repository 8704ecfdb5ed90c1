import { taipeiDate } from '../../../../rules/dates.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { readParameter } from '../../settings/parameters.ts'

/** Business parameters that calls need (code table, domain 4.15). */
export interface PartnerParameters {
  /** NT$ per point, four decimals. */
  readonly parValue: number
  readonly restoreGraceDays: number
  readonly backdateDaysMax: number
  readonly returnDaysAfterEnd: number
}

/** A change in 參數設定 counts here at the latest after so long. */
const freshMs = 5000

async function numberOf(db: Executor, code: string, on: string, otherwise: number): Promise<number> {
  const text = await readParameter(db, code, on)
  const value = text === null ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : otherwise
}

/** The parameters, kept for seconds of one day: no posting waits for four queries, and a value counts from the first second of its day. */
export class ParameterBook {
  #parameters: PartnerParameters | null = null
  #readAt = Number.NEGATIVE_INFINITY
  #readOn = ''

  async current(db: Executor, now: Date): Promise<PartnerParameters> {
    const on = taipeiDate(now)
    if (this.#parameters && this.#readOn === on && Math.abs(now.getTime() - this.#readAt) <= freshMs) return this.#parameters
    const parameters = {
      parValue: await numberOf(db, 'POINT.PAR_VALUE', on, 1),
      restoreGraceDays: await numberOf(db, 'POINT.RESTORE_GRACE_DAYS', on, 30),
      backdateDaysMax: await numberOf(db, 'TXN.MAX_BACKDATE_DAYS', on, 35),
      returnDaysAfterEnd: await numberOf(db, 'COMPANY.RETURN_DAYS_AFTER_END', on, 180),
    }
    this.#parameters = parameters
    this.#readAt = now.getTime()
    this.#readOn = on
    return parameters
  }
}
