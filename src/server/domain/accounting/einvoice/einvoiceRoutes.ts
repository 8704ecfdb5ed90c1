import type { FastifyInstance, FastifyReply } from 'fastify'
import { strToU8, zipSync } from 'fflate'
import type { Selectable } from 'kysely'
import Type from 'typebox'
import { Nothing } from '../../../../answers/shapes.ts'
import { type InvoiceFeeType, invoiceFeeType, userActionType } from '../../../../rules/codes.generated.ts'
import { fileStamp } from '../../../../rules/dates.ts'
import type { Actor } from '../../../platform/actor.ts'
import { writeUserAction } from '../../../platform/audit.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { transact } from '../../../platform/database/transact.ts'
import { apiError, textError } from '../../../platform/errors.ts'
import { IdParams, RowVersion } from '../../../platform/http/routes/bounds.ts'
import { enteredLine } from '../../../platform/http/routes/enteredLine.ts'
import { contentAnswer, typedRoutes } from '../../../platform/http/routes/routeAnswers.ts'
import { sendFile } from '../../../platform/http/routes/sendFile.ts'
import { sourceKind } from '../invoice/documents.ts'
import { makeAgain, makeMissingMessages } from './makeMessages.ts'
import { type DocumentScope, type MessageChoice, markUploaded, messagesMax, newestMessages, readDocumentIds } from './newestMessages.ts'
import { declareUnused, noteOnTracks, unusedSubject } from './unusedNumbers.ts'

interface DocumentScreen {
  readonly name: string
  readonly entity: 'pointInvoice' | 'paygInvoice' | 'yearlyAllowance'
  /** Field of the entity with the number of the document. */
  readonly number: 'docNo' | 'allowanceNo'
  readonly sourceKinds: DocumentScope['sourceKinds']
  /** Null for screens with the documents of all fees. */
  readonly feeType: InvoiceFeeType | null
  /**
   * Permission to fetch files, send again and mark as uploaded. It is not the export permission, because merchants may have that one, and
   * uploading is the business of the seller alone.
   */
  readonly send: string
}

const screens: readonly DocumentScreen[] = [
  {
    name: 'point_invoice_discount',
    entity: 'pointInvoice',
    number: 'docNo',
    sourceKinds: [sourceKind.monthly, sourceKind.bank, sourceKind.sale],
    feeType: null,
    send: 'edit',
  },
  {
    name: 'pay_as_you_go_invoice',
    entity: 'paygInvoice',
    number: 'docNo',
    sourceKinds: [sourceKind.payAsYouGo],
    feeType: null,
    send: 'invoice',
  },
  yearlyScreen('point_invoice_ap_fee_yr_dis', invoiceFeeType.issue),
  yearlyScreen('point_invoice_dp_proc_fee_yr_dis', invoiceFeeType.processing),
]

function yearlyScreen(name: string, feeType: InvoiceFeeType): DocumentScreen {
  return { name, entity: 'yearlyAllowance', number: 'allowanceNo', sourceKinds: [sourceKind.yearly], feeType, send: 'issue' }
}

const texts = {
  none: '尚無電子發票訊息：文件須已開立，並須先於參數設定填寫 EINVOICE.SELLER_TAX_NO 與 EINVOICE.SELLER_NAME。',
  notAgain: '沒有上傳失敗或等候結果的訊息，不需重送。',
  tooMany: `一次最多 ${messagesMax.toLocaleString('en-US')} 個訊息，請縮小日期區間。`,
  marked: (count: number) => `已標記 ${count} 個訊息為已上傳。`,
} as const

const closed = { additionalProperties: false } as const
const Seen = { rowVersion: Type.Optional(RowVersion) }
const Day = (title: string) => Type.String({ title, format: 'date' })
const Range = { fromDate: Day('開立日期起'), toDate: Day('開立日期迄') }
const Mark = { uploadedOn: Day('上傳日期'), markReason: Type.String({ title: '說明', minLength: 1, maxLength: 100 }) }
const zipAnswer = { 200: contentAnswer('application/zip') }

