import { lateExpiry, planExpire } from '../domain/expire.ts'
import { hasLots, platformOwner, sameAccount } from '../domain/kinds.ts'
import { type PeriodChoice, type SettlementTerms, streamOf } from '../domain/periods.ts'
import {
  businessDateOf,
  type HolderAccount,
  type PlannedPosting,
  type PostingContext,
  type PostingPlan,
  todayOf,
} from '../domain/posting.ts'
import { LedgerRefusal } from '../domain/refusals.ts'
import { type Payload, payloadOf } from './payload.ts'
import type { PostingPort, WrittenPosting } from './postingPort.ts'

/** A written transaction. */
export interface Posted extends WrittenPosting {
  /** Balances of the holder accounts after it. */
  readonly holders: readonly HolderAccount[]
}

/**
 * Writes postings of one context. A lot of a backdated sale may have expired already; it is expired at once, so that the balance in the
 * answer is the one that the next posting finds.
 *
 * @returns what was written for the postings; the last with the balances after everything
 */
export async function writeCurrent(
  port: PostingPort,
  accounts: readonly HolderAccount[],
  postings: readonly PlannedPosting[],
  context: PostingContext,
): Promise<readonly Posted[]> {
  const written = await writePostings(port, accounts, postings)
  const last = written.at(-1)
  const today = todayOf(context)
  const isPast = postings.some(({ plan }) => plan.lots.some((lot) => lot.expireDate < today))
  if (!last || !isPast) return written
  const holders = await expireHolders(port, last.holders, context)
  return [...written.slice(0, -1), { ...last, holders }]
}

/** The accounts after the expiry of what lies past its day. */
async function expireHolders(
  port: PostingPort,
  accounts: readonly HolderAccount[],
  context: PostingContext,
): Promise<readonly HolderAccount[]> {
  const today = todayOf(context)
  const expiries: PlannedPosting[] = []
  for (const holder of accounts.filter(({ account }) => hasLots(account))) {
    const { plan } = planExpire(await port.readLotHolder(holder, { expiredOn: today }), today)
    expiries.push(...lateExpiry(plan, context, holder))
  }
  const written = await writePostings(port, accounts, expiries)
  const after = written.at(-1)?.holders ?? accounts
  return accounts.map((holder) => after.find(({ account }) => sameAccount(account, holder.account)) ?? holder)
}

/**
 * Writes decided postings in their order, all or none (domain 2.5 steps 3 and 5).
 *
 * @param accounts every holder account of the plans, as `holdAccounts` of the port gave them
 */
export async function writePostings(
  port: PostingPort,
  accounts: readonly HolderAccount[],
  postings: readonly PlannedPosting[],
): Promise<readonly Posted[]> {
  if (postings.length === 0) return []
  let holders = accounts
  const chosen = new Map<string, PeriodChoice>()
  const payloads: Payload[] = []
  const afters: (readonly HolderAccount[])[] = []
  for (const posting of postings) {
    assertNoOverdraft(posting.plan, holders)
    const periods = await choosePeriods(port, posting.plan, businessDateOf(posting.context), chosen)
    const { payload, after } = payloadOf({ ...posting, locked: holders, periods })
    payloads.push(payload)
    afters.push(after)
    holders = after
  }
  const written = await port.write(payloads)
  return written.map((each, index) => ({ ...each, holders: afters[index] ?? [] }))
}

/** Prepaid points, corporate and serial points never go below zero (I11); the database holds it again. */
function assertNoOverdraft(plan: PostingPlan, accounts: readonly HolderAccount[]): void {
  for (const holder of accounts) {
    if (holder.account.class === 'MEMBER') continue
    const change = plan.entries
      .filter((entry) => sameAccount(entry.account, holder.account))
      .reduce((total, entry) => total + entry.points, 0)
    if (change < 0 && holder.balance + change < 0) {
      throw new LedgerRefusal(holder.account.class === 'PREPAID' ? 'E1107' : 'M22')
    }
  }
}

/**
 * Periods for the billed entries of a plan, by entry number (from 1). Chosen in a fixed order, each company and stream once.
 *
 * @param chosen periods chosen for earlier postings of the same call; this function adds to it
 */
async function choosePeriods(
  port: PostingPort,
  plan: PostingPlan,
  businessDate: string,
  chosen: Map<string, PeriodChoice>,
): Promise<ReadonlyMap<number, PeriodChoice>> {
  const termsOf: ReadonlyMap<string, SettlementTerms> = await port.companyTerms(billedCompanies(plan), businessDate)
  const wanted = plan.entries.flatMap((entry, index) => {
    const terms = termsOf.get(entry.account.ownerId)
    const stream = terms ? streamOf(entry.account.class, terms) : null
    return terms && stream ? [{ entryNo: index + 1, key: `${terms.companyNo} ${stream} ${businessDate}`, terms, stream }] : []
  })
  for (const { key, terms, stream } of wanted.sort((one, other) => (one.key < other.key ? -1 : 1))) {
    if (!chosen.has(key)) chosen.set(key, await port.choosePeriod(stream, terms, businessDate))
  }
  return new Map(wanted.flatMap(({ entryNo, key }) => (chosen.has(key) ? [[entryNo, chosen.get(key) as PeriodChoice] as const] : [])))
}

/** Companies whose settlement decides a period of the plan. */
function billedCompanies(plan: PostingPlan): readonly string[] {
  const billed: ReadonlySet<string> = new Set(['AWARD', 'PREPAID', 'PAYG', 'DEDUCT', 'CONVIN', 'CONVOUT', 'WRITEOFF'])
  const owners = plan.entries.filter((entry) => billed.has(entry.account.class)).map((entry) => entry.account.ownerId)
  return [...new Set(owners)].filter((owner) => owner !== platformOwner).sort()
}
