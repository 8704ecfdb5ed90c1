import { taipeiDate } from '../../../../rules/dates.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { readNumber } from '../../settings/public.ts'

/** Business parameters that calls need (code table, domain 4.15). */
export interface PartnerParameters {
  /** NT$ per point, four decimals. */
  readonly parValue: number
  readonly restoreGraceDays: number
  readonly backdateDaysMax: number
  readonly returnDaysAfterEnd: number
}

/** How old cached parameters may be: a change in 參數設定 takes effect after at most this time. */
const freshMs = 5000

/**
 * Caches the parameters for some seconds, so that not every posting runs four queries. The cache ends with the day: a value applies from
 * the first second of its start date.
 */
export class ParameterCache {
  #parameters: PartnerParameters | null = null
  #readAt = Number.NEGATIVE_INFINITY
  #readOn = ''

  /** @param database called only when the parameters have to be read */
  async current(database: () => Executor, now: Date): Promise<PartnerParameters> {
    const on = taipeiDate(now)
    if (this.#parameters && this.#readOn === on && Math.abs(now.getTime() - this.#readAt) <= freshMs) return this.#parameters
    const db = database()
    const parameters = {
      parValue: await readNumber(db, 'POINT.PAR_VALUE', on),
      restoreGraceDays: await readNumber(db, 'POINT.RESTORE_GRACE_DAYS', on),
      backdateDaysMax: await readNumber(db, 'TXN.MAX_BACKDATE_DAYS', on),
      returnDaysAfterEnd: await readNumber(db, 'COMPANY.RETURN_DAYS_AFTER_END', on),
    }
    this.#parameters = parameters
    this.#readAt = now.getTime()
    this.#readOn = on
    return parameters
  }
}
