import type { FastifyInstance } from 'fastify'
import { taipeiDate } from '../../../../rules/dates.ts'
import { taxPeriodLabel, taxPeriodsAround } from '../../../../rules/taxPeriods.ts'

/**
 * Dictionary TaxPeriod: the three next tax periods, because numbers are allotted ahead, the current one, and those of the five years
 * before.
 */
export function trackDictionaries(app: FastifyInstance): void {
  app.dictionaries.register('TaxPeriod', async () =>
    taxPeriodsAround(taipeiDate(app.clock.now()), { ahead: 3, count: 30 }).map((key) => ({ key, value: taxPeriodLabel(key) })),
  )
}
