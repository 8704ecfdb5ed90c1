import { sql } from 'kysely'
import type { CouponKeys } from '../../domain/coupon/public.ts'
import type { SerialKeys } from '../../domain/serial/public.ts'
import type { Database } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { createRandom } from '../random.ts'
import { copyActivities, copyRequests } from './largeActivities.ts'
import { copyCorporates, seedManyCards, seedManySerials } from './largeCorporates.ts'
import { seedManyCoupons } from './largeCoupons.ts'
import { insertGroups } from './largeGroups.ts'
import { seedManyOrders } from './largeOrders.ts'
import { copyExceptions, copyWarnings } from './largeWatch.ts'

export interface LargeAreaOptions {
  readonly seed: number
  /** YYYY-MM-DD */
  readonly asOf: string
  /** Share of the numbers of domain 10; 1 for the whole set. */
  readonly share: number
  readonly serialKeys: SerialKeys
  readonly couponKeys: CouponKeys
}

/** Counts of domain 10, less what the small set has. */
const counts = {
  activities: 295,
  activityRequests: 390,
  warnings: 2988,
  exceptions: 4990,
  applications: 2291,
  serialBatches: 895,
  serials: 79_880,
  cards: 19_960,
  groups: 39,
  orders: 8975,
  couponBatches: 74,
  coupons: 59_760,
} as const

/** Seeds the areas of the large set other than the ledger, after it. Each area has a transaction of its own. */
export async function seedLargeAreas(db: Database, { seed, asOf, share, serialKeys, couponKeys }: LargeAreaOptions): Promise<void> {
  const random = createRandom(seed + 2)
  const numberOf = (area: keyof typeof counts) => Math.max(1, Math.round(counts[area] * share))
  await transact(db, async (trx) => {
    await insertGroups(trx, asOf, numberOf('groups'))
    await copyActivities(trx, asOf, numberOf('activities'))
    await copyRequests(trx, numberOf('activityRequests'))
    await copyWarnings(trx, asOf, numberOf('warnings'))
    await copyExceptions(trx, asOf, numberOf('exceptions'))
  })
  const corporateNos = await transact(db, async (trx) => copyCorporates(trx, random, asOf, numberOf('applications')))
  await transact(db, async (trx) => {
    const order = { random, asOf, corporateNos, batches: numberOf('serialBatches'), serials: numberOf('serials') }
    await seedManySerials(trx, serialKeys, order)
    await seedManyCards(trx, serialKeys, { random, asOf, count: numberOf('cards') })
  })
  const products = { random, asOf, batches: numberOf('couponBatches'), coupons: numberOf('coupons') }
  const couponBatchNos = await transact(db, async (trx) => seedManyCoupons(trx, couponKeys, products))
  await seedManyOrders(db, { random, asOf, corporateNos, couponBatchNos, orders: numberOf('orders') })
  // The statements of all months look up coupons, and the planner knows them only as they were before.
  await sql`analyze coupon, coupon_batch, exchange_order, exchange_line`.execute(db)
}
