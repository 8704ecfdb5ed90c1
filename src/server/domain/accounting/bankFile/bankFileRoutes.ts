import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ImportAnswer } from '../../../../answers/records.ts'
import { Nothing } from '../../../../answers/shapes.ts'
import { bankItem, userActionType } from '../../../../rules/codes.generated.ts'
import { message } from '../../../../rules/messages.ts'
import type { Actor } from '../../../platform/actor.ts'
import { writeUserAction } from '../../../platform/audit.ts'
import { transact } from '../../../platform/database/transact.ts'
import { ApiError, apiError, textError } from '../../../platform/errors.ts'
import { CheckQuery, IdParams, RowVersion } from '../../../platform/http/routes/bounds.ts'
import { severalLines } from '../../../platform/http/routes/enteredBody.ts'
import { contentAnswer, typedRoutes } from '../../../platform/http/routes/routeAnswers.ts'
import { sendFile } from '../../../platform/http/routes/sendFile.ts'
import { uploadedFile } from '../../../records/calls/uploadedFile.ts'
import { xlsxType } from '../../../records/export/exportRecords.ts'
import { takeExportTurn } from '../../../records/export/exportTurns.ts'
import { exampleFile } from '../../../records/import/importExample.ts'
import { type BilledPeriod, getPeriod } from '../period/readPeriods.ts'
import { bankLinesFile } from './bankLinesFile.ts'
import { bankColumns, bankItemTitles } from './bankRow.ts'
import { assertOpenForBank, importBankFile } from './importBankFile.ts'
import { findFileInForce } from './matchBankFile.ts'
import { readBankFile } from './readBankFile.ts'
import { findBankLine, reconcileLine } from './reconcileLine.ts'

const resource = 'accounting.ctbc_period_statement'
const base = '/api/accounting/ctbc_period_statement'

/** The bank's file of a billing cycle: imported, compared, its differences handled (domain 4.11). */
export function bankFileRoutes(app: FastifyInstance): void {
  importRoutes(app)
  exportRoute(app)
  reconcileRoute(app)
}

function importRoutes(app: FastifyInstance): void {
  const config = { permission: `${resource}.import` } as const
  const example = { params: IdParams, response: { 200: contentAnswer(xlsxType) } }
  typedRoutes(app).get(`${base}/:id/bank_file/example`, { config, schema: example }, async ({ actor, params: { id } }, reply) => {
    const { startDate } = await visiblePeriod(app, actor, id)
    return sendFile(reply, exampleFile('銀行檔', [bankColumns.map(({ title }) => title), exampleRow(startDate)]))
  })
  const taken = { params: IdParams, querystring: CheckQuery, response: { 200: ImportAnswer } }
  typedRoutes(app).post(`${base}/:id/bank_file`, { config: { ...config, takes: 'file' }, schema: taken }, async (request, reply) => {
    const { actor, params, query } = request
    const period = await visiblePeriod(app, actor, params.id)
    assertOpenForBank(period)
    const { bytes } = await uploadedFile(request)
    const { check, rows } = await readBankFile(actor.id, bytes, period)
    if (query.check === 'true') return check
    if (check.errorCount > 0) throw refusal(check)
    await importBankFile(app.db, { period, file: bytes, rows, actor, now: app.clock.now() })
    return reply.header('x-message-code', 'M04').send({ createdCount: rows.length })
  })
}

const exampleRow = (date: string) => [date, '0012', 'TXN0000000001', bankItemTitles[bankItem.convertedIn], 1000, 980]

function refusal({ errors, errorCount }: { errors: readonly { row: number; message: string }[]; errorCount: number }): ApiError {
  const texts = errors.map(({ row, message: text }) => `第 ${row} 列：${text}`)
  const more = errorCount > errors.length ? [`…另有 ${errorCount - errors.length} 列錯誤`] : []
  return new ApiError(400, 'M17', [message('M17'), ...texts, ...more].join('\n'))
}

function exportRoute(app: FastifyInstance): void {
  const config = { permission: `${resource}.export` } as const
  const schema = { params: IdParams, response: { 200: contentAnswer(xlsxType) } }
  typedRoutes(app).get(`${base}/:id/bank_lines`, { config, schema }, async ({ actor, params: { id } }, reply) => {
    const period = await visiblePeriod(app, actor, id)
    if (!(await findFileInForce(app.db, period.id))) throw textError(409, '尚未匯入銀行檔。')
    const action = `匯出銀行檔明細 ${period.companyNo} ${period.periodNo}`
    await writeUserAction(app.db, { actor, userActionType: userActionType.export, action, entity: 'bankPeriod', entityId: period.id })
    const turn = await takeExportTurn(app.db, actor.id)
    const file = bankLinesFile(app.db, period)
    return sendFile(reply, { ...file, body: turn.during(file.body) })
  })
}

const Handled = Type.Object(
  {
    rowVersion: Type.Optional(RowVersion),
    remark: Type.Optional(Type.Union([Type.String({ title: '處理說明', maxLength: 500, ...severalLines }), Type.Null()])),
    sheetNo: Type.Optional(Type.Union([Type.String({ title: '調整單號', maxLength: 15 }), Type.Null()])),
  },
  { additionalProperties: false },
)

function reconcileRoute(app: FastifyInstance): void {
  const config = { permission: `${resource}.reconcile` } as const
  const schema = { params: IdParams, body: Handled, response: { 200: Nothing } }
  typedRoutes(app).post(`${base}/bank_lines/:id/reconcile`, { config, schema }, async ({ actor, params: { id }, body }, reply) => {
    const { rowVersion, remark, sheetNo } = body
    await transact(app.db, async (trx) => {
      const line = await findBankLine(trx, id)
      if (!line || (actor.companyNo !== null && actor.companyNo !== line.companyNo)) throw apiError('M08')
      const handling = { rowVersion, remark: remark ?? '', sheetNo: sheetNo ?? '' }
      await reconcileLine(trx, line, handling, { actor, now: app.clock.now() })
    })
    return reply.header('x-message-code', 'M04').send({})
  })
}

/** A period of the screen that this person may see. @throws M08 */
async function visiblePeriod(app: FastifyInstance, actor: Actor, id: number): Promise<BilledPeriod> {
  const screen = app.documents.screen('/_accounting/ctbc_period_statement')
  if (!screen) throw apiError('M08')
  await app.records.get(
    { actor, screen: app.documents.restricted(screen, actor), entity: 'bankPeriod', now: app.clock.now(), db: app.db },
    id,
  )
  return getPeriod(app.db, id)
}
