import type { FastifyInstance } from 'fastify'
import { ImportAnswer } from '../../../answers/records.ts'
import { userActionType } from '../../../rules/codes.generated.ts'
import { message } from '../../../rules/messages.ts'
import { writeUserAction } from '../../platform/audit.ts'
import { transact } from '../../platform/database/transact.ts'
import { ApiError } from '../../platform/errors.ts'
import { CheckQuery } from '../../platform/http/routes/bounds.ts'
import { contentAnswer, typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { sendFile } from '../../platform/http/routes/sendFile.ts'
import { uploadedFile } from '../../records/calls/uploadedFile.ts'
import { xlsxType } from '../../records/export/exportRecords.ts'
import { writeXlsx } from '../../records/export/xlsx.ts'
import { checkMakerList, confirmBatch, exampleRows, readMakerList } from './makerList.ts'

const base = '/api/corporate/coupon_card'
const config = { permission: 'corporate.coupon_card.import' } as const

/** 匯入: the card maker's list is compared with the batch; nothing is made by it. In place of the import that screens have. */
export function cardListRoutes(app: FastifyInstance): void {
  const routes = typedRoutes(app)

  routes.get(`${base}/import/example`, { config, schema: { response: { 200: contentAnswer(xlsxType) } } }, async (_request, reply) => {
    return sendFile(reply, { fileName: '製卡廠商清單範例.xlsx', contentType: xlsxType, body: writeXlsx('製卡廠商清單', exampleRows()) })
  })

  const taken = { querystring: CheckQuery, response: { 200: ImportAnswer } }
  routes.post(`${base}/import`, { config: { ...config, takes: 'file' }, schema: taken }, async (request, reply) => {
    const listed = await readMakerList(request.actor.id, (await uploadedFile(request)).bytes)
    if (request.query.check === 'true') return (await checkMakerList(app.db, listed)).check
    const { actor } = request
    const createdCount = await transact(app.db, async (trx) => {
      const { check, cardBatchNo } = await checkMakerList(trx, listed)
      const texts = check.errors.map((error) => `第 ${error.row} 列：${error.message}`)
      if (texts.length > 0 || cardBatchNo === null) throw new ApiError(400, 'M17', [message('M17'), ...texts].join('\n'))
      const count = await confirmBatch(trx, cardBatchNo, actor.userName, app.clock.now())
      const action = `匯入製卡廠商清單 ${cardBatchNo}（${count} 張）`
      await writeUserAction(trx, { actor, userActionType: userActionType.import, action, entity: 'couponCard', entityId: cardBatchNo })
      return count
    })
    return reply.header('x-message-code', 'M04').send({ createdCount })
  })
}
