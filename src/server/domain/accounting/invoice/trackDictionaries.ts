import type { FastifyInstance } from 'fastify'
import { taipeiDate } from '../../../../rules/dates.ts'
import { taxPeriodLabel, taxPeriodsAround } from '../../../../rules/taxPeriods.ts'

/** TaxPeriod: the three tax periods to come, for which numbers are allotted ahead, this one and the five years before. */
export function trackDictionaries(app: FastifyInstance): void {
  app.dictionaries.register('TaxPeriod', async () =>
    taxPeriodsAround(taipeiDate(app.clock.now()), { ahead: 3, count: 30 }).map((key) => ({ key, value: taxPeriodLabel(key) })),
  )
}
