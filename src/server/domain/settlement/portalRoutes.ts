import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { SettlementPage } from '../../../answers/settlement.ts'
import { Nothing } from '../../../answers/shapes.ts'
import { userActionType } from '../../../rules/codes.generated.ts'
import { fileStamp } from '../../../rules/dates.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import { transact } from '../../platform/database/transact.ts'
import { apiError } from '../../platform/errors.ts'
import { contentAnswer, typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { sendFile } from '../../platform/http/routes/sendFile.ts'
import { getActingMember, getOwnMember } from '../corporate/public.ts'
import { createResendLimit, type TakeResend } from '../resendLimit.ts'
import type { SerialKeys } from '../serial/public.ts'
import { readFilePassword, takeDownload, writeSerialFile } from '../serial/public.ts'
import { filePasswordMail } from './mails.ts'
import { readOwnSettlement, readOwnSettlements } from './ownSettlements.ts'

const Page = Type.Object({
  pageIndex: Type.Integer({ minimum: 0, maximum: 100_000 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 50 }),
})
const Params = Type.Object({ settlementNo: Type.String({ pattern: '^SB[0-9]{10}$' }) })

/** 採購紀錄 of a signed-in corporate member: its orders, and the file of their serials (domain 4.12 交付, 4.18). */
export function settlementPortalRoutes(app: FastifyInstance, keys: SerialKeys): void {
  const config = { permission: 'signedIn' } as const
  const routes = typedRoutes(app)

  const listed = { params: Page, response: { 200: SettlementPage } }
  routes.get('/api/portal/settlements/:pageIndex/:pageSize', { config, schema: listed }, async ({ actor, params }) => {
    const { corporateNo } = await getOwnMember(app.db, actor)
    const { pageIndex, pageSize } = params
    const page = { offset: pageIndex * pageSize, limit: pageSize }
    return { ...(await readOwnSettlements(app.db, corporateNo, page, app.clock.now())), pageIndex, pageSize }
  })

  routes.post(
    '/api/portal/settlements/:settlementNo/file',
    { config: { ...config, takes: 'nothing' }, schema: { params: Params, response: { 200: contentAnswer('application/zip') } } },
    async ({ actor, params }, reply) => {
      const file = await downloadFile(app, keys, actor, params.settlementNo)
      return sendFile(reply, { fileName: file.fileName, contentType: 'application/zip', body: file.bytes })
    },
  )

  const takeResend = createResendLimit(app.db, 'filePassword', '密碼信')
  routes.post(
    '/api/portal/settlements/:settlementNo/mail',
    { config: { ...config, takes: 'nothing' }, schema: { params: Params, response: { 200: Nothing } } },
    async ({ actor, params }) => {
      await resendPassword(app, { keys, takeResend }, actor, params.settlementNo)
      return {}
    },
  )
}

interface ResendServices {
  readonly keys: SerialKeys
  readonly takeResend: TakeResend
}

/**
 * The password of a file once more, while the file may be fetched. It goes to the mailbox of the account that asks, which a member cannot
 * change by itself: whoever has only taken over its session, and set another contact, must not get file and password both.
 *
 * @throws M08 for orders of others, 409 when the file is gone or after three times in a day
 */
async function resendPassword(
  app: FastifyInstance,
  { keys, takeResend }: ResendServices,
  actor: Actor,
  settlementNo: string,
): Promise<void> {
  const now = app.clock.now()
  const { corporateNo, companyName, contactName } = await getActingMember(app.db, actor, now)
  const order = await readOwnSettlement(app.db, corporateNo, settlementNo, now)
  if (!order) throw apiError('M08')
  const password = await readFilePassword(app.db, keys, settlementNo, now)
  await takeResend(settlementNo, now)
  await transact(app.db, async (trx) => {
    const { email } = await trx.selectFrom('appUser').select('email').where('id', '=', actor.id).executeTakeFirstOrThrow()
    const { totalPoints, validTo } = order
    const { publicUrl } = app.config
    const mail = { email, companyName, contactName, settlementNo, totalPoints, validTo, publicUrl }
    await app.mail.enqueue(trx, filePasswordMail(mail, password))
    const action = `重寄序號檔密碼 ${settlementNo}`
    await writeUserAction(trx, { actor, userActionType: userActionType.other, action, entity: 'corporateSettlement', entityId: order.id })
  })
}

/**
 * The file, made first and counted then: a download that fails half-way on the server costs none.
 *
 * @throws M08 for orders of others, 409 when it was fetched three times or is too old
 */
async function downloadFile(app: FastifyInstance, keys: SerialKeys, actor: Actor, settlementNo: string) {
  const now = app.clock.now()
  const { corporateNo } = await getActingMember(app.db, actor, now)
  const order = await readOwnSettlement(app.db, corporateNo, settlementNo, now)
  if (!order) throw apiError('M08')
  const bytes = await writeSerialFile(app.db, keys, {
    holderNo: settlementNo,
    name: `點數序號_${settlementNo}`,
    kind: 'serial',
    columns: [
      ['點數', order.pointsPerSerial],
      ['效期起', order.validFrom],
      ['效期迄', order.validTo],
    ],
  })
  await transact(app.db, async (trx) => {
    const count = await takeDownload(trx, settlementNo, now)
    const action = `下載序號檔 ${settlementNo}（第 ${count} 次）`
    await writeUserAction(trx, { actor, userActionType: userActionType.export, action, entity: 'corporateSettlement', entityId: order.id })
  })
  return { fileName: `點數序號_${settlementNo}_${fileStamp(now)}.zip`, bytes }
}
