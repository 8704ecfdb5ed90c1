import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type CouponStatus, couponStatus, storeScope } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { systemActor } from '../../platform/actor.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import type { RecordValues } from '../../records/hooks.ts'
import type { BodyOf, PartnerCall, PartnerOutcome } from '../partner/public.ts'
import {
  assertContract,
  findStore,
  getCompanyOrThrow,
  getOpenStoreOrThrow,
  ParameterCache,
  PartnerRefusal,
  readFacts,
} from '../partner/public.ts'
import { ledger } from '../points/public.ts'
import { type CouponKeys, hashCouponNo, possibleCouponNos } from './couponNumbers.ts'

interface FoundCoupon {
  readonly id: number
  readonly status: CouponStatus
  readonly issuedAt: Date | null
  readonly expireDate: string | null
  readonly usedAt: Date | null
  readonly usedPlatformNo: string | null
  readonly couponName: string
  readonly faceValue: number
  readonly supplierCompanyNo: string
  readonly storeScope: string
  readonly retailStoreNos: readonly string[]
}

const statusNames: Readonly<Record<CouponStatus, string>> = {
  [couponStatus.unissued]: '未發放',
  [couponStatus.issued]: '已發放',
  [couponStatus.used]: '已使用',
  [couponStatus.void]: '已作廢',
  [couponStatus.expired]: '已逾期',
}

/**
 * Shops verify a coupon, redeem it, and take the redemption back on the same day (domain 8). Coupons of other companies count as unknown.
 */
export function registerPartnerCalls(app: FastifyInstance, keys: CouponKeys): void {
  const parameters = new ParameterCache()

  app.partner.register('coupons/verify', async (db, call) => {
    const facts = await readFacts(db, call.body)
    const company = getCompanyOrThrow(call, facts)
    assertContract(company, taipeiDate(call.now))
    const store = findStore(call, facts)
    const coupon = await findCoupon(db, keys, { text: call.body.couponNo, companyNo: company.companyNo })
    if (store) assertStoreAccepts(coupon, store.retailStoreNo)
    assertUsable(coupon, taipeiDate(call.now))
    return outcomeOf(coupon, coupon.status)
  })

  app.partner.register('coupons/use', async (trx, call) => {
    const { businessAt, businessDate } = await momentOf(trx, parameters, call)
    const facts = await readFacts(trx, call.body)
    const company = getCompanyOrThrow(call, facts)
    assertContract(company, businessDate)
    const { retailStoreNo } = getOpenStoreOrThrow(facts, businessDate)
    const coupon = await findCoupon(trx, keys, { text: call.body.couponNo, companyNo: company.companyNo, lock: 'locked' })
    assertStoreAccepts(coupon, retailStoreNo)
    assertUsable(coupon, businessDate)
    const usedAt = coupon.issuedAt !== null && coupon.issuedAt > businessAt ? coupon.issuedAt : businessAt
    const { externalTxnNo } = call.body
    await step(app, trx, {
      call,
      id: coupon.id,
      name: 'use',
      used: {
        usedAt: usedAt.toISOString(),
        ...{ usedRetailStoreNo: retailStoreNo, usedPlatformNo: call.platformNo, usedExternalTxnNo: externalTxnNo },
      },
    })
    return outcomeOf(coupon, couponStatus.used)
  })

  app.partner.register('coupons/cancel_use', async (trx, call) => {
    const { businessDate } = await momentOf(trx, parameters, call)
    const facts = await readFacts(trx, call.body)
    const company = getCompanyOrThrow(call, facts)
    const coupon = await findCoupon(trx, keys, { text: call.body.couponNo, companyNo: company.companyNo, lock: 'locked' })
    const isOwn = coupon.status === couponStatus.used && coupon.usedPlatformNo === call.platformNo
    // On the day of the use only, by the clock and by what the shop says.
    const isToday = coupon.usedAt !== null && taipeiDate(coupon.usedAt) === businessDate && businessDate === taipeiDate(call.now)
    if (!isOwn || !isToday) throw new PartnerRefusal('E1502', { about: statusNames[coupon.status] })
    await step(app, trx, { call, id: coupon.id, name: 'cancelUse' })
    return outcomeOf(coupon, couponStatus.issued)
  })
}

interface StepInput {
  readonly call: PartnerCall<BodyOf<'coupons/use'>>
  readonly id: number
  readonly name: 'use' | 'cancelUse'
  readonly used?: RecordValues | undefined
}

/** Through the records engine: state machine, history and audit are the same as for staff. */
async function step(app: FastifyInstance, trx: Trx, { call, id, name, used }: StepInput): Promise<void> {
  const actor = { ...systemActor, userName: call.platformNo, fullName: call.platformNo, ipAddress: call.address }
  const engineCall = { actor, screen: null, entity: 'coupon', now: call.now, db: trx }
  await app.records.transition(engineCall, id, name, used ? { used } : {})
}

/** @throws LedgerRefusal E1016 */
async function momentOf(trx: Trx, parameters: ParameterCache, call: PartnerCall<BodyOf<'coupons/use'>>) {
  const { backdateDaysMax } = await parameters.current(() => trx, call.now)
  const businessAt = new Date(call.body.businessAt)
  ledger.checkBusinessTime(businessAt, call.now, backdateDaysMax)
  return { businessAt, businessDate: taipeiDate(businessAt) }
}

interface FindCouponInput {
  readonly text: string
  readonly companyNo: string
  readonly lock?: 'locked' | 'unlocked' | undefined
}

/** @throws PartnerRefusal E1501 for unknown numbers and those of other companies alike */
async function findCoupon(db: Executor, keys: CouponKeys, { text, companyNo, lock = 'unlocked' }: FindCouponInput): Promise<FoundCoupon> {
  const hashes = possibleCouponNos(text).map((number) => hashCouponNo(keys, number))
  const { rows } = await sql<FoundCoupon>`
    select c.id, c.status, c.issued_at, c.expire_date, c.used_at, c.used_platform_no, b.coupon_name, b.face_value, b.supplier_company_no,
      b.store_scope, b.retail_store_nos
    from coupon c join coupon_batch b on b.coupon_batch_no = c.coupon_batch_no
    where c.number_hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h) and b.supplier_company_no = ${companyNo}
    ${lock === 'locked' ? sql`for update of c` : sql``}`.execute(db)
  const coupon = rows[0]
  // A coupon that was not given out has no owner: whoever sends its number has guessed it.
  if (!coupon || coupon.status === couponStatus.unissued) throw new PartnerRefusal('E1501')
  return coupon
}

/** @throws PartnerRefusal E1503 */
function assertStoreAccepts(coupon: FoundCoupon, retailStoreNo: string): void {
  if (coupon.storeScope === storeScope.chosen && !coupon.retailStoreNos.includes(retailStoreNo)) throw new PartnerRefusal('E1503')
}

/** @throws PartnerRefusal E1502, also for a coupon past its last day that the nightly job has not ended yet */
function assertUsable(coupon: FoundCoupon, day: string): void {
  const isOver = coupon.status === couponStatus.issued && (coupon.expireDate ?? '') < day
  if (isOver) throw new PartnerRefusal('E1502', { about: statusNames[couponStatus.expired] ?? '' })
  if (coupon.status !== couponStatus.issued) throw new PartnerRefusal('E1502', { about: statusNames[coupon.status] })
}

function outcomeOf({ couponName, faceValue, expireDate }: FoundCoupon, status: CouponStatus): PartnerOutcome {
  return { fields: { couponName, faceValue, expireDate, status } }
}
