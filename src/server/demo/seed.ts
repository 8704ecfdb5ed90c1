import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { startOfTaipeiDate, taipeiDate } from '../../rules/dates.ts'
import { seedWarningRules } from '../domain/anomaly/public.ts'
import { seedContents } from '../domain/content/public.ts'
import { seedSystemLimit } from '../domain/debts/public.ts'
import { seedCodeTable } from '../domain/settings/public.ts'
import { type SeededAccounts, seedAccounts } from '../identity/seedAccounts.ts'
import { json } from '../platform/database/json.ts'
import { preparingRepeats } from '../platform/database/prepared.ts'
import { transact } from '../platform/database/transact.ts'
import { transactWithLogAtEnd } from '../records/history/writeLog.ts'
import { seedAccounting } from './accounting/seedAccounting.ts'
import { seedEinvoices } from './accounting/seedEinvoices.ts'
import { seedAnomaly } from './anomaly/seedAnomaly.ts'
import { seedCoupons } from './coupons/seedCoupons.ts'
import { holdMailsBack } from './holdMailsBack.ts'
import { seedLedger } from './ledger/seedLedger.ts'
import { seedActivity } from './seedActivity.ts'
import { seedAdjustments } from './seedAdjustments.ts'
import { seedAnnouncements } from './seedAnnouncements.ts'
import { seedCardPayer } from './seedCardPayer.ts'
import { seedCompanies } from './seedCompanies.ts'
import { seedCompanyDays } from './seedCompanyDays.ts'
import { seedCorporates } from './seedCorporates.ts'
import { seedDebts } from './seedDebts.ts'
import { seedPlatforms } from './seedPlatforms.ts'
import { seedRemainders } from './seedRemainders.ts'
import { seedServiceLinks } from './seedServiceLinks.ts'
import { seedSettings } from './seedSettings.ts'
import { seedSettlements } from './seedSettlements.ts'
import { createDemoWorld, type DemoWorld, daysBefore } from './world.ts'

export interface DemoOptions {
  /** `large`: the base of the large set, without what is built over all postings once they are there (剩餘點數, sums of days). */
  readonly size: 'small' | 'large'
  /** The same seed and day give the same data. */
  readonly seed: number
  /** Day for which the data is made, YYYY-MM-DD. All dates are offsets from it. */
  readonly asOf: string
}

/** Hears how much of the demo data is made, from 0 to 1. */
export type SeedReporter = (share: number) => void

/** The steps of the demo data, and how long each takes, in about hundredths of the whole. Later ones build on earlier ones. */
const steps: readonly (readonly [weight: number, step: (world: DemoWorld) => Promise<unknown>])[] = [
  [3, seedCompanies],
  [6, seedSettings],
  [1, seedCardPayer],
  [1, seedPlatforms],
  [1, seedAnnouncements],
  [1, seedActivity],
  [1, seedServiceLinks],
  [3, seedTexts],
  [2, seedCorporates],
  [31, seedLedger],
  [1, seedAdjustments],
  [1, seedDebts],
  [7, seedAnomaly],
  [4, seedCoupons],
  [33, seedAccounting],
  // After the months: the numbers of a track have to be in the order of their dates.
  [3, seedSettlements],
  [4, seedEinvoices],
  [2, seedRemainders],
  [1, seedCompanyDays],
  [1, holdMailsBack],
]

async function seedTexts(world: DemoWorld): Promise<void> {
  await seedContents(world.app, world.trx, daysBefore(world, 365))
  await seedSystemLimit(world.trx, daysBefore(world, 400))
}

async function runSteps(world: DemoWorld, size: DemoOptions['size'], onStep: SeedReporter): Promise<void> {
  const wanted = steps.filter(([, step]) => size === 'small' || (step !== seedRemainders && step !== seedCompanyDays))
  const whole = wanted.reduce((sum, [weight]) => sum + weight, 0)
  let done = 0
  for (const [weight, step] of wanted) {
    await step(world)
    done += weight
    onStep(done / whole)
  }
}

const demoFact = 'demoData'
const defaultSeed = 20_250_101

/**
 * Seeds what every installation needs: parameters, editable dictionaries, texts of the portal, default roles and the administrator. May be
 * repeated; existing rows are not changed.
 *
 * @param asOf today, YYYY-MM-DD
 * @returns the administrator's initial password if it was created now; it can be shown only once
 */
export async function seedBase(app: FastifyInstance, asOf: string): Promise<SeededAccounts> {
  await transact(app.db, async (trx) => {
    await seedCodeTable(trx)
    await seedContents(app, trx, startOfTaipeiDate(asOf))
    await seedWarningRules(app, trx, startOfTaipeiDate(asOf))
    await seedSystemLimit(trx, startOfTaipeiDate(asOf))
  })
  return seedAccounts(app, { demo: false, asOf })
}

/**
 * Fills an installation that has no companies with the demo data and its accounts (domain 10). The data is one transaction, so that a crash
 * leaves nothing of it. Missing accounts are added afterwards, at every call.
 *
 * @param given options that differ from the default: small set, seed 20250101, today
 * @returns false when the installation had companies; then only missing accounts were added
 */
export async function seedDemo(
  app: FastifyInstance,
  given: Partial<DemoOptions> = {},
  onStep: SeedReporter = () => undefined,
): Promise<boolean> {
  const options: DemoOptions = { size: 'small', seed: defaultSeed, asOf: taipeiDate(app.clock.now()), ...given }
  const isWritten = await transactWithLogAtEnd(app.db, async (trx) => {
    await seedCodeTable(trx)
    const company = await trx.selectFrom('company').select('id').limit(1).executeTakeFirst()
    if (company) return false
    const world = createDemoWorld(app, trx, options.seed, options.asOf)
    await sql`select set_config('loyalty.now', ${daysBefore(world, 0, 12).toISOString()}, true)`.execute(trx)
    await preparingRepeats(trx, () => runSteps(world, options.size, onStep))
    await trx
      .insertInto('installationFact')
      .values({ name: demoFact, value: json({ ...options }) })
      .execute()
    return true
  })
  await seedAccounts(app, { demo: true, asOf: options.asOf })
  return isWritten
}
