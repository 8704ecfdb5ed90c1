import { sql } from 'kysely'
import { taipeiDate } from '../../../../rules/dates.ts'
import { maskName } from '../../../../rules/masks.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { type BodyOf, countedKinds } from '../catalog/catalog.ts'
import { PartnerRefusal } from '../catalog/codes.ts'
import { assertReturnable, findStore, getCompanyOrThrow, getMemberOrThrow } from '../facts/checkPlace.ts'
import { readBalance } from '../facts/readBalance.ts'
import { type CallFacts, readFacts } from '../facts/readFacts.ts'
import { fieldRefusal } from '../protocol/checkBody.ts'
import type { PartnerCall, PartnerOutcome } from '../registry.ts'
import type { PostingServices } from './posting.ts'

/** POST points/balance: for a company that sells to members, or still takes their returns. Of others, no member is any business. */
export const balanceHandler =
  ({ parameters }: PostingServices) =>
  async (db: Executor, call: PartnerCall<BodyOf<'points/balance'>>): Promise<PartnerOutcome> => {
    const { returnDaysAfterEnd } = await parameters.current(() => db, call.now)
    const facts = await readFacts(db, call.body)
    assertReturnable(getCompanyOrThrow(call, facts), call.now, returnDaysAfterEnd)
    findStore(call, facts)
    return balanceOf(db, call, facts)
  }

async function balanceOf(db: Executor, call: PartnerCall<BodyOf<'points/balance'>>, facts: CallFacts): Promise<PartnerOutcome> {
  const found = await readBalance(db, getMemberOrThrow(facts), taipeiDate(call.now))
  if (!found) throw new PartnerRefusal('E1201')
  const { memberName, balance, available, debtPoints, expiring30, status } = found
  return { fields: { balance, available, owed: debtPoints, expiring30, status, maskedName: maskName(memberName) } }
}

/** POST transactions/query: the stored answer of a request, for a partner that did not receive it. */
export async function answerQuery(db: Executor, call: PartnerCall<BodyOf<'transactions/query'>>): Promise<PartnerOutcome> {
  const { platformNo, body } = call
  // A misspelt kind must not look like a sale that never was: the partner would sell it again under another number.
  if (!countedKinds.has(body.kind)) throw fieldRefusal(['kind'])
  getCompanyOrThrow(call, await readFacts(db, body))
  const row = await db
    .selectFrom('partnerIdempotency')
    .select('response')
    .where('platformNo', '=', platformNo)
    .where('externalTxnNo', '=', body.externalTxnNo)
    .where('kind', '=', body.kind)
    .executeTakeFirst()
  if (!row?.response) throw new PartnerRefusal('E1008')
  return { fields: row.response as Readonly<Record<string, unknown>>, isStoredAnswer: true }
}

interface KindSum {
  readonly kind: string
  readonly count: number
  readonly points: number
}

/** What this platform posted for a company on a business date, by kind. Each transaction sums to zero: what came in is what moved. */
async function sumsOf(db: Executor, platformNo: string, companyNo: string, date: string): Promise<readonly KindSum[]> {
  const { rows } = await sql<KindSum>`
    select t.kind, count(distinct t.id)::int as count, coalesce(sum(e.points) filter (where e.points > 0), 0)::bigint as points
    from point_transaction t join point_entry e on e.transaction_id = t.id
    where t.business_date = ${date} and t.company_no = ${companyNo} and t.platform_no = ${platformNo}
    group by t.kind order by t.kind`.execute(db)
  return rows
}

/** POST reconcile: compares the partner's counts and points of a day with ours. */
export async function answerReconcile(db: Executor, call: PartnerCall<BodyOf<'reconcile'>>): Promise<PartnerOutcome> {
  const { companyNo, date, kinds } = call.body
  const theirs = new Map(kinds.map((sum) => [sum.kind, sum]))
  if (theirs.size < kinds.length) throw fieldRefusal(['kinds'])
  getCompanyOrThrow(call, await readFacts(db, call.body))
  const ours = new Map((await sumsOf(db, call.platformNo, companyNo, date)).map((sum) => [sum.kind, sum]))
  const differences = [...new Set([...ours.keys(), ...theirs.keys()])].sort().flatMap((kind) => {
    const { count = 0, points = 0 } = theirs.get(kind) ?? {}
    const { count: platformCount = 0, points: platformPoints = 0 } = ours.get(kind) ?? {}
    const isSame = count === platformCount && points === platformPoints
    return isSame ? [] : [{ kind, count, points, platformCount, platformPoints }]
  })
  await storeReconciliation(db, call, { ours: [...ours.values()], isMatched: differences.length === 0 })
  return { fields: { matched: differences.length === 0, differences } }
}

/** How a day that is over or under way stands for accounting: the newest call of a platform counts (A7). */
async function storeReconciliation(
  db: Executor,
  { platformNo, now, body }: PartnerCall<BodyOf<'reconcile'>>,
  { ours, isMatched }: { readonly ours: readonly KindSum[]; readonly isMatched: boolean },
): Promise<void> {
  if (body.date > taipeiDate(now)) return
  const counted = (sums: readonly Omit<KindSum, 'kind'>[]) => ({
    count: sums.reduce((total, { count }) => total + count, 0),
    points: sums.reduce((total, { points }) => total + points, 0),
  })
  const [partner, platform] = [counted(body.kinds), counted(ours)]
  const values = {
    ...{ partnerCount: partner.count, partnerPoints: partner.points, platformCount: platform.count, platformPoints: platform.points },
    ...{ isMatched, reconciledAt: now },
  }
  await db
    .insertInto('partnerReconciliation')
    .values({ platformNo, companyNo: body.companyNo, businessDate: body.date, ...values })
    .onConflict((conflict) => conflict.columns(['platformNo', 'companyNo', 'businessDate']).doUpdateSet(values))
    .execute()
}
