import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { MonthlyTrial, YearlyTrial } from '../../../answers/pricing.ts'
import { feeType } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { message } from '../../../rules/messages.ts'
import { taxOf } from '../../../rules/money.ts'
import { pointsMax } from '../../../rules/numbers.ts'
import type { Actor } from '../../platform/actor.ts'
import { fieldsError } from '../../platform/errors.ts'
import { IdParams } from '../../platform/http/routes/bounds.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import type { RecordValues } from '../../records/hooks.ts'
import { getCompanyTerms, type PriceTerms } from '../company/public.ts'
import { readNumber } from '../settings/public.ts'
import { apFeeOf, type DiscountedFee, dpProcFeeOf, yearlyDiscountOf } from './discount.ts'
import { type DiscountTier, tierRate, tierReached } from './tiers.ts'

// The numbers are checked only after the setting was found, so that a user who may not see it learns nothing else about the call.
const Trial = Type.Object(
  { points: Type.Optional(Type.Unknown()), groupPoints: Type.Optional(Type.Unknown()), yearFee: Type.Optional(Type.Unknown()) },
  { additionalProperties: true },
)

type Numbers = Static<typeof Trial>

const yearFeeMax = 99_999_999_999_999

/**
 * 試算 of discount settings: what a number of points would cost at today's prices. A setting that is combined with its group takes the tier
 * from `groupPoints`, the sum over the group, and applies it to the company's own fee (domain 7.1, 7.3).
 */
export function trialRoutes(app: FastifyInstance): void {
  const routes = typedRoutes(app)
  const monthly = {
    config: { permission: 'company.company_discount.view', takes: 'judged' },
    schema: { params: IdParams, body: Trial, response: { 200: MonthlyTrial } },
  } as const
  routes.post('/api/company/company_discount/:id/trial', monthly, async ({ actor, params, body }) => {
    const { setting, terms, taxPercent } = await readSetting(app, actor, params.id, 'companyDiscount')
    const volume = volumeOf(setting, body)
    const { gross, discount, fee } = feeOf(setting, volume, terms)
    const tax = taxOf(fee, taxPercent)
    return {
      ...tierLines(setting, volume),
      gross: line('折扣前費用', money(gross)),
      discount: line('折扣金額', money(discount)),
      fee: line('折扣後費用（未稅）', money(fee)),
      tax: line('營業稅', money(tax)),
      total: line('含稅總額', money(fee + tax)),
    }
  })
  const yearly = {
    config: { permission: 'company.yearly_discount.view', takes: 'judged' },
    schema: { params: IdParams, body: Trial, response: { 200: YearlyTrial } },
  } as const
  routes.post('/api/company/yearly_discount/:id/trial', yearly, async ({ actor, params, body }) => {
    const { setting, terms, taxPercent } = await readSetting(app, actor, params.id, 'yearlyDiscount')
    const volume = volumeOf(setting, body)
    const { yearFee } = body
    const isGiven = yearFee !== undefined && yearFee !== null
    const fee = isGiven ? wholeNumber(body, 'yearFee', '年度費用', yearFeeMax) : feeOf(setting, volume, terms).gross
    const { discount, tax, total } = yearlyDiscountOf(fee, volume.tierBase, tiersOf(setting), taxPercent)
    return {
      ...tierLines(setting, volume),
      fee: line('年度費用（未稅）', money(fee)),
      discount: line('折扣金額', money(discount)),
      tax: line('折讓稅額', money(tax)),
      total: line('折讓總額', money(total)),
    }
  })
}

/** The points of a trial, and the points that decide the tier: the same, or the sum over the group. */
interface Volume {
  readonly points: number
  readonly tierBase: number
}

function volumeOf(setting: RecordValues, body: Numbers): Volume {
  const points = wholeNumber(body, 'points', '點數', pointsMax)
  return { points, tierBase: setting.combineGroup === true ? wholeNumber(body, 'groupPoints', '集團合計點數', pointsMax) : points }
}

/** @throws 400 at the field unless it is an integer from 0 to `max` */
function wholeNumber(body: Numbers, field: keyof Numbers, title: string, max: number): number {
  const value = body[field]
  if (value === undefined || value === null) throw fieldsError({ [field]: message('M05', { title }) }, 'M05')
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > max) {
    throw fieldsError({ [field]: message('M06', { title }) })
  }
  return value
}

/** Reads the setting if the caller may see it, with the prices of its company and today's tax rate. @throws M08 */
async function readSetting(
  app: FastifyInstance,
  actor: Actor,
  id: number,
  entity: string,
): Promise<{ setting: RecordValues; terms: PriceTerms; taxPercent: number }> {
  const now = app.clock.now()
  const setting = await app.records.get({ actor, screen: null, entity, now, db: app.db }, id)
  const today = taipeiDate(now)
  const [terms, taxPercent] = await Promise.all([
    getCompanyTerms(app.db, String(setting.companyNo), today),
    readNumber(app.db, 'TAX.RATE', today),
  ])
  return { setting, terms, taxPercent }
}

const tiersOf = ({ tiers }: RecordValues) => tiers as readonly DiscountTier[]

function feeOf(setting: RecordValues, { points, tierBase }: Volume, terms: PriceTerms): DiscountedFee {
  const rate = tierRate(tiersOf(setting), tierBase)
  return setting.feeType === feeType.issue ? apFeeOf(points, terms.apUnitPrice, rate) : dpProcFeeOf(points, terms, rate)
}

const line = (title: string, value: string) => ({ title, value })

function tierLines(setting: RecordValues, { points, tierBase }: Volume) {
  const tier = tierReached(tiersOf(setting), tierBase)
  return {
    points: line('試算點數', count(points)),
    ...(setting.combineGroup === true && { groupPoints: line('集團合計點數', count(tierBase)) }),
    tier: line('適用級距', tier ? `第 ${tier.conditionSeq} 級（≥${count(tier.conditionPoint)}）` : '未達任何級距'),
    rate: line('折扣率', `${tier?.discountRate ?? 0}%`),
  }
}

const count = (value: number) => value.toLocaleString('en-US')
const money = (value: number) => `NT$${count(value)}`
