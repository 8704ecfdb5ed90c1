import { addDays, addMonths, lastDateOfMonth, monthOf } from '../../rules/dates.ts'
import type { RecordValues, StoredRecord } from '../records/hooks.ts'
import { settledYearOf } from './accounting/settledYear.ts'
import { demoGroup } from './companies.ts'
import { type DemoWorld, daysBefore, recordsOf } from './world.ts'

/** The state that a setting reaches in the demo data. */
type SettingFate = 'draft' | 'waiting' | 'approved' | 'rejected' | 'stopped'

const bank = 'C000900'

/** Seeds conversions, discounts and extra ratios of cards in every state, by the steps that users would take (domain 10). */
export async function seedSettings(world: DemoWorld): Promise<void> {
  for (const [fate, values] of conversions(world)) await seedSetting(world, 'pointExchange', fate, values)
  for (const [fate, values] of monthlyDiscounts(world)) await seedSetting(world, 'companyDiscount', fate, values)
  for (const [fate, values] of yearlyDiscounts(world)) await seedSetting(world, 'yearlyDiscount', fate, values)
  for (const [fate, values] of extraRatios(world)) await seedSetting(world, 'payerExtraRatio', fate, values)
}

/** Approved and stopped settings began with the contracts; unfinished ones are a few days old. */
export async function seedSetting(world: DemoWorld, entity: string, fate: SettingFate, values: RecordValues): Promise<StoredRecord> {
  const isOld = fate === 'approved' || fate === 'stopped'
  const age = isOld ? 400 : 4
  const maker = recordsOf(world, entity, isOld ? 'ops01' : 'ops02', daysBefore(world, age, 10))
  const draft = await maker.create(values)
  if (fate === 'draft') return draft
  const submitted = await recordsOf(world, entity, isOld ? 'ops01' : 'ops02', daysBefore(world, age, 11)).transition(draft, 'submit', {
    ...(entity === 'payerExtraRatio' ? { confirmSharedCost: true } : {}),
  })
  if (fate === 'waiting') return submitted
  const checker = recordsOf(world, entity, 'fm01', daysBefore(world, age - 1, 15))
  if (fate === 'rejected') return checker.transition(submitted, 'reject', { rejectReason: '費率與合約附件不符，請確認後重送。' })
  const approved = await checker.transition(submitted, 'approve')
  if (fate === 'approved') return approved
  return recordsOf(world, entity, 'fm02', daysBefore(world, 30, 16)).transition(approved, 'stop')
}

type Fates = readonly (readonly [SettingFate, RecordValues])[]

function contractDays({ asOf }: DemoWorld): { readonly startDate: string; readonly endDate: string } {
  const firstOfMonth = `${asOf.slice(0, 7)}-01`
  return { startDate: addMonths(firstOfMonth, -15), endDate: addDays(addMonths(firstOfMonth, 21), -1) }
}

function conversions(world: DemoWorld): Fates {
  const days = contractDays(world)
  const soon = { startDate: addDays(world.asOf, 30), endDate: days.endDate }
  const into = { direction: '1', partnerPoints: 1000, platformPoints: 250, minPoints: 1000, stepPoints: 1000 }
  const out = { direction: '2', partnerPoints: 4, platformPoints: 1, minPoints: 100, stepPoints: 10 }
  const bankPoints = { companyNo: bank, partnerPointName: '示範銀行紅利' }
  const miles = { companyNo: 'C000106', partnerPointName: '大稻旅遊金' }
  return [
    ['approved', { ...bankPoints, ...into, ...days, dailyLimit: 10_000, monthlyLimit: 50_000, unitPrice: 0.98 }],
    ['approved', { ...bankPoints, ...out, ...days, dailyLimit: 5000, monthlyLimit: 20_000, unitPrice: 0.95 }],
    ['approved', { ...miles, ...out, ...days, partnerPoints: 1, minPoints: 50, unitPrice: 0.97 }],
    ['waiting', { ...miles, ...into, ...soon, partnerPoints: 10, platformPoints: 9, minPoints: 100, stepPoints: 10, unitPrice: 0.96 }],
    ['draft', { ...into, ...soon, companyNo: 'C000105', partnerPointName: '河岸購物金', monthlyLimit: 30_000, unitPrice: 1 }],
  ]
}

function tiersOf(...rows: readonly (readonly [number, number])[]): readonly RecordValues[] {
  return rows.map(([conditionPoint, discountRate]) => ({ conditionPoint, discountRate }))
}

