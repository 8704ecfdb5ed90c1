import { addDays, taipeiDate } from '../../../rules/dates.ts'
import { ledger } from '../../domain/points/public.ts'
import type { StoredRecord } from '../../records/hooks.ts'
import { type DemoWorld, recordsOf } from '../world.ts'
import { countPosting, type DemoLedger } from './demoLedger.ts'
import { type Happening, instantOf } from './schedule.ts'
import type { DemoShop } from './shops.ts'

/**
 * Purchases of prepaid companies, one of which is voided later. `daysAgo` counts back from `asOf`; null means the day of the first sale.
 */
const purchases = [
  { daysAgo: null, points: 120_000, voidedDaysAgo: null },
  { daysAgo: 210, points: 80_000, voidedDaysAgo: null },
  { daysAgo: 195, points: 5_000, voidedDaysAgo: 180 },
  { daysAgo: 60, points: 50_000, voidedDaysAgo: null },
] as const

const morning = 8 * 3600

/** 點數中心銷售 (kinds 60, 65) to a prepaid company, by the steps that users take. */
export function stockWork(world: DemoWorld, demo: DemoLedger, { companyNo, from }: DemoShop): readonly Happening[] {
  // Records of sales show the stock of their company.
  const onStored = (run: Happening['run']) => async (at: Date) => {
    await ledger.stored(world.trx)
    return run(at)
  }
  return purchases.flatMap(({ daysAgo, points, voidedDaysAgo }) => {
    let sale: StoredRecord | null = null
    const buy = async (at: Date) => {
      const maker = recordsOf(world, 'centerSale', 'fin01', at)
      const draft = await maker.create({ saleDate: taipeiDate(at), companyNo, points, discountRate: 0 })
      sale = await recordsOf(world, 'centerSale', 'fm01', at).transition(await maker.transition(draft, 'submit'), 'approve')
      countPosting(demo, '60')
    }
    const giveBack = async (at: Date) => {
      if (sale === null) return
      await recordsOf(world, 'centerSale', 'fm01', at).transition(sale, 'void', { voidReason: '重複訂購' })
      countPosting(demo, '65')
    }
    const on = (days: number) => instantOf(addDays(world.asOf, -days), morning)
    return [
      { at: daysAgo === null ? instantOf(from, morning) : on(daysAgo), run: onStored(buy) },
      ...(voidedDaysAgo === null ? [] : [{ at: on(voidedDaysAgo), run: onStored(giveBack) }]),
    ]
  })
}
