import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { couponSource, couponValidRule } from '../../../rules/codes.generated.ts'
import { addDays } from '../../../rules/dates.ts'
import { type CouponKeys, deriveCouponKeys, expireCoupons, importNumbers } from '../../domain/coupon/public.ts'
import { projectRoot } from '../../platform/projectRoot.ts'
import { createRandom, type Random } from '../random.ts'
import { type DemoWorld, daysBefore, recordsOf } from '../world.ts'
import { type DemoProduct, demoProducts } from './products.ts'
import { seedOrders } from './seedOrders.ts'

/** Days since the products went on sale. */
const onSaleDays = 75

/** Seeds coupon products, orders of corporate members, and the use of the coupons (domain 10), by the code of these areas. */
export async function seedCoupons(world: DemoWorld): Promise<void> {
  const random = createRandom(world.random.integer(1, 2_000_000_000))
  const keys = deriveCouponKeys(world.app.secrets)
  const onSale: string[] = []
  for (const product of demoProducts) {
    const couponBatchNo = await seedProduct(world, keys, product, random)
    if (product.isOnSale) onSale.push(couponBatchNo)
  }
  await seedOrders(world, keys, random, onSale)
  await expireCoupons(world.trx, daysBefore(world, 0, 0))
}

async function seedProduct(world: DemoWorld, keys: CouponKeys, product: DemoProduct, random: Random): Promise<string> {
  const { isOnSale, picture, values, stores = 0 } = product
  const since = isOnSale ? onSaleDays : 1
  const maker = recordsOf(world, 'couponBatch', 'ops01', daysBefore(world, since + 3, 10))
  const data = readFileSync(join(projectRoot, `src/server/demo/coupons/pictures/${picture}.png`)).toString('base64')
  const draft = await maker.create({
    ...values,
    image: `data:image/png;base64,${data}`,
    exchangeStart: daysBefore(world, onSaleDays, 0).toISOString(),
    exchangeEnd: daysBefore(world, -120, 23).toISOString(),
    ...(values.validRule === couponValidRule.fixedDate && { validTo: addDays(world.asOf, 240) }),
    ...(stores > 0 && { retailStoreNos: await readStores(world, String(values.supplierCompanyNo), stores) }),
  })
  const couponBatchNo = String(draft.couponBatchNo)
  if (values.source === couponSource.supplier) await importSupplier(world, keys, { random, couponBatchNo, count: Number(values.quantity) })
  const waiting = await maker.transition(draft, 'submit')
  if (!isOnSale) return couponBatchNo
  const approved = await recordsOf(world, 'couponBatch', 'fm01', daysBefore(world, since + 2, 15)).transition(waiting, 'approve')
  await recordsOf(world, 'couponBatch', 'ops02', daysBefore(world, since + 1, 11)).transition(approved, 'generate')
  return couponBatchNo
}

async function readStores(world: DemoWorld, companyNo: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ no: string }>`
    select retail_store_no as no from retail_store where company_no = ${companyNo} order by 1 limit ${count}`.execute(world.trx)
  return rows.map((row) => row.no)
}

async function importSupplier(
  world: DemoWorld,
  keys: CouponKeys,
  { random, couponBatchNo, count }: { readonly random: Random; readonly couponBatchNo: string; readonly count: number },
): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => `TR${String(index + 1).padStart(4, '0')}${random.integer(100_000, 999_999)}`)
  const now = daysBefore(world, onSaleDays + 3, 11)
  await importNumbers(world.trx, keys, { couponBatchNo, text: numbers.join('\n'), left: count, importedBy: 'ops01', now })
}