/** Routes for manual work on e-invoice messages: fetch the files, send again, mark as uploaded. */
export function einvoiceRoutes(app: FastifyInstance): void {
  for (const screen of screens) {
    downloadRoutes(app, screen)
    sendRoutes(app, screen)
  }
  unusedRoutes(app)
}

function downloadRoutes(app: FastifyInstance, screen: DocumentScreen): void {
  const routes = typedRoutes(app)
  const config = { permission: `accounting.${screen.name}.${screen.send}` } as const
  const one = { params: IdParams, body: Type.Object(Seen, closed), response: zipAnswer }
  routes.post(`/api/accounting/${screen.name}/:id/einvoice`, { config, schema: one }, async ({ actor, params: { id } }, reply) => {
    await getDocument(app, screen, actor, id)
    await makeNow(app, actor)
    return sendZip(app, reply, actor, await newestMessages(app.db, { documentIds: [id] }))
  })
  const several = { body: Type.Object(Range, closed), response: zipAnswer }
  routes.post(`/api/accounting/${screen.name}/einvoices`, { config, schema: several }, async ({ actor, body }, reply) => {
    const documentIds = await readDocumentIds(app.db, { ...scopeOf(screen, actor), ...body })
    await makeNow(app, actor)
    return sendZip(app, reply, actor, await newestMessages(app.db, { documentIds }))
  })
}

/** Makes what the job would make within five minutes: whoever has just issued an invoice fetches its file at once. The job tells failures. */
async function makeNow(app: FastifyInstance, actor: Actor): Promise<void> {
  await makeMissingMessages(app.db, { now: app.clock.now(), by: actor.userName })
}

function sendRoutes(app: FastifyInstance, screen: DocumentScreen): void {
  const routes = typedRoutes(app)
  const config = { permission: `accounting.${screen.name}.${screen.send}` } as const
  const again = { params: IdParams, body: Type.Object(Seen, closed), response: { 200: Nothing } }
  routes.post(`/api/accounting/${screen.name}/:id/resend`, { config, schema: again }, async ({ actor, params: { id } }) => {
    const { [screen.number]: number } = await getDocument(app, screen, actor, id)
    await transact(app.db, async (trx) => {
      if (!(await makeAgain(trx, { now: app.clock.now(), by: actor.userName }, id))) throw textError(409, texts.notAgain)
      await writeUserAction(trx, {
        actor,
        userActionType: userActionType.other,
        action: `重送電子發票 ${number}`,
        entity: screen.entity,
        entityId: id,
      })
    })
    return {}
  })

  const one = { params: IdParams, body: Type.Object({ ...Seen, ...Mark }, closed), response: { 200: Nothing } }
  routes.post(
    `/api/accounting/${screen.name}/:id/mark_uploaded`,
    { config, schema: one },
    async ({ actor, params: { id }, body }, reply) => {
      const { [screen.number]: number } = await getDocument(app, screen, actor, id)
      return mark(app, reply, { actor, what: String(number), documentIds: [id], ...body })
    },
  )
  const several = { body: Type.Object({ ...Range, ...Mark }, closed), response: { 200: Nothing } }
  routes.post(`/api/accounting/${screen.name}/mark_uploaded`, { config, schema: several }, async ({ actor, body }, reply) => {
    const { fromDate, toDate, ...how } = body
    const documentIds = await readDocumentIds(app.db, { ...scopeOf(screen, actor), fromDate, toDate })
    return mark(app, reply, { actor, what: `${fromDate} 至 ${toDate}`, documentIds, ...how })
  })
}

