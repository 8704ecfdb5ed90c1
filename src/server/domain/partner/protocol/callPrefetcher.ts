import { memberScope } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import { Batches } from '../../../platform/batches.ts'
import { prepared, runPrepared } from '../../../platform/database/prepared.ts'
import type { Database } from '../../../platform/database/tables.ts'
import { type AnomalyInspector, burstKinds, type NearTransactions } from '../../anomaly/public.ts'
import { type StoredHolder, type StoredTerms, termsOn } from '../../points/public.ts'
import { type BodyOf, kindOf, type PartnerCallName, partnerCalls } from '../catalog/catalog.ts'
import { type CallFacts, type FactsRow, factsOfRow } from '../facts/readFacts.ts'
import { checkBody } from './checkBody.ts'
import type { PrefetchedFacts, PrefetchedSale } from './optimisticAnswers.ts'
import type { KnownPlace, PlaceCache, PlaceKey } from './placeCache.ts'
import type { KnownPlatform } from './platformCache.ts'

/** The most frequent calls. Their facts are read together with their admission, and their rows are written in one statement. */
const prefetchedCalls = ['points/issue', 'points/redeem'] as const satisfies readonly PartnerCallName[]
type PrefetchedCallName = (typeof prefetchedCalls)[number]

const daysAheadMaxMs = 366 * 24 * 3_600_000

/** What the database is asked for one call. */
export interface PrefetchRequest {
  readonly name: PrefetchedCallName
  readonly body: BodyOf<PrefetchedCallName>
  readonly businessDate: string
  readonly now: Date
}

/** What was read together with the admission of a call. */
export interface PrefetchedCall {
  /** The stored first answer, when this request was answered before. */
  readonly answered: { readonly requestHash: string; readonly response: unknown } | null
  /** Null when a fact is missing, or the call needs locks. */
  readonly sale: PrefetchedSale | null
}

/** @returns null for calls that are never prefetched, and for those that will be refused anyway: `runCall` refuses them */
export function prefetchRequest(name: PartnerCallName, platform: KnownPlatform, body: unknown, now: Date): PrefetchRequest | null {
  const prefetched = prefetchedCalls.find((each) => each === name)
  if (!prefetched || !platform.allowedApis.has(partnerCalls[prefetched].api)) return null
  try {
    checkBody(prefetched, body)
  } catch {
    return null
  }
  const checked = body as BodyOf<PrefetchedCallName>
  const businessAt = new Date(checked.businessAt)
  // A date far outside of what may be posted could be outside of the database's range of dates.
  if (!(Math.abs(businessAt.getTime() - now.getTime()) < daysAheadMaxMs)) return null
  return { name: prefetched, body: checked, businessDate: taipeiDate(businessAt), now }
}

/** What was read of one call. */
interface PrefetchedRow {
  readonly answered: PrefetchedCall['answered']
  readonly factsAt: number
  /** Null when the place has not changed since `KnownPlace.version`. */
  readonly placeFacts: {
    readonly facts: Readonly<Record<string, unknown>> | null
    readonly terms: Readonly<Record<string, unknown>> | null
    readonly periods: KnownPlace['periods'] | null
  } | null
  readonly memberNo: string | null
  readonly memberStatus: StoredHolder['status']
  readonly accountId: number | null
  readonly balance: number
  readonly version: number
  readonly debtPoints: number
  readonly lots: StoredHolder['lots'] | null
  readonly transactionId: number
  readonly transactionNo: string
  readonly registeredAt: Date | null
  readonly listed: readonly number[] | null
  readonly nearTimes: readonly number[] | null
}

/**
 * `limited`: over the limit of the minute, `hurried`: over that of the second, `replayed`: nonce known, `stale`: the platform has changed.
 */
export type AdmissionOutcome = 'admitted' | 'limited' | 'hurried' | 'replayed' | 'stale'

