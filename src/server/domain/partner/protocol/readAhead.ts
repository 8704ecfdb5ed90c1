import { taipeiDate } from '../../../../rules/dates.ts'
import { prepared, runPrepared } from '../../../platform/database/prepared.ts'
import type { Database } from '../../../platform/database/tables.ts'
import { type Draft, newDraft } from '../../points/post/draft.ts'
import type { StoredHolder } from '../../points/post/holders.ts'
import { type StoredTerms, termsOn } from '../../points/post/terms.ts'
import { type BodyOf, kindOf, type PartnerCallName, partnerCalls } from '../calls/catalog.ts'
import { checkBody } from '../calls/checkBody.ts'
import { bringFacts, type FactsRow, factsOfRow } from '../facts/readFacts.ts'
import type { KnownPlace, PlaceBook, PlaceKey } from './placeBook.ts'
import type { KnownPlatform } from './platformBook.ts'

/** The calls that are most of all calls: what decides them is read while they are let in, and they are written by one statement. */
const draftedCalls = ['points/issue', 'points/redeem'] as const satisfies readonly PartnerCallName[]
type DraftedCall = (typeof draftedCalls)[number]

const aheadMaxMs = 366 * 24 * 3_600_000

/** What will be asked of the database for a call. */
export interface AheadQuestion {
  readonly name: DraftedCall
  readonly body: BodyOf<DraftedCall>
  readonly businessDate: string
  readonly now: Date
}

/** What came with the admission of a call. */
export interface BroughtCall {
  /** The first answer, when the request has had one. */
  readonly answered: { readonly requestHash: string; readonly response: unknown } | null
  /** Null when something is missing or of a kind that needs more. */
  readonly draft: Draft | null
}

/** @returns null for calls that are not drafted, and for those that will be refused: they take their own way to their refusal */
export function aheadQuestion(name: PartnerCallName, platform: KnownPlatform, body: unknown, now: Date): AheadQuestion | null {
  const drafted = draftedCalls.find((each) => each === name)
  if (!drafted || !platform.allowedApis.has(partnerCalls[drafted].api)) return null
  try {
    checkBody(drafted, body)
  } catch {
    return null
  }
  const checked = body as BodyOf<DraftedCall>
  const businessAt = new Date(checked.businessAt)
  // Far beyond what may be posted there are days that the database does not know.
  if (!(Math.abs(businessAt.getTime() - now.getTime()) < aheadMaxMs)) return null
  return { name: drafted, body: checked, businessDate: taipeiDate(businessAt), now }
}

interface AheadRow {
  readonly answered: BroughtCall['answered']
  readonly factsAt: number
  /** Null, like the two below, when the place has not changed since `KnownPlace.version`. */
  readonly facts: Readonly<Record<string, unknown>> | null
  readonly terms: Readonly<Record<string, unknown>> | null
  readonly periods: KnownPlace['periods'] | null
  readonly memberNo: string | null
  readonly memberStatus: StoredHolder['status']
  readonly accountId: number | null
  readonly balance: number
  readonly version: number
  readonly lots: StoredHolder['lots'] | null
  readonly debts: StoredHolder['debts'] | null
  readonly transactionId: number
  readonly transactionNo: string
}

export type AdmissionOutcome = 'admitted' | 'limited' | 'replayed' | 'stale'

export interface Admitting {
  readonly platform: KnownPlatform
  readonly nonce: string
  readonly now: Date
}

const admitOnly = prepared('select outcome, calls from partner_admit($1, $2, $3, $4, $5)')
const admitAndRead = prepared(`
  select outcome, calls, answered, facts_at, facts, terms, periods, member_no, member_status, account_id, balance, version, lots, debts,
    transaction_id, transaction_no
  from partner_open($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`)

interface Admission {
  readonly outcome: AdmissionOutcome
  /** Signed calls of the platform in this minute. */
  readonly calls: number | null
  readonly brought: BroughtCall | null
}

/** Counts a call and remembers its nonce, for all processes at once; reads what decides it when that is known. */
export async function admit(
  { db, places }: { readonly db: Database; readonly places: PlaceBook },
  { platform, nonce, now }: Admitting,
  question: AheadQuestion | null,
): Promise<Admission> {
  const { platformNo, version, callsPerMinute } = platform
  const common = [platformNo, version, nonce.toLowerCase(), now, callsPerMinute]
  if (question === null) {
    const [row] = await runPrepared<Omit<Admission, 'brought'>>(db, admitOnly, common)
    if (!row) throw new Error('a query without rows')
    return { ...row, brought: null }
  }
  const key = placeOf(question)
  const known = places.known(key)
  const asked = [...common, ...parametersOf(question), known?.version ?? null]
  const [row] = await runPrepared<AheadRow & Omit<Admission, 'brought'>>(db, admitAndRead, asked)
  if (!row) throw new Error('a query without rows')
  const { outcome, calls } = row
  if (outcome !== 'admitted') return { outcome, calls, brought: null }
  const place = known?.version === row.factsAt ? known : readPlace(row, question)
  if (place && place !== known) places.keep(key, place)
  return { outcome, calls, brought: broughtOf(row, place, question) }
}

function placeOf({ name, body, businessDate }: AheadQuestion): PlaceKey {
  return [name, body.companyNo, body.retailStoreCode, body.terminalId, businessDate]
}

function parametersOf({ name, body, businessDate, now }: AheadQuestion): readonly unknown[] {
  const { companyNo, retailStoreCode, terminalId, member, externalTxnNo } = body
  const { memberNo = null, mobile = null, cardNo = null } = member
  const place = [externalTxnNo, kindOf(name, body), companyNo, retailStoreCode, terminalId ?? null]
  return [...place, memberNo, mobile, cardNo, businessDate, taipeiDate(now), name === 'points/issue']
}

/** @returns null for a company that does not exist */
function readPlace({ factsAt, facts, terms, periods }: AheadRow, { businessDate }: AheadQuestion): KnownPlace | null {
  if (!facts || !terms) return null
  return {
    version: factsAt,
    facts: factsOfRow(camelKeys(facts) as unknown as FactsRow),
    terms: termsOn(camelKeys(terms) as unknown as StoredTerms, businessDate),
    periods: periods ?? [],
  }
}

function broughtOf(row: AheadRow, place: KnownPlace | null, { name, businessDate }: AheadQuestion): BroughtCall {
  const { answered, memberNo, accountId, balance, version } = row
  if (answered || place === null || memberNo === null || accountId === null) return { answered, draft: null }
  const draft = newDraft({
    account: { accountId, balance, version, account: { class: 'MEMBER', ownerId: memberNo } },
    holder: { status: row.memberStatus, lots: row.lots ?? [], debts: row.debts ?? [] },
    isExpiredOnly: name === 'points/issue',
    businessDate,
    terms: place.terms,
    periods: place.periods,
    transactionId: row.transactionId,
    transactionNo: row.transactionNo,
  })
  bringFacts(draft.trx, { ...place.facts, memberNo })
  return { answered, draft }
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
