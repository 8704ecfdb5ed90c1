import type { FastifyInstance } from 'fastify'
import { userActionType } from '../../../rules/codes.generated.ts'
import { fileStamp } from '../../../rules/dates.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import { transact } from '../../platform/database/transact.ts'
import { apiError, textError } from '../../platform/errors.ts'
import { IdParams } from '../../platform/http/routes/bounds.ts'
import { contentAnswer, typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { sendFile } from '../../platform/http/routes/sendFile.ts'
import { layOutMail } from '../../platform/mail/mailLayout.ts'
import type { SerialKeys } from '../serial/public.ts'
import { closeSerialFile, openSerialFile, writeSerialFile } from '../serial/public.ts'

const fileGone = '此批號的製卡檔已下載過，不可再次下載。'
const noEmail = '您的帳號沒有電子郵件，無法寄送密碼。'

/**
 * 製卡檔: numbers and pins of a batch for the card maker, downloadable once (domain 4.12). Its password is mailed to whoever downloads it, and
 * the stored list is deleted with the download.
 */
export function makerFileRoute(app: FastifyInstance, keys: SerialKeys): void {
  const config = { permission: 'corporate.coupon_card.create', takes: 'nothing' } as const
  const schema = { params: IdParams, response: { 200: contentAnswer('application/zip') } }
  typedRoutes(app).post('/api/corporate/coupon_card/:id/maker_file', { config, schema }, async ({ actor, params }, reply) => {
    const { cardBatchNo, points } = await findBatch(app, params.id)
    const recipient = await emailOf(app, actor)
    const now = app.clock.now()
    const bytes = await transact(app.db, async (trx) => {
      const password = await openSerialFile(trx, keys, { holderNo: cardBatchNo, downloadsMax: 1, validDays: 1 }, now)
      const sheet = { holderNo: cardBatchNo, name: `製卡檔_${cardBatchNo}`, kind: 'card', columns: [['點數', points]] } as const
      const file = await writeSerialFile(trx, keys, sheet)
      await closeSerialFile(trx, cardBatchNo)
      await app.mail.enqueue(trx, passwordMail(recipient, cardBatchNo, password))
      const action = `下載製卡檔 ${cardBatchNo}`
      await writeUserAction(trx, { actor, userActionType: userActionType.export, action, entity: 'couponCard', entityId: cardBatchNo })
      return file
    })
    const fileName = `製卡檔_${cardBatchNo}_${fileStamp(now)}.zip`
    return sendFile(reply, { fileName, contentType: 'application/zip', body: bytes })
  })
}

/** @throws M08 when there is no such card, 409 when its list was downloaded before */
async function findBatch(app: FastifyInstance, id: number): Promise<{ cardBatchNo: string; points: number }> {
  const card = await app.db.selectFrom('couponCard').select(['cardBatchNo', 'points']).where('id', '=', id).executeTakeFirst()
  if (!card) throw apiError('M08')
  const secret = await app.db
    .selectFrom('serialSecret')
    .select('pieceNo')
    .where('holderNo', '=', card.cardBatchNo)
    .limit(1)
    .executeTakeFirst()
  if (!secret) throw textError(409, fileGone, 'FILE_GONE')
  return card
}

async function emailOf(app: FastifyInstance, actor: Actor): Promise<{ email: string; fullName: string }> {
  const user = await app.db.selectFrom('appUser').select(['email', 'fullName']).where('id', '=', actor.id).executeTakeFirst()
  if (!user?.email) throw textError(409, noEmail)
  return { email: user.email, fullName: user.fullName }
}

function passwordMail({ email, fullName }: { email: string; fullName: string }, cardBatchNo: string, password: string) {
  return layOutMail({
    to: email,
    subject: '製卡檔密碼',
    greeting: fullName,
    paragraphs: ['以下為製卡檔的解壓縮密碼，請以不同於檔案的管道交付製卡廠商。'],
    facts: [
      ['製卡批號', cardBatchNo],
      ['密碼', password],
    ],
  })
}
