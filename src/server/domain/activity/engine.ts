import type { Clock } from '../../platform/clock.ts'
import type { Trx } from '../../platform/database/tables.ts'
import type { ActivityPoints, JudgedActivities } from '../points/public.ts'
import { countPoints } from './budget/countPoints.ts'
import { type CodeOutcome, SaleActivities, type SaleQuestion, type SaleSender } from './sale/saleActivities.ts'
import { judgeWelcomes, type Registration } from './sale/welcome.ts'

/** What campaigns give to sales and registrations. */
export class ActivityEngine {
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The campaigns of a sale, which the ledger asks while it holds the accounts (`judgeActivities` of the issue). */
  ofSale(trx: Trx, question: SaleQuestion): SaleActivities {
    return new SaleActivities(trx, question)
  }

  /** After the issue: takes what was given from the budgets, and keeps a row of 行銷活動代碼異常 for each code that earned nothing. */
  async settle(trx: Trx, activities: SaleActivities, given: readonly ActivityPoints[], sender: SaleSender): Promise<CodeOutcome> {
    await this.count(trx, given)
    await activities.recordRefusals(sender, this.#clock.now())
    return activities.code
  }

  /** What campaigns for registrations give a new member; asked while its account is held. */
  judgeWelcomes(trx: Trx, registration: Registration): Promise<JudgedActivities> {
    return judgeWelcomes(trx, registration)
  }

  /** Takes points from the budgets after an issue; negative points give them back after a return. */
  count(trx: Trx, given: readonly ActivityPoints[]): Promise<void> {
    return countPoints(trx, given, this.#clock.now())
  }
}
