import { taipeiDate } from '../../../../rules/dates.ts'
import { Batches } from '../../../platform/batches.ts'
import { prepared, runPrepared } from '../../../platform/database/prepared.ts'
import type { Database } from '../../../platform/database/tables.ts'
import type { PrefetchedFacts, StoredHolder } from '../../points/public.ts'
import { type StoredTerms, termsOn } from '../../points/public.ts'
import { type BodyOf, kindOf, type PartnerCallName, partnerCalls } from '../calls/catalog.ts'
import { checkBody } from '../calls/checkBody.ts'
import type { PrefetchedSale } from '../calls/salePort.ts'
import { type FactsRow, factsOfRow } from '../facts/readFacts.ts'
import type { KnownPlace, PlaceCache, PlaceKey } from './placeCache.ts'
import type { KnownPlatform } from './platformCache.ts'

/** The calls that are most of all calls: what decides them is read while they are let in, and they are written by one statement. */
const prefetchedCalls = ['points/issue', 'points/redeem'] as const satisfies readonly PartnerCallName[]
type PrefetchedCallName = (typeof prefetchedCalls)[number]

const daysAheadMaxMs = 366 * 24 * 3_600_000

/** What will be asked of the database for a call. */
export interface PrefetchRequest {
  readonly name: PrefetchedCallName
  readonly body: BodyOf<PrefetchedCallName>
  readonly businessDate: string
  readonly now: Date
}

/** What came with the admission of a call. */
export interface PrefetchedCall {
  /** The first answer, when the request has had one. */
  readonly answered: { readonly requestHash: string; readonly response: unknown } | null
  /** Null when something is missing or of a kind that needs more. */
  readonly sale: PrefetchedSale | null
}

/** @returns null for calls that are not prefetched, and for those that will be refused: they take their own way to their refusal */
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
  // Far beyond what may be posted there are days that the database does not know.
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
  /** Points that the member owes. */
  readonly owed: number
  readonly lots: StoredHolder['lots'] | null
  readonly transactionId: number
  readonly transactionNo: string
}

/** `limited`: too many calls in this minute, `hurried`: in this second. */
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

/** Counts a call and remembers its nonce, for all processes at once. */
export async function admitOnly(db: Database, { platform, nonce, now, callsPerSecond }: Admitting): Promise<Admission> {
  const { platformNo, version, callsPerMinute } = platform
  const values = [platformNo, version, nonce, now, callsPerMinute, callsPerSecond]
  const [row] = await runPrepared<Omit<Admission, 'prefetched'>>(db, admitOne, values)
  if (!row) throw new Error('a query without rows')
  return { ...row, prefetched: null }
}

const admitAndRead = prepared(`
  select place, outcome, calls, answered, facts_at, place_facts, member_no, member_status, account_id, balance, version, owed, lots,
    transaction_id, transaction_no
  from partner_open_many($1::json)`)

/** A row with an outcome is an admission, one without is what was read. */
type OpenedRow = { readonly place: number } & (
  | ({ readonly outcome: null } & PrefetchedRow)
  | { readonly outcome: AdmissionOutcome; readonly calls: number }
)

interface Asked {
  readonly caller: Admitting
  readonly question: PrefetchRequest
}

const sizeMax = 32

/** Admits calls as `admitOnly` does and reads what decides them, all that wait at the same time together (`partner_open_many`). */
export class CallPrefetcher {
  readonly #db: Database
  readonly #places: PlaceCache
  readonly #batches: Batches<Asked, Admission>

  constructor(db: Database, places: PlaceCache) {
    this.#db = db
    this.#places = places
    // A nonce that comes twice at the same time is new once.
    const keyOf = ({ caller }: Asked) => `${caller.platform.platformNo} ${caller.nonce}`
    this.#batches = new Batches({ run: (asked) => this.#open(asked), keyOf, sizeMax, inFlightMax: 1 })
  }

  admit(caller: Admitting, question: PrefetchRequest): Promise<Admission> {
    return this.#batches.add({ caller, question })
  }

  async #open(asked: readonly Asked[]): Promise<readonly Admission[]> {
    const questions = asked.map((each, place) => this.#parametersOf(each, place))
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
      return { outcome, calls, prefetched: outcome === 'admitted' && row ? this.#prefetchedOf(row, question) : null }
    })
  }

  #parametersOf({ caller, question }: Asked, place: number) {
    const { platform, nonce, now, callsPerSecond } = caller
    const { name, body, businessDate } = question
    const { companyNo, retailStoreCode, terminalId, member, externalTxnNo } = body
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
      known_facts: this.#places.known(placeOf(question))?.version,
    }
  }

  #prefetchedOf(row: PrefetchedRow, question: PrefetchRequest): PrefetchedCall {
    const key = placeOf(question)
    const known = this.#places.known(key)
    const place = row.placeFacts ? readPlace(row, question) : (known ?? null)
    if (place && place !== known) this.#places.keep(key, place)
    return prefetchedOf(row, place, question)
  }
}

function placeOf({ name, body, businessDate }: PrefetchRequest): PlaceKey {
  return [name, body.companyNo, body.retailStoreCode, body.terminalId, businessDate]
}

/** @returns null for a company that does not exist */
function readPlace({ factsAt, placeFacts }: PrefetchedRow, { businessDate }: PrefetchRequest): KnownPlace | null {
  const { facts, terms, periods } = placeFacts ?? {}
  if (!facts || !terms) return null
  return {
    version: factsAt,
    facts: factsOfRow(camelKeys(facts) as unknown as FactsRow),
    terms: termsOn(camelKeys(terms) as unknown as StoredTerms, businessDate),
    periods: periods ?? [],
  }
}

function prefetchedOf(row: PrefetchedRow, place: KnownPlace | null, { name, businessDate }: PrefetchRequest): PrefetchedCall {
  const { answered, memberNo, accountId, balance, version, owed } = row
  // Who owes repays with what is posted, which is written by itself.
  if (answered || place === null || memberNo === null || accountId === null || owed > 0) return { answered, sale: null }
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
  return { answered, sale: { facts: { ...place.facts, memberNo }, posting } }
}

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
