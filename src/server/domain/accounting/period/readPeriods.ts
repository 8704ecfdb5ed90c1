import { sql } from 'kysely'
import type { StatementStatus } from '../../../../rules/codes.generated.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { PeriodStream } from '../../company/public.ts'

/** A row of company_period. */
export interface BilledPeriod {
  readonly id: number
  readonly companyNo: string
  readonly stream: PeriodStream
  readonly periodNo: string
  /** YYYY-MM-DD, inclusive. */
  readonly startDate: string
  readonly endDate: string
  readonly status: StatementStatus
}

/**
 * Reads the periods with one number of several companies, e.g. those of a group in one month. @param lock locks them until the transaction
 * ends, in the order of ids to avoid deadlocks
 */
export async function readPeriods(
  db: Executor,
  wanted: { readonly companyNos: readonly string[]; readonly stream: PeriodStream; readonly periodNo: string },
  lock: 'locked' | 'unlocked' = 'unlocked',
): Promise<readonly BilledPeriod[]> {
  const { rows } = await sql<BilledPeriod>`
    select id, company_no, stream, period_no, start_date, end_date, status from company_period
    where company_no = any (${wanted.companyNos}::text[]) and stream = ${wanted.stream} and period_no = ${wanted.periodNo}
    order by id ${lock === 'locked' ? sql`for update` : sql``}`.execute(db)
  return rows
}

/** Reads one period. @param lock `shared`: nobody can close it until the transaction ends @throws Error when it does not exist */
export async function getPeriod(db: Executor, id: number, lock: 'shared' | 'unlocked' = 'unlocked'): Promise<BilledPeriod> {
  const { rows } = await sql<BilledPeriod>`
    select id, company_no, stream, period_no, start_date, end_date, status from company_period
    where id = ${id} ${lock === 'shared' ? sql`for share` : sql``}`.execute(db)
  const period = rows[0]
  if (!period) throw new Error(`no period ${id}`)
  return period
}
