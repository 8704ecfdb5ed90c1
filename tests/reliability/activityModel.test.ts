import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyActivities } from '../../src/server/domain/activity/public.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/public.ts'
import { ActivityModel, type ModelActivity, type ModelSale } from '../support/activityModel.ts'
import { insertActivity } from '../support/activityRows.ts'
import type { PartnerClient } from '../support/partnerClient.ts'
import { addStore, companyNo, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'
import { cyclesOf } from './cycles.ts'

const sales = cyclesOf(10_000, 400)
const memberCount = 25
const anything = 1_000_000_000
let world: PartnerWorld
let client: PartnerClient

const plain = {
  from: 0,
  step: 1,
  needsCode: false,
  perSale: anything,
  perDay: anything,
  perMember: anything,
  hours: [0, 24] as const,
  store: null,
}
/** Budgets that grow with the number of sales, so that they end before the sales do. */
const activities: readonly ModelActivity[] = [
  { ...plain, code: 'MODEL1', kind: 'times', size: 23, budget: sales * 6, perDay: 60, platform: 3330 },
  { ...plain, code: 'MODEL2', kind: 'once', size: 17, from: 700, budget: sales * 3, perMember: Math.ceil(sales / 2), platform: 10_000 },
  { ...plain, code: 'MODEL3', kind: 'steps', size: 9, from: 500, step: 450, budget: sales * 5, perSale: 40, hours: [9, 17], platform: 0 },
  {
    ...plain,
    code: 'MODEL4',
    kind: 'steps',
    size: 4,
    step: 250,
    budget: sales * 2,
    store: '2',
    perDay: 30,
    perMember: sales,
    platform: 505,
  },
  { ...plain, code: 'MODEL5', kind: 'once', size: 33, needsCode: true, budget: sales, perDay: 66, platform: 5000 },
  { ...plain, code: 'MODEL6', kind: 'times', size: 11, needsCode: true, budget: sales, hours: [8, 20], platform: 0 },
]

beforeAll(async () => {
  world = await openPartnerWorld({ members: memberCount })
  client = await world.addClient()
  const { db } = world.server.app
  await addStore(db, companyNo, 'S002')
  const orNull = (cap: number) => (cap === anything ? null : cap)
  for (const one of activities) {
    await insertActivity(db, {
      ...{ code: one.code, type: { times: '1', once: '2', steps: '3' }[one.kind], requireCode: one.needsCode, budget: one.budget },
      ...{ bearer: '3', share: one.platform / 100, stores: one.store === null ? null : [`${companyNo}000${one.store}`] },
      ...(one.kind === 'times' ? { multiplier: one.size / 10, points: null } : { points: one.size }),
      ...{ minAmount: one.from, stepAmount: one.kind === 'steps' ? one.step : null },
      ...{ perTxnMax: orNull(one.perSale), perMemberDaily: orNull(one.perDay), perMemberTotal: orNull(one.perMember) },
      ...(one.hours[1] === 24 ? {} : { dailyFrom: hour(one.hours[0]), dailyTo: hour(one.hours[1]) }),
    })
  }
})
afterAll(() => world.close())

const hour = (value: number) => `${String(value).padStart(2, '0')}:00`

/** Numbers from 0 to below 1, the same in every run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

it(`gives in ${sales} random sales with returns what a model of its own says`, async () => {
  const random = randomOf(20_250_115)
  const upTo = (max: number) => Math.floor(random() * max)
  const model = new ActivityModel(activities)
  const open: string[] = []
  for (let index = 0; index < sales; index += 1) {
    const sale: ModelSale = {
      ...{ id: `M${index}`, member: world.members[upTo(memberCount)] as string, day: `2025-01-${String(2 + upTo(13)).padStart(2, '0')}` },
      ...{ hour: upTo(24), store: String(1 + upTo(2)), amount: 1 + upTo(3000) },
      code: [null, null, 'MODEL5', 'MODEL6', 'MODEL1', 'NOSUCH1'][upTo(6)] as string | null,
    }
    const { base, gifts } = model.sell(sale)
    const { body } = await client.call('points/issue', {
      ...{ companyNo, retailStoreCode: `S00${sale.store}`, externalTxnNo: sale.id, amount: sale.amount },
      businessAt: `${sale.day}T${hour(sale.hour)}:30+08:00`,
      member: { memberNo: sale.member },
      ...(sale.code === null ? {} : { activityCode: sale.code }),
    })
    const given = new Map((body.activities as { activityCode: string; points: number }[]).map((each) => [each.activityCode, each.points]))
    expect([body.code, body.basePoints, given], `sale ${index}: ${JSON.stringify(sale)}`).toEqual(['0000', base, gifts])
    if (sale.code !== null) expect(body.activityApplied, `code of sale ${index}`).toBe(gifts.has(sale.code))
    open.push(sale.id)
    if (random() < 0.35) await giveBack(model, open[upTo(open.length)] as string, index, random)
  }
  const { rows } = await sql<{
    code: string
    used: number
  }>`select activity_code as code, used_points as used from activity order by 1`.execute(world.server.app.db)
  expect(rows).toEqual(activities.map(({ code }) => ({ code, used: model.used(code) })))
  const results = [...(await verifyLedger(world.server.app.db)), ...(await verifyActivities(world.server.app.db))]
  expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
}, 3_600_000)

async function giveBack(model: ActivityModel, sale: string, index: number, random: () => number): Promise<void> {
  const left = model.left(sale)
  if (left === 0) return
  const amount = random() < 0.4 ? left : 1 + Math.floor(random() * left)
  const points = model.takeBack(sale, amount)
  const content = { companyNo, retailStoreCode: 'S001', externalTxnNo: `R${index}`, businessAt: '2025-01-15T09:59:00+08:00' }
  const { body } = await client.call('points/issue_return', { ...content, originalExternalTxnNo: sale, returnAmount: amount })
  expect([body.code, body.clawedPoints], `return of ${sale}`).toEqual(['0000', points])
}
