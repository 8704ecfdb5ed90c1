import { statementStatus } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** Streams of accounting periods (domain 3.5). */
export type PeriodStream = 'MONTH' | 'PAYG' | 'BANK'

/** The last day of the newest closed period among some streams of a company; null when none was ever closed. */
export async function lastClosedDay(db: Executor, companyNo: string, streams: readonly PeriodStream[]): Promise<string | null> {
  if (streams.length === 0) return null
  const row = await db
    .selectFrom('companyPeriod')
    .select('endDate')
    .where('companyNo', '=', companyNo)
    .where('stream', 'in', streams)
    .where('status', '<>', statementStatus.open)
    .orderBy('endDate', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.endDate ?? null
}

/** True when the period of a day is open and points were posted into it already. */
export async function hasEntriesInOpenPeriod(
  db: Executor,
  companyNo: string,
  streams: readonly PeriodStream[],
  date: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('companyPeriod as p')
    .select('p.id')
    .where('p.companyNo', '=', companyNo)
    .where('p.stream', 'in', streams)
    .where('p.status', '=', statementStatus.open)
    .where('p.startDate', '<=', date)
    .where('p.endDate', '>=', date)
    .where((where) =>
      where.exists(
        where.selectFrom('pointEntry as e').select('e.id').whereRef('e.companyNo', '=', 'p.companyNo').whereRef('e.periodId', '=', 'p.id'),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
