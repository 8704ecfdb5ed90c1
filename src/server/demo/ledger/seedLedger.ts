import { corporateStatus } from '../../../rules/codes.generated.ts'
import { addDays, taipeiDate } from '../../../rules/dates.ts'
import { ledger } from '../../domain/points/public.ts'
import { createRandom } from '../random.ts'
import { cardPayer } from '../seedCardPayer.ts'
import type { DemoWorld } from '../world.ts'
import { createDayPicker, pickAmount, pickSecond } from './calendar.ts'
import { cash, createDemoLedger, type DemoLedger, giveBack, redeem, returnSale, type SalePayment, sell } from './demoLedger.ts'
import { adjust, companyCorrections, convert, corporateGifts } from './deskWork.ts'
import { type Happening, instantOf, runSchedule } from './schedule.ts'
import { type DemoMember, seedMembers } from './seedMembers.ts'
import { type DemoShop, readShops } from './shops.ts'
import { stockWork } from './stockSales.ts'
import { freezeMember, storyHappenings, storyMemberCount } from './stories.ts'
import { sureDeeds } from './sureDeeds.ts'

/** Domain 10: 300 members, 900 transactions in 14 months, plus expiries and desk work. */
const memberCount = 300
const historyDays = 412
const mix = { sell: 612, redeem: 158, returnSale: 32, giveBack: 9, convert: 27, adjust: 9 } as const
type Deed = keyof typeof mix

/** Attempts to find a member who can do a deed. */
const tries = 12
/** Days within which goods and redemptions are returned. */
const returnDays = 28
const dayMs = 86_400_000

interface Market {
  readonly demo: DemoLedger
  readonly members: readonly DemoMember[]
  readonly shops: readonly DemoShop[]
}

/**
 * Seeds members and their transactions of the last 14 months, posted by the ledger in order of time: sales, redemptions, returns,
 * conversions, corrections, expiries, prepaid stock. Includes debtors, a frozen member and lots that expire soon.
 *
 * @returns number of transactions by kind
 */
export async function seedLedger(world: DemoWorld): Promise<ReadonlyMap<string, number>> {
  const random = createRandom(world.random.integer(1, 2_000_000_000))
  const everybody = await seedMembers(world, random, memberCount, historyDays)
  const shops = await readShops(world.trx, world.asOf)
  const demo = createDemoLedger(world.trx, random)
  const market = { demo, members: everybody.slice(storyMemberCount), shops }
  const trading = shops.filter((shop) => shop.to === addDays(world.asOf, -1))
  const corporates = await world.trx
    .selectFrom('corporateMember')
    .select('corporateNo')
    .where('corporateNo', 'is not', null)
    .where('status', '=', corporateStatus.active)
    .orderBy('corporateNo')
    .limit(3)
    .execute()
  const happenings = [
    ...shops.filter((shop) => shop.isPrepaid).flatMap((shop) => stockWork(world, demo, shop)),
    ...dailyHappenings(market, world.asOf),
    ...sureDeeds(demo, { shops, member: everybody[memberCount / 2 - 1] as DemoMember, asOf: world.asOf }),
    ...storyHappenings(
      demo,
      everybody.slice(0, storyMemberCount),
      trading.filter((shop) => !shop.isPrepaid),
      world.asOf,
    ),
    ...companyCorrections(demo, shops, world.asOf),
    ...corporateGifts(
      demo,
      corporates.map(({ corporateNo }) => corporateNo as string),
      world.asOf,
    ),
  ]
  await ledger.collecting(world.trx, () => runSchedule(demo, happenings, world.asOf))
  await freezeMember(world.trx, everybody[0] as DemoMember, world.asOf)
  return demo.counts
}

function dailyHappenings(market: Market, asOf: string): readonly Happening[] {
  const { random } = market.demo
  const pickDay = createDayPicker(random, addDays(asOf, -historyDays), addDays(asOf, -1))
  return Object.entries(mix).flatMap(([deed, number]) =>
    Array.from({ length: number }, () => ({
      at: instantOf(pickDay(), pickSecond(random, 10, 22)),
      run: (at: Date) => deeds[deed as Deed](market, at),
    })),
  )
}

const deeds: Readonly<Record<Deed, (market: Market, at: Date) => Promise<unknown>>> = {
  sell: sellSomething,
  redeem: redeemSomething,
  returnSale: returnSomething,
  giveBack: giveSomethingBack,
  convert: async (market, at) => {
    const isOut = market.demo.random.next() < 0.35
    const member = isOut ? pickRich(market, at, 150) : pickMember(market, at)
    return member && convert(market.demo, member, isOut, at)
  },
  adjust: async (market, at) => {
    const isDeduction = market.demo.random.next() < 0.4
    const member = isDeduction ? pickRich(market, at, 100) : pickMember(market, at)
    return member && adjust(market.demo, { member, shop: market.demo.random.pick(market.shops), isDeduction, at })
  },
}

