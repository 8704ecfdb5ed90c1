import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { SaleTrial } from '../../../../answers/activity.ts'
import { userType } from '../../../../rules/codes.generated.ts'
import { pointsMax } from '../../../../rules/numbers.ts'
import type { Actor } from '../../../platform/actor.ts'
import { fieldsError } from '../../../platform/errors.ts'
import { typedRoutes } from '../../../platform/http/routes/routeAnswers.ts'
import { platformCompanyNo } from '../../activity/public.ts'
import { type TriedActivity, type TriedResult, trySale } from './trySale.ts'

const optional = (title: string, maxLength: number) => Type.Optional(Type.Union([Type.String({ title, maxLength }), Type.Null()]))
const amount = (title: string) => Type.Integer({ title, minimum: 0, maximum: pointsMax })

const Body = Type.Object(
  {
    companyNo: Type.String({ title: '特約商', minLength: 1, maxLength: 7 }),
    retailStoreNo: Type.String({ title: '門市', minLength: 1, maxLength: 12 }),
    /** Null: now. */
    businessAt: Type.Optional(Type.Union([Type.String({ title: '交易時間', format: 'date-time' }), Type.Null()])),
    amount: amount('消費金額'),
    pointPart: Type.Optional(Type.Union([amount('點數折抵金額'), Type.Null()])),
    paymentType: optional('付款方式', 5),
    cardNo6: optional('卡號前 6～8 碼', 8),
    cardType: optional('卡別', 10),
    memberNo: optional('會員編號', 12),
    activityCode: optional('活動代碼', 100),
  },
  { additionalProperties: false },
)

/** 試算 of campaigns: what a sale would earn, and which campaigns give nothing and why. Nothing is posted or stored. */
export function activityTrialRoute(app: FastifyInstance): void {
  const config = { permission: 'activity.activity.view' } as const
  const schema = { body: Body, response: { 200: SaleTrial } }
  typedRoutes(app).post('/api/activity/activity/trial', { config, schema }, async ({ actor, body }) => {
    const { companyNo, retailStoreNo, businessAt, paymentType, cardNo6, cardType } = body
    const memberNo = body.memberNo || null
    assertMayTry(actor, companyNo, memberNo)
    const card = { ...(cardNo6 ? { cardNo6 } : {}), ...(cardType ? { cardType } : {}) }
    const payments = paymentType ? [{ paymentType, amount: body.amount, ...card }] : []
    const place = {
      companyNo,
      retailStoreNo,
      businessAt: businessAt ? new Date(businessAt) : app.clock.now(),
      amount: body.amount,
      payments,
    }
    const tried = await trySale(app.db, { ...place, pointPart: body.pointPart ?? 0, memberNo, activityCode: body.activityCode || null })
    return shown({ ...tried, activities: tried.activities.flatMap((line) => readableBy(actor, line)) })
  })
}

/**
 * What a reader may know of a campaign. Of those of others a merchant learns which are approved, for its customers get their points, and why
 * a code that it sent gives nothing, as a receipt says too; but not what the platform prepares.
 */
function readableBy({ readableCompanyNos }: Actor, line: TriedActivity): readonly TriedActivity[] {
  if (line.applies || readableCompanyNos === null || readableCompanyNos.includes(line.companyNo)) return [line]
  if (line.isApproved && line.companyNo === platformCompanyNo) return [line]
  return line.wasAsked ? [{ ...line, activityName: '', expectedPoints: 0 }] : []
}

/** Merchants try their own sales, and none of a certain member: whether it is new or on a list is not theirs to know. */
function assertMayTry({ userType: type, readableCompanyNos }: Actor, companyNo: string, memberNo: string | null): void {
  if (readableCompanyNos !== null && !readableCompanyNos.includes(companyNo)) throw fieldsError({ companyNo: '查無特約商' }, 'M06', 400)
  if (type !== userType.staff && memberNo !== null) throw fieldsError({ memberNo: '特約商使用者不可指定會員，請清空此欄位。' })
}

function shown({ basePoints, extraPoints, activityPoints, activities }: TriedResult) {
  const rows = activities.map(({ activityCode, activityName, applies, points, expectedPoints, reason }) => ({
    ...{ activityCode, activityName, points, expectedPoints },
    applies: applies ? '適用' : '不適用',
    reason: reason ?? '',
  }))
  return {
    basePoints: { title: '基本點數', value: basePoints },
    extraPoints: { title: '聯名卡加碼（未計每月上限）', value: extraPoints },
    activityPoints: { title: '活動點數', value: activityPoints },
    totalPoints: { title: '合計', value: basePoints + extraPoints + activityPoints },
    activities: {
      title: '各活動',
      columns: [
        { field: 'activityCode', title: '活動代碼', format: 'text' },
        { field: 'activityName', title: '活動名稱', format: 'text' },
        { field: 'applies', title: '是否適用', format: 'text' },
        { field: 'points', title: '贈送點數', format: 'points' },
        { field: 'expectedPoints', title: '應贈點數（未計上限）', format: 'points' },
        { field: 'reason', title: '原因', format: 'text' },
      ],
      rows,
    },
  }
}
