import { startOfTaipeiDate } from '../../rules/dates.ts'
import { buildRemainders } from '../domain/accounting/public.ts'
import type { DemoWorld } from './world.ts'

/** Builds 剩餘點數 for the months of the demo data, as the nightly job does. */
export async function seedRemainders({ trx, asOf }: DemoWorld): Promise<void> {
  await buildRemainders({ now: startOfTaipeiDate(asOf), userName: '系統', run: (step) => step(trx) })
}