function monthlyDiscounts(world: DemoWorld): Fates {
  const { startDate, endDate } = contractDays(world)
  const months = { startMonth: monthOf(startDate), endMonth: monthOf(endDate) }
  const soon = { startMonth: monthOf(addMonths(`${world.asOf.slice(0, 7)}-01`, 1)), endMonth: months.endMonth }
  const standard = tiersOf([0, 0], [5000, 3], [10_000, 5], [30_000, 8.5])
  const alone = { feeType: '1', combineGroup: false }
  const group = { feeType: '1', combineGroup: true, ...months, startMonth: monthOf(addMonths(startDate, 1)), tiers: standard }
  return [
    ['approved', { companyNo: 'C000101', ...alone, ...months, tiers: standard }],
    ['approved', { companyNo: 'C000101', ...alone, ...months, feeType: '2', tiers: tiersOf([0, 0], [5000, 2], [20_000, 4.5]) }],
    ...demoGroup.members.map((companyNo) => ['approved', { companyNo, ...group }] as const),
    ['stopped', { companyNo: 'C000106', ...alone, ...months, tiers: tiersOf([0, 1]) }],
    ['waiting', { companyNo: 'C000106', ...alone, ...soon, tiers: tiersOf([0, 0], [8000, 4]) }],
    ['draft', { companyNo: 'C000105', ...alone, ...soon, feeType: '2', tiers: tiersOf([0, 0], [3000, 1.5]) }],
    ['rejected', { companyNo: 'C000107', ...alone, ...soon, tiers: tiersOf([0, 0], [1000, 10]) }],
  ]
}

function yearlyDiscounts({ asOf }: DemoWorld): Fates {
  const year = Number(asOf.slice(0, 4))
  const tiers = tiersOf([0, 0], [100_000, 1], [300_000, 2])
  // A setting for a closed year, with thresholds as small as the demo data.
  const settled = settledYearOf(asOf)
  const small = tiersOf([0, 10], [1_000, 20])
  const [parent, first, second] = demoGroup.members
  const alone = { feeType: '1', combineGroup: false, tiers }
  return [
    ['approved', { companyNo: 'C000101', year: settled, ...alone, tiers: small }],
    ...['C000101', 'C000102', 'C000103', 'C000104', 'C000106'].map(
      (companyNo) => ['approved', { companyNo, year: settled, ...alone, feeType: '2', tiers: tiersOf([0, 20]) }] as const,
    ),
    ...[parent, first].map((companyNo) => ['approved', { companyNo, year: settled, ...alone, combineGroup: true, tiers: small }] as const),
    ['approved', { companyNo: 'C000101', year, ...alone }],
    ['approved', { companyNo: 'C000101', year, ...alone, feeType: '2', tiers: tiersOf([50_000, 5], [90_000, 12]) }],
    ...[parent, first, second].map((companyNo) => ['approved', { companyNo, year, ...alone, combineGroup: true }] as const),
    ['waiting', { companyNo: 'C000106', year, ...alone }],
    ['draft', { companyNo: 'C000105', year, ...alone }],
    ['rejected', { companyNo: 'C000107', year, ...alone, tiers: tiersOf([0, 15]) }],
  ]
}

/** The extra points of a card: half of the basic ones on top, of which its payer bears 60 percent. */
export function extraRatioOf(world: DemoWorld, card: RecordValues): RecordValues {
  const cost = { baseBearer: '1', unitPrice: 0.95, extraRatio: 50, payerShareRatio: 60, monthlyCapPoints: 500 }
  return { ...cost, ...contractDays(world), ...card }
}

function extraRatios(world: DemoWorld): Fates {
  const { startDate, endDate } = contractDays(world)
  const card = { payerCompanyNo: bank, cardPrefixes: ['356778', '54321012'], baseBearer: '1', unitPrice: 0.95, startDate, endDate }
  const soon = { startDate: addDays(lastDateOfMonth(monthOf(world.asOf)), 1), endDate }
  return [
    ['approved', { ...card, extraRatio: 150, payerShareRatio: 60, monthlyCapPoints: 1000, priority: 50 }],
    ['approved', { ...card, companyNo: 'C000101', cardType: '04', extraRatio: 200, payerShareRatio: 100, priority: 20 }],
    ['approved', { ...card, companyNo: 'C000104', extraRatio: 0, payerShareRatio: 100, priority: 10 }],
    ['waiting', { ...card, ...soon, companyNo: 'C000103', extraRatio: 100, payerShareRatio: 50, priority: 30 }],
    ['draft', { ...card, ...soon, cardType: '03', baseBearer: '2', extraRatio: 50, payerShareRatio: 100, priority: 40 }],
  ]
}
