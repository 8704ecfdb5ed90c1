import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/tables.ts'

interface CompanyDaysRun {
  /** The last day to make, YYYY-MM-DD: one that is over, because each posting to a day that is made has to be noted. */
  readonly through: string
  /** Runs one step in a transaction of its own, or in the caller's. */
  run<T>(step: (trx: Executor) => Promise<T>): Promise<T>
  /** Called between steps. */
  onStep?(): void
}

/** Postings wait while the sums of so many days are made. */
const daysOfStep = 7
const lockTimeout = '2s'

/**
 * Makes the sums by company of the days that have none yet, and anew those of days that got late postings. May be repeated, and goes on
 * where it was interrupted.
 *
 * @returns how many steps it took
 * @throws DatabaseError 55P03 when postings did not leave room for the lock in time
 */
export async function buildCompanyDays({ through, run, onStep }: CompanyDaysRun): Promise<number> {
  let steps = 0
  while (await run((trx) => buildNextDays(trx, through))) {
    steps += 1
    onStep?.()
  }
  return steps
}

interface Days {
  readonly first: string
  readonly last: string
}

/** @returns false when nothing was left to make */
async function buildNextDays(trx: Executor, through: string): Promise<boolean> {
  // Every posting is either before the lock, and in these sums, or after it, and sees up to which day they are made.
  await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(trx)
  await sql`lock table account_daily in share row exclusive mode`.execute(trx)
  const days = await nextDays(trx, through)
  await (days === undefined ? setThrough(trx, through) : makeDays(trx, days))
  return days !== undefined
}

async function nextDays(trx: Executor, through: string): Promise<Days | undefined> {
  const { rows } = await sql<{ late: string | null; next: string | null; last: string | null }>`
    select late::text, next::text, least(next + ${sql.lit(daysOfStep - 1)}::int, ${through}::date)::text as last
    from (select min(business_date) as late from company_daily_late) l, (
      select min(d.business_date) as next from account_daily d
      where d.business_date > (select b.through from company_daily_built b) and d.business_date <= ${through}::date
    ) n`.execute(trx)
  const { late = null, next = null, last = null } = rows[0] ?? {}
  if (late !== null) return { first: late, last: late }
  return next === null || last === null ? undefined : { first: next, last }
}

async function makeDays(trx: Executor, { first, last }: Days): Promise<void> {
  const within = sql`business_date between ${first}::date and ${last}::date`
  await sql`delete from company_daily where ${within}`.execute(trx)
  await sql`
    insert into company_daily (business_date, company_no, kind, points, amount)
    select business_date, company_no, kind, sum(points), sum(amount) from account_daily where account_class = 'MEMBER' and ${within}
    group by 1, 2, 3`.execute(trx)
  await sql`delete from company_daily_late where ${within}`.execute(trx)
  await setThrough(trx, last)
}

async function setThrough(trx: Executor, day: string): Promise<void> {
  await sql`update company_daily_built set through = greatest(through, ${day}::date)`.execute(trx)
}