/** 空白未使用字軌: declares the unused numbers of a track whose two months are over. */
function unusedRoutes(app: FastifyInstance): void {
  const routes = typedRoutes(app)
  const base = '/api/accounting/invoice_track/:id'
  const edit = { permission: 'accounting.invoice_track.edit' } as const
  const schema = { params: IdParams, body: Type.Object(Seen, closed), response: { 200: Nothing } }
  routes.post(`${base}/unused`, { config: edit, schema }, async ({ actor, params: { id } }) => {
    await transact(app.db, async (trx) => {
      const subjectNo = await declareUnused(trx, { now: app.clock.now(), by: actor.userName }, id)
      await writeUserAction(trx, {
        actor,
        userActionType: userActionType.other,
        action: `申報空白字軌 ${subjectNo}`,
        entity: 'invoiceTrack',
        entityId: id,
      })
    })
    return {}
  })

  const exportConfig = { permission: 'accounting.invoice_track.export' } as const
  const file = { params: IdParams, body: Type.Object(Seen, closed), response: zipAnswer }
  routes.post(`${base}/unused_file`, { config: exportConfig, schema: file }, async ({ actor, params: { id } }, reply) =>
    sendZip(app, reply, actor, await newestMessages(app.db, { unusedOf: await unusedSubject(app.db, id) })),
  )

  const marked = { params: IdParams, body: Type.Object({ ...Seen, ...Mark }, closed), response: { 200: Nothing } }
  routes.post(`${base}/mark_uploaded`, { config: edit, schema: marked }, async ({ actor, params: { id }, body }, reply) => {
    const unusedOf = await unusedSubject(app.db, id)
    return mark(app, reply, { actor, what: unusedOf, unusedOf, trackId: id, ...body })
  })
}

function scopeOf(
  { sourceKinds, feeType }: DocumentScreen,
  { companyNo }: Actor,
): Pick<DocumentScope, 'sourceKinds' | 'feeType' | 'companyNo'> {
  return { sourceKinds, feeType, companyNo }
}

/** Loads a document of the screen if this user may see it. @throws M08 otherwise */
async function getDocument(app: FastifyInstance, { name, entity }: DocumentScreen, actor: Actor, id: number) {
  const screen = app.documents.screen(`/_accounting/${name}`)
  if (!screen) throw apiError('M08')
  return app.records.get({ actor, screen: app.documents.restricted(screen, actor), entity, now: app.clock.now(), db: app.db }, id)
}

type Message = Selectable<Tables['einvoiceMessage']>

async function sendZip(app: FastifyInstance, reply: FastifyReply, actor: Actor, messages: readonly Message[]) {
  if (messages.length === 0) throw textError(409, texts.none)
  if (messages.length > messagesMax) throw textError(409, texts.tooMany)
  const files = Object.fromEntries(messages.map(({ fileName, xml }) => [fileName, strToU8(xml)]))
  const action = `下載電子發票 ${messages.length} 個：${messages.map(({ subjectNo }) => subjectNo).join('、')}`
  await writeUserAction(app.db, { actor, userActionType: userActionType.export, action, entity: 'einvoiceMessage' })
  const name = `電子發票_${fileStamp(app.clock.now())}.zip`
  return sendFile(reply, { fileName: name, contentType: 'application/zip', body: zipSync(files) })
}

interface MarkInput extends MessageChoice {
  readonly actor: Actor
  /** Description for the operation log. */
  readonly what: string
  readonly uploadedOn: string
  readonly markReason: string
  /** The track whose unused numbers were uploaded: its history tells it. */
  readonly trackId?: number
}

async function mark(app: FastifyInstance, reply: FastifyReply, { actor, what, uploadedOn, markReason, trackId, ...which }: MarkInput) {
  const how = { uploadedOn, reason: enteredLine('markReason', '說明', markReason), by: actor.userName, now: app.clock.now() }
  const count = await transact(app.db, async (trx) => {
    const marked = await markUploaded(trx, which, how)
    if (marked === 0) throw textError(409, texts.none)
    await writeUserAction(trx, {
      actor,
      userActionType: userActionType.other,
      action: `標記電子發票已上傳 ${what}`,
      entity: 'einvoiceMessage',
      after: how,
    })
    if (trackId !== undefined) await noteOnTracks(trx, [trackId], { action: 'markUploaded', label: '標記已上傳', remark: markReason }, how)
    return marked
  })
  reply.header('x-message-text', encodeURIComponent(texts.marked(count)))
  return {}
}