export interface Admitting {
  readonly platform: KnownPlatform
  /** In lower case. */
  readonly nonce: string
  readonly now: Date
  /** PARTNER_CALLS_PER_SECOND */
  readonly callsPerSecond: number
}

export interface Admission {
  readonly outcome: AdmissionOutcome
  /** Signed calls of the platform in this minute. */
  readonly calls: number | null
  readonly prefetched: PrefetchedCall | null
}

const admitOne = prepared('select outcome, calls from partner_admit($1, $2, $3, $4, $5, $6)')

/** Counts a call and stores its nonce. The database does both, so they hold for all processes. */
export async function admitOnly(db: Database, { platform, nonce, now, callsPerSecond }: Admitting): Promise<Admission> {
  const { platformNo, version, callsPerMinute } = platform
  const values = [platformNo, version, nonce, now, callsPerMinute, callsPerSecond]
  const [row] = await runPrepared<Omit<Admission, 'prefetched'>>(db, admitOne, values)
  if (!row) throw new Error('a query without rows')
  return { ...row, prefetched: null }
}

const admitAndRead = prepared(`
  select place, outcome, calls, answered, facts_at, place_facts, member_no, member_status, account_id, balance, version, owed as debt_points, lots,
    transaction_id, transaction_no, registered_at, listed, near_times
  from partner_open_calls($1::json)`)

/** A row with an outcome is an admission; a row without one holds the facts. */
type OpenedRow = { readonly place: number } & (
  | ({ readonly outcome: null } & PrefetchedRow)
  | { readonly outcome: AdmissionOutcome; readonly calls: number }
)

interface Asked {
  readonly caller: Admitting
  readonly question: PrefetchRequest
}

const sizeMax = 32

/**
 * Admits calls like `admitOnly` and reads their facts in the same statement (`partner_open_calls`), for all calls that wait at that moment.
 */
export class CallPrefetcher {
  readonly #db: Database
  readonly #places: PlaceCache
  readonly #rules: Pick<AnomalyInspector, 'nearMinutes'>
  readonly #batches: Batches<Asked, Admission>

  constructor(db: Database, places: PlaceCache, rules: Pick<AnomalyInspector, 'nearMinutes'>) {
    this.#db = db
    this.#places = places
    this.#rules = rules
    // The same nonce twice at the same time: the second call goes into the next batch, which finds it used.
    const keyOf = ({ caller }: Asked) => `${caller.platform.platformNo} ${caller.nonce}`
    this.#batches = new Batches({ run: (asked) => this.#open(asked), keyOf, sizeMax, inFlightMax: 1 })
  }

  admit(caller: Admitting, question: PrefetchRequest): Promise<Admission> {
    return this.#batches.add({ caller, question })
  }

