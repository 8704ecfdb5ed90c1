import { addDays, addMonths } from '../../../rules/dates.ts'
import { settledYearOf } from '../accounting/settledYear.ts'
import { createRandom } from '../random.ts'
import { cash, createDemoLedger, type DemoLedger, mustSucceed, redeem, sell } from './demoLedger.ts'
import { convert } from './deskWork.ts'
import { type Happening, instantOf } from './schedule.ts'
import type { DemoMember } from './seedMembers.ts'
import type { DemoShop } from './shops.ts'

/** Companies whose closed year gives a fee for redemptions back; with so many points it is more than a dollar. */
const feeCompanies = ['C000101', 'C000102'] as const
const feePoints = 600
/** Days of a month with a conversion; the cycle of the bank ends on the 15th, and three lines make a file that can differ. */
const conversionDays = ['03', '05', '08', '11'] as const

const noon = 12 * 3600
const seed = 3

interface SureDeedsInput {
  readonly shops: readonly DemoShop[]
  /** Joined before the first sale. */
  readonly member: DemoMember
  readonly asOf: string
}

/**
 * What accounting has to have on any day of the data, and chance gives on most: redemptions in the last month of the closed year, and
 * enough lines in the cycles of the bank that are compared. They draw from a random generator of their own, so that everything else is the
 * same with and without them.
 */
export function sureDeeds(market: DemoLedger, { shops, member, asOf }: SureDeedsInput): readonly Happening[] {
  const { expiryDates, counts } = market
  const demo: DemoLedger = { ...createDemoLedger(market.trx, createRandom(seed)), expiryDates, counts, numbers: 900_000 }
  const paid = shops.filter(({ companyNo }) => feeCompanies.some((each) => each === companyNo))
  return [...paid.flatMap((shop) => redemptions(demo, { shop, member, asOf })), ...conversions(demo, member, asOf)]
}

function redemptions(
  demo: DemoLedger,
  { shop, member, asOf }: { readonly shop: DemoShop; readonly member: DemoMember; readonly asOf: string },
): readonly Happening[] {
  const lastDay = `${settledYearOf(asOf)}-12-31`
  const on = (daysBefore: number, run: Happening['run']): Happening => ({ at: instantOf(addDays(lastDay, -daysBefore), noon), run })
  return [
    on(11, (at) => sell(demo, { member, shop, amount: feePoints * shop.amountPerPoint, at, payment: cash })),
    on(4, (at) => mustSucceed(redeem(demo, { member, shop, points: feePoints, at }))),
  ]
}

/** Of the newest cycle that is closed, and of the first that is open. */
function conversions(demo: DemoLedger, member: DemoMember, asOf: string): readonly Happening[] {
  return [-2, -1].flatMap((months) => {
    const month = addMonths(`${asOf.slice(0, 7)}-01`, months).slice(0, 7)
    return conversionDays.map((day) => ({
      at: instantOf(`${month}-${day}`, noon),
      run: (at: Date) => mustSucceed(convert(demo, member, false, at)),
    }))
  })
}
