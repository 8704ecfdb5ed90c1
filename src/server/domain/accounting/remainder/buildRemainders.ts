import { type Insertable, sql } from 'kysely'
import { statementStatus } from '../../../../rules/codes.generated.ts'
import { addDays, addMonths, lastDateOfMonth, monthOf, taipeiDate } from '../../../../rules/dates.ts'
import type { Executor, Tables, Trx } from '../../../platform/database/tables.ts'
import { textError } from '../../../platform/errors.ts'
import { readNumber } from '../../settings/public.ts'
import { breakageRate, closingPoints, liabilityOf } from '../calculation/remainder.ts'
import { agreesWithLedger, type IssuerLots, type RemainderMonth, readLots, readMoves } from './readRemainders.ts'

/** A posting is committed at most this long after the time that it carries, on any server. */
const settlingMs = 10 * 60_000

/** Context of a build. `run` runs each step in a transaction of its own, so that a crash does not lose finished months. */
export interface RemainderRun {
  readonly now: Date
  readonly userName: string
  run<T>(step: (trx: Trx) => Promise<T>): Promise<T>
  /** True: the caller runs `verifyLedger` and `verifyAccounting` afterwards, which say the same of all months at once. For demo data. */
  readonly isVerifiedLater?: boolean
  /** Called after each finished month; may throw to stop the build. */
  onMonth?(periodNo: string): Promise<void>
}

export interface RemainderResult {
  readonly built: number
  readonly frozen: number
}

/**
 * Builds the rows of all ended months that are not frozen, oldest first, and freezes a month when all its companies are closed. Each month
 * is locked while it is built, so the function may be repeated, and may run twice at the same time.
 *
 * @param from first month to build, yyyyMM, when the months before it are known to be up to date
 * @throws 409 when a month that could be frozen does not agree with the ledger; its rows are stored all the same
 */
export async function buildRemainders(work: RemainderRun, from: string | null = null): Promise<RemainderResult> {
  const months = await work.run((trx) => beginMonths(trx, taipeiDate(work.now)))
  const result = { built: 0, frozen: 0 }
  for (const periodNo of months.filter((each) => from === null || each >= from)) {
    result.built += (await work.run((trx) => buildMonth(trx, periodNo, work))) ? 1 : 0
    result.frozen += (await work.run((trx) => freezeMonth(trx, periodNo, work))) ? 1 : 0
    await work.onMonth?.(periodNo)
  }
  return result
}

/** Inserts the missing months, from the first posting to the last ended month. @returns the months that are not frozen */
async function beginMonths(trx: Trx, today: string): Promise<readonly string[]> {
  const { rows } = await sql<{ first: string | null }>`
    select coalesce((select max(end_date) + 1 from remainder_month), (select to_date(ledger_month(min(id)), 'YYYYMM') from point_transaction)) as first`.execute(
    trx,
  )
  for (let date = rows[0]?.first ?? null; date !== null && monthOf(date) < monthOf(today); ) {
    const periodNo = monthOf(date)
    const endDate = lastDateOfMonth(periodNo)
    await trx
      .insertInto('remainderMonth')
      .values({ periodNo, startDate: date, endDate })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    date = addDays(endDate, 1)
  }
  const open = await trx.selectFrom('remainderMonth').select('periodNo').where('frozenAt', 'is', null).orderBy('periodNo').execute()
  return open.map(({ periodNo }) => periodNo)
}

/** @returns the month, locked; null when it is frozen */
async function lockOpenMonth(trx: Trx, periodNo: string): Promise<RemainderMonth | null> {
  const { frozenAt, ...month } = await trx
    .selectFrom('remainderMonth')
    .select(['periodNo', 'startDate', 'endDate', 'frozenAt'])
    .where('periodNo', '=', periodNo)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return frozenAt === null ? month : null
}

async function buildMonth(trx: Trx, periodNo: string, work: RemainderRun): Promise<boolean> {
  const month = await lockOpenMonth(trx, periodNo)
  if (month) await writeMonth(trx, month, work)
  return month !== null
}

