import { txnKind } from '../../../rules/codes.generated.ts'
import { addDays, startOfTaipeiDate, taipeiDate } from '../../../rules/dates.ts'
import type { Trx } from '../../platform/database/tables.ts'
import type { PostedFacts } from './events.ts'
import { idsAfterHours, shopKinds } from './hits/countHits.ts'
import { findHits, reachOf } from './hits/findHits.ts'
import { dailyRules, type Hit, type HitRow } from './hits/hit.ts'
import type { HitScope, Subjects } from './hits/scope.ts'
import { codeKey } from './hits/words.ts'
import { ruleCatalog } from './rules/catalog.ts'
import { isWatching, ruleInForce, type WarningRule } from './rules/inForce.ts'
import { recordHits, type WarningServices } from './warnings.ts'

// The rules that run after the commit, over the postings of one batch. What a rule asks for rests on whom the batch is about and on when it
// was sold, never on how much was sold that day.

interface JudgePostingsInput {
  readonly rules: readonly WarningRule[]
  readonly postings: readonly PostedFacts[]
  readonly now: Date
}

/** Looks at postings that were committed. @returns the number of warnings that were opened */
export async function judgePostings(services: WarningServices, trx: Trx, { rules, postings, now }: JudgePostingsInput): Promise<number> {
  const later = rules.filter((rule) => rule.isEnabled && ruleCatalog[rule.ruleCode].when === 'afterCommit')
  const closed = await soldWhileClosed(trx, later, postings)
  const hits: Hit[] = []
  for (const [date, ofDay] of byDate(postings)) {
    for (const rule of later) {
      const about = ofDay.filter((posting) => isInForce(rules, rule, posting) && isAbout(rule, posting, closed))
      if (about.length === 0) continue
      const scope = { ...timesOf(rule, date, about), companies: reachOf(rule, rules), ...subjectsOf(rule, about) }
      hits.push(...(await findHits(trx, rule, scope, concerns(rule, about))))
    }
  }
  return recordHits(services, trx, hits, now)
}

function byDate(postings: readonly PostedFacts[]): ReadonlyMap<string, readonly PostedFacts[]> {
  const days = new Map<string, PostedFacts[]>()
  for (const posting of postings) {
    const date = taipeiDate(new Date(posting.businessAt))
    const ofDay = days.get(date)
    if (ofDay) ofDay.push(posting)
    else days.set(date, [posting])
  }
  return days
}

function isInForce(rules: readonly WarningRule[], rule: WarningRule, { companyNo, businessAt }: PostedFacts): boolean {
  return ruleInForce(rules, rule.ruleCode, companyNo) === rule && isWatching(rule, new Date(businessAt))
}

/** Ids of postings of outlets that were closed; asked for when a rule watches them. */
async function soldWhileClosed(trx: Trx, rules: readonly WarningRule[], postings: readonly PostedFacts[]): Promise<ReadonlySet<number>> {
  return postings.length > 0 && rules.some(({ ruleCode }) => ruleCode === 'R09') ? idsAfterHours(trx, postings) : new Set()
}

const inShops: ReadonlySet<string> = new Set(shopKinds)

/** False where the rule cannot find anything. @param closed ids of postings of outlets that were closed */
function isAbout(rule: WarningRule, posting: PostedFacts, closed: ReadonlySet<number>): boolean {
  const { transactionId, kind, retailStoreNo, activityCode } = posting
  switch (rule.ruleCode) {
    case 'R04':
    case 'R05':
    case 'R11':
      return kind === txnKind.issue || kind === txnKind.issueBatch
    case 'R07':
      return retailStoreNo !== null && inShops.has(kind)
    case 'R08':
      return kind === txnKind.issueReturn
    case 'R09':
      return kind !== txnKind.issueBatch && closed.has(transactionId)
    case 'R10':
      return typeof activityCode === 'string'
    default:
      return false
  }
}

/** Whom a rule counts for, of the postings that it looks at. */
function subjectsOf(rule: WarningRule, postings: readonly PostedFacts[]): Subjects {
  const of = (field: 'memberNo' | 'companyNo' | 'retailStoreNo' | 'activityCode') =>
    [...new Set(postings.map((posting) => posting[field]))].filter((value): value is string => typeof value === 'string')
  switch (rule.ruleCode) {
    case 'R04':
      return { companyNos: of('companyNo') }
    case 'R09':
      return { companyNos: of('companyNo'), retailStoreNos: of('retailStoreNo') }
    case 'R10':
      return { activityCodes: of('activityCode') }
    default:
      return { memberNos: of('memberNo') }
  }
}

/**
 * Business times in which hits for the postings can lie: the business day for rules that count days, otherwise from the first posting to
 * the end of the window of the last; a copy that comes in late counts with those after it.
 */
function timesOf(rule: WarningRule, date: string, postings: readonly PostedFacts[]): Pick<HitScope, 'from' | 'to'> {
  if (dailyRules.has(rule.ruleCode)) {
    return { from: startOfTaipeiDate(date), to: new Date(startOfTaipeiDate(addDays(date, 1)).getTime() - 1) }
  }
  const times = postings.map(({ businessAt }) => Date.parse(businessAt))
  return { from: new Date(Math.min(...times)), to: new Date(Math.max(...times) + spanOf(rule)) }
}

const spanOf = ({ windowMinutes }: WarningRule) => (windowMinutes ?? 0) * 60_000

/** The subject key of a hit that counts a posting. */
function keyOf(rule: WarningRule, { memberNo, retailStoreNo, activityCode }: PostedFacts): string {
  switch (rule.ruleCode) {
    case 'R09':
      return String(retailStoreNo)
    case 'R10':
      return codeKey.points(String(activityCode))
    case 'R11':
      return `${memberNo}@${retailStoreNo}`
    default:
      return memberNo
  }
}

/** Tells rows of a rule's query that count one of the postings from those that other postings met before. */
function concerns(rule: WarningRule, postings: readonly PostedFacts[]): (row: HitRow) => boolean {
  // The daily sums know no transactions; and what is returned is the hit itself.
  if (rule.ruleCode === 'R04') return () => true
  if (rule.ruleCode === 'R08') {
    const own = new Set(postings.map(({ transactionNo }) => transactionNo))
    return ({ transactionNo }) => transactionNo !== null && own.has(transactionNo)
  }
  const times = new Map<string, number[]>()
  for (const posting of postings) {
    const key = keyOf(rule, posting)
    times.set(key, [...(times.get(key) ?? []), Date.parse(posting.businessAt)])
  }
  // All postings are of one business day, so for a daily rule the window of a row begins before each of them.
  const spanMs = dailyRules.has(rule.ruleCode) ? Number.POSITIVE_INFINITY : spanOf(rule)
  return ({ subjectKey, occurredAt }) => {
    const at = occurredAt.getTime()
    return (times.get(subjectKey) ?? []).some((time) => time <= at && at - time <= spanMs)
  }
}
