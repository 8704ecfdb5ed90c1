import { addDays } from '../../../../rules/dates.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { type Period, periodOf, type Settlement, type Stream, streamOf } from '../domain/periods.ts'
import type { PostingPlan } from '../domain/posting.ts'
import { LedgerRefusal } from '../domain/refusals.ts'
import '../tables.ts'
import { type Draft, DraftLeftError, draftOf } from './draft.ts'

/** More closed periods in a row than any company has. */
const periodsAheadMax = 600
const openStatus = '1'

export interface PeriodChoice {
  readonly periodId: number
  /** The period of the business date is closed. */
  readonly isLate: boolean
}

/** Finds the period that holds a date, or creates it: companies get theirs with their first posting. Locked FOR SHARE. */
async function lockPeriod(trx: Trx, stream: Stream, settlement: Settlement, date: string) {
  const find = () =>
    trx
      .selectFrom('companyPeriod')
      .select(['id', 'status', 'endDate'])
      .where('companyNo', '=', settlement.companyNo)
      .where('stream', '=', stream)
      .where('startDate', '<=', date)
      .where('endDate', '>=', date)
      .forShare()
      .executeTakeFirst()
  const known = await find()
  if (known) return known
  await createPeriod(trx, stream, settlement.companyNo, periodOf(stream, settlement, date))
  const made = await find()
  if (!made) throw new Error(`no period ${stream} of ${settlement.companyNo} on ${date}`)
  return made
}

async function createPeriod(trx: Trx, stream: Stream, companyNo: string, period: Period): Promise<void> {
  await trx
    .insertInto('companyPeriod')
    .values({ companyNo, stream, ...period, closedAt: null, closedBy: null, createdBy: '系統', updatedBy: null, updatedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The period that takes an entry of a business date: its own, or the earliest open one after it (domain 2.5 step 3). The row stays locked
 * FOR SHARE, so a close waits for this posting, and this posting sees a close that was earlier.
 *
 * @throws LedgerRefusal M21 when all periods ahead are closed
 */
async function choosePeriod(trx: Trx, stream: Stream, settlement: Settlement, businessDate: string): Promise<PeriodChoice> {
  const draft = draftOf(trx)
  if (draft) return draftPeriod(draft, stream, settlement)
  let date = businessDate
  for (let step = 0; step < periodsAheadMax; step += 1) {
    const period = await lockPeriod(trx, stream, settlement, date)
    if (period.status === openStatus) return { periodId: period.id, isLate: step > 0 }
    date = addDays(period.endDate, 1)
  }
  throw new LedgerRefusal('M21')
}

/** Without a lock: the trigger of the entries looks at the period again, and keeps it open until the posting has ended. */
function draftPeriod({ periods, terms }: Draft, stream: Stream, { companyNo }: Settlement): PeriodChoice {
  const period = periods.find((each) => each.stream === stream && each.status === openStatus)
  if (!period || companyNo !== terms.companyNo) throw new DraftLeftError('a period that is not open')
  return { periodId: period.id, isLate: false }
}

/** Periods that were chosen and are still locked, by company, stream and business date. */
export type ChosenPeriods = Map<string, PeriodChoice>

/**
 * Periods for the billed legs of a plan, by line (from 1). Chosen in a fixed order, each company and stream once.
 *
 * @param chosen what postings before this one have locked in the same statement of work; grows
 */
export async function choosePeriods(
  trx: Trx,
  plan: PostingPlan,
  settlements: ReadonlyMap<string, Settlement>,
  businessDate: string,
  chosen: ChosenPeriods = new Map(),
): Promise<ReadonlyMap<number, PeriodChoice>> {
  const wanted = plan.legs.flatMap((leg, index) => {
    const settlement = settlements.get(leg.account.ownerId)
    const stream = settlement ? streamOf(leg.account.class, settlement) : null
    return settlement && stream ? [{ line: index + 1, key: `${settlement.companyNo} ${stream} ${businessDate}`, settlement, stream }] : []
  })
  for (const { key, settlement, stream } of wanted.sort((one, other) => (one.key < other.key ? -1 : 1))) {
    if (!chosen.has(key)) chosen.set(key, await choosePeriod(trx, stream, settlement, businessDate))
  }
  return new Map(wanted.flatMap(({ line, key }) => (chosen.has(key) ? [[line, chosen.get(key) as PeriodChoice] as const] : [])))
}

/** Companies whose settlement decides a period of the plan. */
export function billedCompanies(plan: PostingPlan): readonly string[] {
  const billed: ReadonlySet<string> = new Set(['AWARD', 'PREPAID', 'PAYG', 'DEDUCT', 'CONVIN', 'CONVOUT', 'WRITEOFF'])
  const owners = plan.legs.filter((leg) => billed.has(leg.account.class)).map((leg) => leg.account.ownerId)
  return [...new Set(owners)].filter((owner) => owner !== 'C000000').sort()
}
