import type { FastifyInstance } from 'fastify'
import { CheckedLines } from '../../../answers/adjustments.ts'
import { adjustKind } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { CheckQuery } from '../../platform/http/routes/bounds.ts'
import { contentAnswer, typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { sendFile } from '../../platform/http/routes/sendFile.ts'
import { uploadedFile } from '../../records/calls/uploadedFile.ts'
import { xlsxType } from '../../records/export/exportRecords.ts'
import { checkRowsFile, readFormPart, rowsExample } from '../../records/import/rowsFile.ts'
import { countPairs } from './countPairs.ts'
import { allLineProblems } from './lineChecks.ts'
import type { LineProblem, SheetFacts, SheetLine } from './sheetRules.ts'

const path = '/api/points/adjustmentslist/lines/import'
const config = { permission: 'points.adjustmentslist.import' } as const

/** What to do about a line, by the cell in question. */
const advice: Readonly<Record<LineProblem['field'], string>> = {
  memberNo: '請改填實際的會員編號，每位會員一列',
  corporateNo: '請改填實際的企業會員編號，每位會員一列',
  points: '請改填可扣除的點數',
  originalTransactionNo: '請改填此會員的交易編號，或留空',
}

/**
 * 匯入明細 (domain 4.8): the lines of a sheet out of an .xlsx file, for the form that asked. The sheet's head, as far as it is filled in,
 * is looked at as well; nothing is written before the form is saved, and then everything is checked again.
 */
export function lineImportRoutes(app: FastifyInstance): void {
  const list = () => {
    const { lines } = app.records.entity('adjustmentSheet').properties
    if (!lines) throw new Error('the document of the adjustment sheet has no lines')
    return lines
  }
  const routes = typedRoutes(app)
  routes.get(`${path}/example`, { config, schema: { response: { 200: contentAnswer(xlsxType) } } }, (_request, reply) =>
    sendFile(reply, rowsExample('調整單明細', list(), { memberNo: '880000000013', points: 100, remark: '補點' })),
  )
  const taken = { querystring: CheckQuery, response: { 200: CheckedLines } }
  routes.post(path, { config: { ...config, takes: 'file' }, schema: taken }, async (request) => {
    const { bytes, texts } = await uploadedFile(request)
    const head = readFormPart(texts.form)
    // What the form holds so far; the lines passed the rules of the document when the check is called.
    const sheet = { ...head, adjustKind: head.adjustKind ?? adjustKind.add } as SheetFacts
    return checkRowsFile(request.actor.id, list(), bytes, async (lines) => {
      await countPairs(app, app.db, request.actor, lines)
      const problems = await allLineProblems(
        app.db,
        { ...sheet, lines: lines as unknown as readonly SheetLine[] },
        taipeiDate(app.clock.now()),
      )
      return problems.map(({ index, field, reason }) => ({ index, field, text: `${reason}${advice[field]}` }))
    })
  })
}
