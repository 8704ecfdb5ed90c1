import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { ImportedNumbers, RevealedCoupon } from '../../../answers/coupon.ts'
import { couponBatchStatus, couponSource, userActionType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import { transact } from '../../platform/database/transact.ts'
import { apiError, textError } from '../../platform/errors.ts'
import { IdParams, RowVersion } from '../../platform/http/routes/bounds.ts'
import { severalLines } from '../../platform/http/routes/enteredBody.ts'
import { enteredLine } from '../../platform/http/routes/enteredLine.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { type CouponKeys, formatCouponNo, openCouponNo } from './couponNumbers.ts'
import { couponTexts } from './couponRules.ts'
import { countImported, importNumbers } from './makeCoupons.ts'

const closed = { additionalProperties: false } as const
const rowVersion = Type.Optional(RowVersion)
const ImportBody = Type.Object(
  { rowVersion, numbers: Type.String({ title: '序號', minLength: 8, maxLength: 720_000, ...severalLines }) },
  closed,
)
const RevealBody = Type.Object({ rowVersion, reason: Type.String({ title: '原因', minLength: 2, maxLength: 200 }) }, closed)

/** What the screens of coupons can do beside the calls that every screen has. */
export function couponRoutes(app: FastifyInstance, keys: CouponKeys): void {
  const routes = typedRoutes(app)
  routes.post(
    '/api/coupon/coupon_batch/:id/import_numbers',
    {
      config: { permission: 'coupon.coupon_batch.import' },
      schema: { params: IdParams, body: ImportBody, response: { 200: ImportedNumbers } },
    },
    async ({ actor, params, body }, reply) => {
      const importedCount = await importInto(app, keys, { id: params.id, numbers: body.numbers, actor })
      return reply.header('x-message-code', 'M04').send({ importedCount })
    },
  )

  routes.post(
    '/api/coupon/coupon_list/:id/reveal',
    {
      config: { permission: 'coupon.coupon_list.unmask' },
      schema: { params: IdParams, body: RevealBody, response: { 200: RevealedCoupon } },
    },
    async ({ actor, params, body }) => reveal(app, keys, { id: params.id, actor, reason: enteredLine('reason', '原因', body.reason) }),
  )
}

/** @throws M08, M09 when the batch takes no numbers now, 409 for too many or repeated ones */
async function importInto(
  { db, clock }: Pick<FastifyInstance, 'db' | 'clock'>,
  keys: CouponKeys,
  { id, numbers, actor }: { id: number; numbers: string; actor: Actor },
): Promise<number> {
  return transact(db, async (trx) => {
    const batch = await trx
      .selectFrom('couponBatch')
      .select(['couponBatchNo', 'source', 'status', 'quantity', 'extraQuantity'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!batch) throw apiError('M08')
    if (batch.source !== couponSource.supplier) throw textError(409, couponTexts.notSupplier)
    const isOpen = batch.status === couponBatchStatus.draft || batch.status === couponBatchStatus.returned
    // More coupons wait for a decision only on sale or paused.
    const wanted = isOpen ? batch.quantity : (batch.extraQuantity ?? 0)
    if (wanted === 0) throw apiError('M09')
    const { couponBatchNo } = batch
    const left = wanted - (await countImported(trx, couponBatchNo))
    const input = { couponBatchNo, text: numbers, left, importedBy: actor.userName, now: clock.now() }
    const count = await importNumbers(trx, keys, input)
    await writeUserAction(trx, {
      ...{ actor, userActionType: userActionType.import, action: `匯入票券批次 ${couponBatchNo} 的序號 ${count} 組` },
      ...{ entity: 'couponBatch', entityId: id },
    })
    return count
  })
}

/** The unmasked number and its recipient. The access and its reason are logged first. @throws M08 */
async function reveal(
  { db }: Pick<FastifyInstance, 'db'>,
  keys: CouponKeys,
  { id, actor, reason }: { id: number; actor: Actor; reason: string },
): Promise<Static<typeof RevealedCoupon>> {
  return transact(db, async (trx) => {
    const coupon = await trx
      .selectFrom('coupon')
      .innerJoin('exchangeLine', 'exchangeLine.id', 'coupon.lineId')
      .select(['coupon.numberSealed', 'coupon.last4', 'recipientName', 'recipientMobile', 'recipientEmail'])
      .where('coupon.id', '=', id)
      .executeTakeFirst()
    if (!coupon) throw apiError('M08')
    await writeUserAction(trx, {
      ...{ actor, userActionType: userActionType.reveal, action: `顯示票券 ${coupon.last4}（末四碼）完整資料：${reason}` },
      ...{ entity: 'coupon', entityId: id },
    })
    return {
      票券號碼: formatCouponNo(openCouponNo(keys, coupon.numberSealed)),
      收件人: coupon.recipientName,
      手機: coupon.recipientMobile,
      電子郵件: coupon.recipientEmail,
    }
  })
}
