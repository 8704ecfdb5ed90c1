import { sql } from 'kysely'
import { memberStatus, recordStatus, storeType } from '../../../rules/codes.generated.ts'
import { evaluateEvents, reachOf, readWarningRules, recordFindings, takeEvents } from '../../domain/anomaly/public.ts'
import { ledger } from '../../domain/points/public.ts'
import { seedActivities } from '../activity/seedActivities.ts'
import { seedActivitySales } from '../activity/seedActivitySales.ts'
import { type DemoWorld, daysBefore, recordsOf } from '../world.ts'
import { seedRules } from './seedRules.ts'
import { DemoShop, type Place } from './shop.ts'

/** Number of members whose behaviour triggers the rules. */
const actorCount = 12

/** Looks up an outlet of a company by index. The first outlets of a company are in different cities if it has several. */
type Places = (companyNo: string, index?: number) => Place

/** Seeds rule parameters, campaigns, a few days of transactions that trigger each rule, and what users did about the cases. */
export async function seedAnomaly(world: DemoWorld): Promise<void> {
  await seedRules(world)
  await seedActivities(world)
  const members = await actors(world)
  const place = await placesOf(world)
  const shop = new DemoShop(world)
  await dealings(world, shop, place, members)
  await wrongCodes(world, shop, place, members)
  await wrongPins(world, shop)
  await evaluate(world)
  await handleSome(world)
  await seedActivitySales(world)
}

async function actors(world: DemoWorld): Promise<readonly string[]> {
  const { rows } = await sql<{ memberNo: string }>`
    select m.member_no from member m left join point_account a on a.class = 'MEMBER' and a.owner_id = m.member_no
    where m.status = ${sql.lit(memberStatus.normal)} and coalesce(a.owed_points, 0) = 0
      order by m.member_no desc limit ${actorCount}`.execute(world.trx)
  const members = rows.map((row) => row.memberNo)
  while (members.length < actorCount) members.push(await register(world))
  return members
}

function register(world: DemoWorld): Promise<string> {
  return ledger.registerMember(world.trx, {
    ...{ mobile: world.contacts.mobile(), memberName: world.contacts.name(), birthday: null, email: null, gender: null },
    ...{ consentVersion: '2025.1', platformNo: 'P0001', registeredAt: daysBefore(world, 200), createdBy: 'P0001' },
  })
}

async function placesOf(world: DemoWorld): Promise<Places> {
  const { rows } = await sql<Place>`
    select distinct on (company_no, city_code) company_no, retail_store_no from retail_store
    where status = ${sql.lit(recordStatus.enabled)} and store_type = ${sql.lit(storeType.physical)}
      order by company_no, city_code, retail_store_no`.execute(world.trx)
  return (companyNo, index = 0) => {
    const own = rows.filter((row) => row.companyNo === companyNo)
    const place = own[index % own.length]
    if (!place) throw new Error(`no outlet of ${companyNo} in the demo data`)
    return { companyNo, retailStoreNo: place.retailStoreNo }
  }
}

const minutesLater = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

/** Times are counted from noon in Taipei, so that outlets are open. */
async function dealings(world: DemoWorld, shop: DemoShop, place: Places, members: readonly string[]): Promise<void> {
  const member = (index: number) => members[index % members.length] as string
  const at = (days: number, hour = 12) => daysBefore(world, days, hour)
  // R01: seven sales within nine minutes.
  for (let minute = 0; minute < 9; minute += 1.4) await shop.sell(place('C000101'), member(0), minutesLater(at(6), minute), 300)
  // R02 by the first sale; R04 and R05 by two large sales on one day; R03 by the redemption, which is refused.
  await shop.sell(place('C000101'), member(1), at(5), 140_000)
  await shop.sell(place('C000104'), member(2), at(4), 180_000)
  await shop.sell(place('C000104', 1), member(2), at(4, 15), 160_000)
  await shop.redeem(place('C000102'), member(2), at(3, 14), 3200)
  // R07: two cities within twelve minutes.
  await shop.sell(place('C000101'), member(3), at(3, 15), 1200)
  await shop.sell(place('C000101', 1), member(3), minutesLater(at(3, 15), 12), 900)
  // R08: points are earned at one company, spent at another, and the goods are returned.
  const sale = await shop.sell(place('C000106'), member(4), at(2, 11), 42_000)
  await shop.redeem(place('C000104'), member(4), at(2, 13), 400)
  await shop.giveBack(place('C000106'), { memberNo: member(4), at: at(2, 16), transactionId: sale, points: 420 })
  // R09: sales after closing time. R06: many returns.
  for (let index = 0; index < 4; index += 1) {
    await shop.sell(place('C000103'), member(5 + index), minutesLater(at(2, 23), index * 9), 500 + index * 100)
    const eaten = await shop.sell(place('C000103', 1), member(5 + index), minutesLater(at(5, 13), index * 25), 20_000)
    if (index < 3)
      await shop.giveBack(place('C000103', 1), {
        memberNo: member(5 + index),
        at: minutesLater(at(4, 13), index * 25),
        transactionId: eaten,
        points: 200,
      })
  }
  // R11: one card at one outlet all day long.
  for (let index = 0; index < 10; index += 1)
    await shop.sell(place('C000102', 1), member(9), minutesLater(at(1, 11), index * 52), 260 + index * 30)
}

