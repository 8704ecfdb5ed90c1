import { sql } from 'kysely'
import { contractStatus, type PaygCycle, paygCycle, type SettlementMode } from '../../../../rules/codes.generated.ts'
import { addDays } from '../../../../rules/dates.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { PeriodStream } from '../../company/public.ts'
import { periodOf } from '../../points/public.ts'

interface Course {
  readonly companyNo: string
  readonly settlementMode: SettlementMode
  readonly paygCycle: PaygCycle | null
  readonly cycleDay: number | null
  readonly bankStream: boolean
  readonly stream: PeriodStream
  /** The first day without a period: the start of the earliest gap, or today for a company without any period. */
  readonly missingFrom: string
}

/** Most periods made for one company in one run. A company that missed years is complete after a few nights. */
const stepsMax = 400

/**
 * Makes the periods of contracts in force up to today, so that periods have no gaps and a month without a sale can be closed like any other
 * (domain 3.5). Postings make a missing period themselves. Safe to repeat, and to run twice at the same time.
 *
 * @param today YYYY-MM-DD in Taipei
 */
export async function beginPeriods(db: Executor, today: string): Promise<{ readonly begun: number }> {
  let begun = 0
  for (const course of await readCourses(db, today)) begun += await beginCourse(db, course, today)
  return { begun }
}

async function beginCourse(db: Executor, course: Course, today: string): Promise<number> {
  let begun = 0
  let date = course.missingFrom
  for (let step = 0; step < stepsMax && date <= today; step += 1) {
    const period = periodOf(course.stream, course, date)
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('companyPeriod')
      .values({ companyNo: course.companyNo, stream: course.stream, ...period, createdBy: '系統' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    begun += Number(numInsertedOrUpdatedRows ?? 0)
    date = addDays(period.endDate, 1)
  }
  return begun
}

/** Every company has monthly periods. A payer also has shorter ones for the points of its cards. */
async function readCourses(db: Executor, today: string): Promise<readonly Course[]> {
  const { rows } = await sql<Course>`
    select c.company_no, c.settlement_mode, c.payg_cycle, c.cycle_day, coalesce(c.bank_stream, false) as bank_stream, s.stream,
      coalesce(
        (select min(p.end_date) + 1 from company_period p
          where p.company_no = c.company_no and p.stream = s.stream and p.end_date < ${today}::date and not exists (
            select from company_period n where n.company_no = p.company_no and n.stream = p.stream and n.start_date = p.end_date + 1)),
        ${today}::date) as missing_from
    from company c
    cross join lateral (
      select 'MONTH' as stream
      union all
      select case c.payg_cycle when ${sql.lit(paygCycle.bank)} then 'BANK' else 'PAYG' end where c.is_payer
    ) s
    where c.contract_status in (${sql.lit(contractStatus.inForce)}, ${sql.lit(contractStatus.suspended)}) and c.contract_start_date <= ${today}::date
      and not exists (
        select from company_period held
        where held.company_no = c.company_no and held.stream = s.stream and ${today}::date between held.start_date and held.end_date
          and not exists (
            select from company_period p where p.company_no = c.company_no and p.stream = s.stream and p.end_date < ${today}::date and not exists (
              select from company_period n where n.company_no = p.company_no and n.stream = p.stream and n.start_date = p.end_date + 1)))
    order by c.company_no, s.stream`.execute(db)
  return rows
}