  async #open(asked: readonly Asked[]): Promise<readonly Admission[]> {
    // The same for the whole batch, so that what was read is not taken for more than what was asked.
    const near = this.#rules.nearMinutes
    const questions = asked.map((each, place) => ({ ...this.#parametersOf(each, place), ...nearParameters(each.question, near) }))
    const rows = await runPrepared<OpenedRow>(this.#db, admitAndRead, [JSON.stringify(questions)])
    const read = new Map<number, PrefetchedRow>()
    const admitted = new Map<number, Omit<Admission, 'prefetched'>>()
    for (const row of rows) {
      if (row.outcome === null) read.set(row.place, row)
      else admitted.set(row.place, row)
    }
    return asked.map(({ question }, place) => {
      const row = read.get(place)
      const { outcome, calls } = admitted.get(place) ?? { outcome: 'stale', calls: null }
      return { outcome, calls, prefetched: outcome === 'admitted' && row ? this.#prefetchedOf(row, question, near) : null }
    })
  }

  #parametersOf({ caller, question }: Asked, place: number) {
    const { platform, nonce, now, callsPerSecond } = caller
    const { name, body, businessDate } = question
    const { companyNo, retailStoreCode, terminalId, member, externalTxnNo } = body
    const known = this.#places.known(placeOf(question))
    return {
      place,
      platform: platform.platformNo,
      known_version: platform.version,
      nonce,
      at: now,
      calls_max: platform.callsPerMinute,
      second_max: callsPerSecond,
      external_no: externalTxnNo,
      txn_kind: kindOf(name, body),
      company: companyNo,
      store_code: retailStoreCode,
      terminal: terminalId,
      member_no: member.memberNo,
      mobile: member.mobile,
      card_no: member.cardNo,
      business_day: businessDate,
      today: taipeiDate(now),
      is_credit: name === 'points/issue',
      known_facts: known?.version,
      lists: known && known.lists.length > 0 ? known.lists : undefined,
    }
  }

  #prefetchedOf(row: PrefetchedRow, question: PrefetchRequest, nearMinutes: number | null): PrefetchedCall {
    const key = placeOf(question)
    const known = this.#places.known(key)
    const place = row.placeFacts ? readPlace(row, question) : (known ?? null)
    if (place && place !== known) this.#places.keep(key, place)
    const near = nearMinutes !== null && row.nearTimes ? { minutes: nearMinutes, times: row.nearTimes } : null
    return prefetchedOf(row, { place, near }, question)
  }
}

/** What is asked for the rule that counts a member's transactions. */
function nearParameters({ body }: PrefetchRequest, minutes: number | null) {
  return minutes === null ? {} : { business_at: new Date(body.businessAt), near_minutes: minutes, near_kinds: burstKinds }
}

function placeOf({ name, body, businessDate }: PrefetchRequest): PlaceKey {
  return [name, body.companyNo, body.retailStoreCode, body.terminalId, businessDate]
}

/** @returns null for a company that does not exist */
function readPlace({ factsAt, placeFacts }: PrefetchedRow, { businessDate }: PrefetchRequest): KnownPlace | null {
  const { facts, terms, periods } = placeFacts ?? {}
  if (!facts || !terms) return null
  const placeFactsRead = factsOfRow(camelKeys(facts) as unknown as FactsRow)
  return {
    version: factsAt,
    facts: placeFactsRead,
    lists: placeFactsRead.activities.filter(isForListed).map(({ id }) => id),
    terms: termsOn(camelKeys(terms) as unknown as StoredTerms, businessDate),
    periods: periods ?? [],
  }
}

function prefetchedOf(
  row: PrefetchedRow,
  { place, near }: { readonly place: KnownPlace | null; readonly near: NearTransactions | null },
  { name, businessDate }: PrefetchRequest,
): PrefetchedCall {
  const { answered, memberNo, accountId, balance, version, debtPoints } = row
  // A member with debts repays with what is posted. Such a posting is written by itself, with locks.
  if (answered || place === null || memberNo === null || accountId === null || debtPoints > 0) return { answered, sale: null }
  const posting: PrefetchedFacts = {
    account: { accountId, balance, version, account: { class: 'MEMBER', ownerId: memberNo } },
    holder: { status: row.memberStatus, lots: row.lots ?? [], debts: [] },
    isExpiredOnly: name === 'points/issue',
    businessDate,
    terms: place.terms,
    periods: place.periods,
    transactionId: row.transactionId,
    transactionNo: row.transactionNo,
  }
  // Lists are known of a place that was known when it was asked.
  const listedIn = row.listed ?? (place.lists.length === 0 ? [] : null)
  const member = { registeredAt: row.registeredAt, listedIn }
  return { answered, sale: { facts: { ...place.facts, memberNo, member }, posting, near } }
}

const isForListed = (activity: CallFacts['activities'][number]) => activity.memberScope === memberScope.listed

const camelNames = new Map<string, string>()

/** Rows inside JSON have the names of their columns. */
function camelKeys(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const camel: Record<string, unknown> = {}
  for (const name in row) camel[camelName(name)] = row[name]
  return camel
}

function camelName(column: string): string {
  const known = camelNames.get(column)
  if (known !== undefined) return known
  const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  camelNames.set(column, name)
  return name
}
