import { startOfTaipeiDate } from '../../rules/dates.ts'
import { buildRemainders } from '../domain/accounting/public.ts'
import type { DemoWorld } from './world.ts'

/** 剩餘點數 of the months of the demo, as the nightly job makes them. */
export async function seedRemainders({ trx, asOf }: DemoWorld): Promise<void> {
  await buildRemainders({ now: startOfTaipeiDate(asOf), userName: '系統', run: (step) => step(trx) })
}
