import { sql } from 'kysely'
import { txnKind } from '../../../rules/codes.generated.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { transactWithRetry } from '../../platform/database/transactWithRetry.ts'
import type { JobContext } from '../../platform/jobs/jobRunner.ts'
import type { AnomalyEvent, PostedFacts, PostingHit } from './events.ts'
import { findHits, reachOf } from './hits/findHits.ts'
import { type Hit, type HitRow, hitOf, relatedMax } from './hits/hit.ts'
import type { Subjects } from './hits/scope.ts'
import { judgePostings } from './judgePostings.ts'
import { readWarningRules } from './ruleCache.ts'
import { isWatching, ruleInForce, type WarningRule } from './rules/inForce.ts'
import { recordHits, type WarningServices } from './warnings.ts'

/** Most events of one transaction. A rule asks once for all of them, and some ask for all that a campaign gave within an hour. */
const batchSize = 500
/** An event that failed this often is not tried again; it stays in the table to be looked at. */
const attemptsMax = 5

type PostedEvent = Extract<AnomalyEvent, { kind: 'posted' }>

interface TakenEvent {
  readonly id: number
  readonly event: AnomalyEvent
}

interface WhichEvents {
  /** Events that failed in this run already. */
  readonly exceptIds?: readonly number[]
  /** Only those of transactions that had begun by this time of the database, in its own words. */
  readonly before?: string | null
}

/**
 * Takes events out of the outbox for this transaction (a rollback puts them back), those with the fewest failures first. Events that another
 * process has locked are skipped.
 */
export async function takeEvents(trx: Trx, { exceptIds = [], before = null }: WhichEvents = {}): Promise<readonly TakenEvent[]> {
  const { rows } = await sql<TakenEvent>`
    delete from anomaly_outbox where id in (
      select id from anomaly_outbox where attempts < ${attemptsMax} and id <> all (${[...exceptIds]}::bigint[])
        and created_at <= coalesce(${before}::timestamptz, 'infinity')
      order by attempts, id limit ${batchSize} for update skip locked
    ) returning id, event`.execute(trx)
  return rows
}

async function timeOf(db: Database): Promise<string | null> {
  const { rows } = await sql<{ time: string }>`select clock_timestamp()::text as time`.execute(db)
  return rows[0]?.time ?? null
}

async function takeEvent(trx: Trx, id: number): Promise<readonly TakenEvent[]> {
  const { rows } = await sql<TakenEvent>`
    delete from anomaly_outbox where id in (select id from anomaly_outbox where id = ${id} for update skip locked)
    returning id, event`.execute(trx)
  return rows
}

interface RecordPostingHitsInput {
  readonly rules: readonly WarningRule[]
  readonly event: Extract<AnomalyEvent, { kind: 'posted' | 'refused' }>
  readonly now: Date
}

/** The hits that were found inside the posting transaction, or that refused it. */
async function recordPostingHits(services: WarningServices, trx: Trx, { rules, event, now }: RecordPostingHitsInput): Promise<number> {
  const hits: Hit[] = []
  for (const posted of event.hits) {
    const rule = rules.find((each) => each.id === posted.warningRuleId)
    if (rule) hits.push(hitOf(rule, await rowOf(trx, rule, posted, event), event.kind === 'refused'))
  }
  return recordHits(services, trx, hits, now)
}

async function rowOf(
  trx: Trx,
  rule: WarningRule,
  hit: PostingHit,
  { kind, posting }: Extract<AnomalyEvent, { kind: 'posted' | 'refused' }>,
): Promise<HitRow> {
  const wasPosted = kind === 'posted'
  const { memberNo, companyNo, retailStoreNo, points, amount, businessAt } = posting
  const counted = rule.ruleCode === 'R01'
  const single = wasPosted ? posting.transactionNo : `${memberNo}@${businessAt}`
  const own = wasPosted ? [posting.transactionId] : []
  return {
    ...{ memberNo, companyNo, retailStoreNo, points, amount },
    subjectKey: counted ? memberNo : single,
    occurredAt: new Date(businessAt),
    transactionNo: wasPosted ? posting.transactionNo : null,
    txnKind: posting.kind,
    measured: hit.measured,
    relatedIds: counted ? await nearIds(trx, posting, rule.windowMinutes ?? 0) : own,
  }
}

async function nearIds(trx: Trx, { memberNo, businessAt }: PostedFacts, minutes: number): Promise<readonly number[]> {
  const span = sql`make_interval(mins => ${minutes}::int)`
  const { rows } = await sql<{ id: number }>`
    select id from anomaly_movement where member_no = ${memberNo} and kind <> ${sql.lit(txnKind.issueBatch)}
      and business_at between ${businessAt}::timestamptz - ${span} and ${businessAt}::timestamptz + ${span}
    order by business_at desc limit ${sql.lit(relatedMax)}`.execute(trx)
  return rows.map((row) => row.id)
}

interface TestOccurrenceInput {
  readonly rules: readonly WarningRule[]
  readonly event: Extract<AnomalyEvent, { kind: 'activityException' | 'serialAttempt' }>
  readonly now: Date
}