/** Freezes a built month when all earlier months are frozen and all its companies are closed. */
async function freezeMonth(trx: Trx, periodNo: string, { now, isVerifiedLater = false }: RemainderRun): Promise<boolean> {
  const month = await lockOpenMonth(trx, periodNo)
  const isSettled = month !== null && taipeiDate(new Date(now.getTime() - settlingMs)) > month.endDate
  if (!isSettled || !(await isClosed(trx, periodNo))) return false
  if (!isVerifiedLater && !(await agreesWithLedger(trx, month))) throw textError(409, '剩餘點數與帳本不符，請洽系統管理人員。')
  await trx.updateTable('remainderMonth').set({ frozenAt: now }).where('periodNo', '=', periodNo).execute()
  return true
}

/** True when no company has this month open, and no earlier month is unfrozen. */
async function isClosed(db: Executor, periodNo: string): Promise<boolean> {
  const { rows } = await sql<{ isClosed: boolean | null }>`
    select bool_and(status <> ${sql.lit(statementStatus.open)})
      and not exists (select from remainder_month where period_no < ${periodNo} and frozen_at is null) as is_closed
    from company_period where stream = 'MONTH' and period_no = ${periodNo}`.execute(db)
  return rows[0]?.isClosed === true
}

const noLots: Omit<IssuerLots, 'companyNo'> = {
  ...{ expire3m: 0, expire12m: 0, expireLater: 0, owedPoints: 0 },
  ...{ lotCount: 0, issuedPoints: 0, expiredPoints: 0 },
}

const noMoves = {
  ...{ issuedPoints: 0, returnedPoints: 0, redeemedPoints: 0, redeemReturnPoints: 0, convertedPoints: 0, expiredPoints: 0 },
  ...{ repaidPoints: 0, adjustedPoints: 0, writeOffPoints: 0 },
}

/** Replaces the rows of a month: one row for each issuer that had or moved points. */
async function writeMonth(trx: Trx, month: RemainderMonth, { now, userName }: RemainderRun): Promise<void> {
  const [defaultRate, parValue] = [
    await readNumber(trx, 'BREAKAGE.DEFAULT_RATE', month.endDate),
    await readNumber(trx, 'POINT.PAR_VALUE', month.endDate),
  ]
  const openings = new Map((await readClosings(trx, month)).map(({ companyNo, closingPoints }) => [companyNo, closingPoints]))
  const moves = new Map((await readMoves(trx, month)).map((each) => [each.companyNo, each]))
  const lots = new Map((await readLots(trx, month)).map((each) => [each.companyNo, each]))
  const rows = [...new Set([...openings.keys(), ...moves.keys()])].map((companyNo) => {
    const { lotCount, issuedPoints, expiredPoints, ...left } = { ...noLots, ...lots.get(companyNo) }
    const moved = { ...noMoves, ...moves.get(companyNo), openingPoints: openings.get(companyNo) ?? 0 }
    const rate = breakageRate({ lotCount, issuedPoints, expiredPoints }, defaultRate)
    const closing = closingPoints(moved)
    return {
      ...{ ...left, ...moved, companyNo, periodNo: month.periodNo },
      ...{ closingPoints: closing, breakageRate: rate, liabilityAmount: liabilityOf(closing, parValue, rate) },
      ...{ createdBy: userName, createdAt: now },
    }
  })
  await replaceRows(trx, month.periodNo, rows)
  await trx.updateTable('remainderMonth').set({ builtAt: now }).where('periodNo', '=', month.periodNo).execute()
}

type NewRow = Insertable<Tables['remainderPoint']>

/** Updates existing rows instead of inserting new ones: their ids stay the same, because users may have a row open on the screen. */
async function replaceRows(trx: Trx, periodNo: string, rows: readonly NewRow[]): Promise<void> {
  const companyNos = rows.map(({ companyNo }) => companyNo)
  await sql`delete from remainder_point where period_no = ${periodNo} and company_no <> all (${companyNos}::text[])`.execute(trx)
  const [first] = rows
  if (!first) return
  const fields = Object.keys(first) as (keyof NewRow)[]
  await trx
    .insertInto('remainderPoint')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['periodNo', 'companyNo'])
        .doUpdateSet((row) => Object.fromEntries(fields.map((field) => [field, row.ref(`excluded.${field}`)]))),
    )
    .execute()
}

/** Closing points of the month before. */
function readClosings(trx: Trx, { startDate }: RemainderMonth) {
  return trx
    .selectFrom('remainderPoint')
    .select(['companyNo', 'closingPoints'])
    .where('periodNo', '=', monthOf(addMonths(startDate, -1)))
    .where('closingPoints', '<>', 0)
    .execute()
}
