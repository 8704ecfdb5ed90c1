import { addDays } from '../../rules/dates.ts'
import { buildCompanyDays } from '../domain/points/public.ts'
import type { DemoWorld } from './world.ts'

/** Adds up the days of the demo data by company, as the nightly job does. */
export async function seedCompanyDays({ trx, asOf }: DemoWorld): Promise<void> {
  await buildCompanyDays({ through: addDays(asOf, -1), run: (step) => step(trx) })
}