/** Few members buy much: the further down the list a member is, the more rarely it is picked. */
function pickMember({ demo, members }: Market, at: Date): DemoMember | null {
  const date = taipeiDate(at)
  for (let trial = 0; trial < tries; trial += 1) {
    const member = members[Math.floor(members.length * demo.random.next() ** 2.2)]
    if (member && member.joinedOn <= date) return member
  }
  return null
}

/** A member with at least that many points. */
function pickRich(market: Market, at: Date, points: number): DemoMember | null {
  const rich = market.members.filter((member) => (market.demo.balances.get(member.memberNo) ?? 0) >= points)
  return rich.length > 0 ? market.demo.random.pick(rich) : pickMember(market, at)
}

function pickShop({ demo, shops }: Market, at: Date): DemoShop | null {
  const date = taipeiDate(at)
  const open = shops.filter((shop) => shop.from <= date && date <= shop.to)
  return open.length > 0 ? demo.random.pick(open) : null
}

async function sellSomething(market: Market, at: Date): Promise<void> {
  const member = pickMember(market, at)
  const shop = pickShop(market, at)
  if (!member || !shop) return
  const amount = Math.max(shop.amountPerPoint, pickAmount(market.demo.random, shop.medianAmount))
  await sell(market.demo, { member, shop, amount, at, payment: paymentOf(market, member) })
}

/** The payers of co-branded cards: below which chance a sale is paid by their card, and the number of its extra ratio. */
const cards = [
  { below: 0.08, payerCompanyNo: cardPayer.companyNo, extraRatioNo: 'XR0002' },
  { below: 0.125, payerCompanyNo: 'C000900', extraRatioNo: 'XR0001' },
] as const

/** Every eighth sale is paid by a co-branded card, which adds 50 percent of points, most of them at the expense of its payer. */
function paymentOf({ demo: { random } }: Market, member: DemoMember): SalePayment {
  const chance = random.next()
  const card = cards.find(({ below }) => chance < below)
  if (!card) return { ...cash, paymentType: random.pick(['1', '2', '2', '4', '5']) }
  const extra = {
    extraRatioNo: card.extraRatioNo,
    payerCompanyNo: card.payerCompanyNo,
    baseBearer: 'company',
    extraRatio: 50,
    payerShareRatio: 60,
    monthlyCapPoints: 500,
    eligibleAmount: null,
    unitPrice: 0.95,
  } as const
  return { paymentType: '3', cardNo: member.cardNos[0] ?? null, extra }
}

async function redeemSomething(market: Market, at: Date): Promise<void> {
  const { demo } = market
  for (let trial = 0; trial < tries; trial += 1) {
    const member = pickMember(market, at)
    const shop = pickShop(market, at)
    const balance = member ? (demo.balances.get(member.memberNo) ?? 0) : 0
    if (!member || !shop) continue
    const { minRedeemPoints, redeemStep } = shop.redeemRules
    const wanted = Math.floor((balance * demo.random.integer(20, 80)) / 100 / redeemStep) * redeemStep
    if (wanted >= Math.max(5, minRedeemPoints) && (await redeem(demo, { member, shop, points: wanted, at }))) return
  }
}

function isRecent(sale: { readonly at: Date }, at: Date): boolean {
  return sale.at.getTime() > at.getTime() - returnDays * dayMs && sale.at.getTime() < at.getTime() - dayMs
}

/**
 * Returns a sale in whole or in part, by amount or by points. Only members with enough points do so here; debts are left to the stories.
 */
async function returnSomething(market: Market, at: Date): Promise<void> {
  const { demo, members } = market
  const recent = demo.sales.filter(
    (sale) => isRecent(sale, at) && members.includes(sale.member) && (demo.balances.get(sale.member.memberNo) ?? 0) >= sale.points,
  )
  for (let trial = 0; trial < tries && recent.length > 0; trial += 1) {
    const sale = demo.random.pick(recent)
    const chance = demo.random.next()
    const request =
      chance < 0.5
        ? ({ kind: 'amount', amount: sale.amount } as const)
        : chance < 0.8
          ? ({ kind: 'amount', amount: Math.max(1, Math.floor(sale.amount * 0.4)) } as const)
          : ({ kind: 'points', points: Math.max(1, Math.floor(sale.points / 3)) } as const)
    if (await returnSale(demo, { sale, request, at })) return
  }
}

async function giveSomethingBack({ demo, members }: Market, at: Date): Promise<void> {
  const recent = demo.redemptions.filter((each) => each.left > 0 && isRecent(each, at) && members.includes(each.member))
  if (recent.length === 0) return
  const redemption = demo.random.pick(recent)
  await giveBack(demo, redemption, demo.random.next() < 0.5 ? redemption.left : Math.ceil(redemption.left / 2), at)
}