/** A refused code, or a wrong pin: the rule that watches it, over what came within its window. */
async function testOccurrence(services: WarningServices, trx: Trx, { rules, event, now }: TestOccurrenceInput): Promise<number> {
  const isCode = event.kind === 'activityException'
  const row = isCode ? await findException(trx, event.exceptionId) : await findAttempt(trx, event.attemptId)
  const rule = row && ruleInForce(rules, isCode ? 'R10' : 'R12', row.companyNo)
  if (!row || !rule || !isWatching(rule, row.occurredAt)) return 0
  const spanMs = (rule.windowMinutes ?? 0) * 60_000
  const subjects: Subjects = isCode ? { activityCodes: [row.subject] } : { ipAddresses: [row.subject] }
  const to = new Date(row.occurredAt.getTime() + spanMs)
  const scope = { from: row.occurredAt, to, companies: reachOf(rule, rules), ...subjects }
  return recordHits(services, trx, await findHits(trx, rule, scope), now)
}

interface Occurrence {
  readonly subject: string
  readonly occurredAt: Date
  readonly companyNo: string | null
}

function findException(trx: Trx, id: number): Promise<Occurrence | undefined> {
  return trx
    .selectFrom('logActivityException')
    .select(['activityCode as subject', 'occurredAt', 'companyNo'])
    .where('id', '=', id)
    .executeTakeFirst()
}

function findAttempt(trx: Trx, id: number): Promise<Occurrence | undefined> {
  return trx.selectFrom('serialAttempt').select(['ipAddress as subject', 'occurredAt', 'companyNo']).where('id', '=', id).executeTakeFirst()
}

interface Evaluated {
  readonly events: number
  /** Warnings that were opened. */
  readonly warnings: number
}

/** Looks at events that were taken out, in the same transaction. */
export async function evaluateEvents(services: WarningServices, trx: Trx, taken: readonly TakenEvent[], now: Date): Promise<Evaluated> {
  if (taken.length === 0) return { events: 0, warnings: 0 }
  return services.records.together(trx, (records) => evaluateAll({ ...services, records }, trx, taken, now))
}

async function evaluateAll(services: WarningServices, trx: Trx, taken: readonly TakenEvent[], now: Date): Promise<Evaluated> {
  const events = taken.map(({ event }) => event)
  const rules = await readWarningRules(trx)
  let warnings = 0
  for (const event of events) {
    if (event.kind === 'posted' || event.kind === 'refused') warnings += await recordPostingHits(services, trx, { rules, event, now })
    else warnings += await testOccurrence(services, trx, { rules, event, now })
  }
  const posted = events.filter((event): event is PostedEvent => event.kind === 'posted')
  warnings += await judgePostings(services, trx, { rules, postings: posted.map(({ posting }) => posting), now })
  return { events: events.length, warnings }
}

async function noteFailure(db: Database, id: number, error: unknown): Promise<string> {
  const text = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  await db
    .updateTable('anomalyOutbox')
    .set((each) => ({ attempts: each('attempts', '+', 1), error: text }))
    .where('id', '=', id)
    .execute()
  return text
}

/**
 * Evaluates the events that were left before it began. A posting that comes meanwhile asks for a run of its own (`anomaly_ask`), so that a
 * shop that never rests is looked at every other second and not posting by posting, and other jobs have their turn. Several processes may do
 * this at once; events that a crashed one had locked are free again.
 *
 * @returns null when there was nothing
 * @throws Error when some events could not be handled; all others were
 */
export async function evaluateOutbox(
  services: WarningServices,
  { db, clock, signal }: Pick<JobContext, 'db' | 'clock' | 'signal'>,
): Promise<Evaluated | null> {
  const total = { events: 0, warnings: 0 }
  const failed = new Map<number, string>()
  const before = await timeOf(db)
  let ids: readonly number[] = []
  const evaluate = (take: (trx: Trx) => Promise<readonly TakenEvent[]>) =>
    transactWithRetry(db, async (trx) => {
      ids = []
      const taken = await take(trx)
      ids = taken.map(({ id }) => id)
      return evaluateEvents(services, trx, taken, clock.now())
    })
  const count = (done: Evaluated) => {
    total.events += done.events
    total.warnings += done.warnings
    return done.events
  }
  /** Only the events that failed stay in the table. */
  const evaluateApart = async (apart: readonly number[], cause: unknown) => {
    if (apart.length === 0) throw cause
    for (const id of apart) {
      const fail = async (error: unknown) => failed.set(id, await noteFailure(db, id, error))
      await evaluate((trx) => takeEvent(trx, id)).then(count, fail)
    }
    return apart.length
  }
  for (let seen = 1; seen > 0 && !signal.aborted; ) {
    seen = await evaluate((trx) => takeEvents(trx, { exceptIds: [...failed.keys()], before })).then(count, (error: unknown) =>
      evaluateApart(ids, error),
    )
  }
  if (failed.size > 0) throw new Error(`${failed.size} 筆未能檢查：${[...failed.values()][0]}`)
  return total.events === 0 ? null : total
}
