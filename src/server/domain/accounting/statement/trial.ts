import { sql } from 'kysely'
import { statementStatus } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import type { BilledPeriod } from '../period/readPeriods.ts'
import type { ComputedStatement } from './computed.ts'
import { computeMonths } from './computeMonth.ts'

interface Trial {
  readonly madeBy: string
  readonly madeAt: Date
}

/** Stores what a close would give now, for each period, and replaces the previous trials. */
export async function storeTrials(trx: Trx, computed: readonly ComputedStatement[], { madeBy, madeAt }: Trial): Promise<void> {
  if (computed.length === 0) return
  const rows = computed.map(({ period, amounts, workings }) => ({
    ...{ periodId: period.id, amounts: JSON.stringify(amounts), workings: JSON.stringify(workings) },
    ...{ netAmount: amounts.netAmount, madeBy, madeAt },
  }))
  await trx
    .insertInto('statementTrial')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('periodId').doUpdateSet((each) => ({
        ...{ amounts: each.ref('excluded.amounts'), workings: each.ref('excluded.workings') },
        ...{ netAmount: each.ref('excluded.netAmount'), madeBy: each.ref('excluded.madeBy'), madeAt: each.ref('excluded.madeAt') },
      })),
    )
    .execute()
}

/** The entries of a month of many companies are joined and summed without writing them to disk. */
const sortMemory = '64MB'

/**
 * Trials of many companies in one calendar month, with their remarks, in as many SQL statements as for one. The periods are locked like by a
 * posting: nobody closes one of them meanwhile, and points may go on coming.
 *
 * @returns ids of the periods that were tried: those that are still open
 */
export async function tryMonths(trx: Trx, ids: readonly number[], trial: Trial): Promise<ReadonlySet<number>> {
  await sql`select set_config('work_mem', ${sortMemory}, true)`.execute(trx)
  const { rows: open } = await sql<BilledPeriod>`
    select id, company_no, stream, period_no, start_date, end_date, status from company_period
    where id = any (${ids}::bigint[]) and status = ${statementStatus.open} order by id for share`.execute(trx)
  await storeTrials(trx, await computeMonths(trx, open, taipeiDate(trial.madeAt)), trial)
  return new Set(open.map(({ id }) => id))
}