/** Ten uses of codes that earn no points. Four of them are within the hour that R10 counts. */
async function wrongCodes(world: DemoWorld, shop: DemoShop, place: Places, members: readonly string[]): Promise<void> {
  const uses = [
    ...[0, 11, 23, 38].map((minute, index) => ['A26010002', 'C000101', 4, minute, index, 1500 + index * 800] as const),
    ['A26010003', 'C000102', 3, 5, 4, 1600],
    // The same code twice: some tills send it from the coupon and again as the cashier typed it.
    ['A26010003 A26010003', 'C000102', 2, 40, 5, 2400],
    ['A26010004', 'C000103', 2, 15, 6, 980],
    ['A26010005', 'C000106', 1, 25, 7, 3600],
    ['A26010001', 'C000104', 1, 10, 8, 700],
    ['XMAS2099', 'C000101', 1, 50, 9, 450],
  ] as const
  for (const [code, companyNo, days, minute, index, amount] of uses) {
    const memberNo = members[index % members.length] as string
    await shop.useCode(place(companyNo), { memberNo, at: minutesLater(daysBefore(world, days, 14), minute), activityCode: code, amount })
  }
}

/** R12: somebody guesses pins. */
async function wrongPins(world: DemoWorld, shop: DemoShop): Promise<void> {
  for (let index = 0; index < 12; index += 1) {
    shop.at = minutesLater(daysBefore(world, 1, 21), index * 0.6)
    const attempt = { ipAddress: '203.0.113.57', occurredAt: shop.at, platformNo: null, companyNo: null }
    await shop.inspector.serialAttempt(world.trx, attempt)
  }
}

/** Evaluates the rules that run after commit and at night, as their jobs would. */
async function evaluate(world: DemoWorld): Promise<void> {
  const { app, trx } = world
  const services = { records: app.records, enqueueMail: app.mail.enqueue }
  const now = daysBefore(world, 0, 0)
  for (let taken = await takeEvents(trx); taken.length > 0; taken = await takeEvents(trx)) await evaluateEvents(services, trx, taken, now)
  const rules = await readWarningRules(trx)
  for (const rule of rules.filter((each) => each.ruleCode === 'R06')) {
    await recordFindings(services, trx, { rule, scope: { from: now, to: now, companies: reachOf(rule, rules) }, now })
  }
}

/** Some cases are under investigation, some are closed, and the newest are untouched. */
async function handleSome(world: DemoWorld): Promise<void> {
  const remarks = [
    '已與特約商確認為企業團購，屬正常交易。',
    '促銷活動期間人潮集中，門檻偏低，將調整參數。',
    '會員表示卡片借予家人使用，已提醒。',
  ]
  const warnings = await world.trx
    .selectFrom('warningTransaction')
    .select(['id', 'rowVersion'])
    .orderBy('occurredAt')
    .orderBy('ruleCode')
    .execute()
  for (const [index, warning] of warnings.slice(0, 8).entries()) {
    const staff = recordsOf(world, 'warningTransaction', index % 2 === 0 ? 'ops01' : 'ops02', daysBefore(world, 1, 10 + index))
    const handled = await staff.transition(warning, 'handle')
    const remark = remarks[index]
    if (remark !== undefined) await staff.transition(handled, 'close', { conclusion: String(index + 1), remark })
  }
  const exceptions = await world.trx
    .selectFrom('logActivityException')
    .select(['id', 'rowVersion'])
    .orderBy('occurredAt')
    .limit(4)
    .execute()
  for (const [index, exception] of exceptions.entries()) {
    const staff = recordsOf(world, 'activityException', 'ops02', daysBefore(world, 1, 16))
    const handled = await staff.transition(exception, 'handle')
    if (index === 0) await staff.transition(handled, 'close', { remark: '活動已結束，店頭立牌未撤除，已通知特約商。' })
  }
}
