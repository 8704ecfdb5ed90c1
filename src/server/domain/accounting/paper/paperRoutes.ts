import type { FastifyInstance } from 'fastify'
import { userActionType } from '../../../../rules/codes.generated.ts'
import { writeUserAction } from '../../../platform/audit.ts'
import { apiError, textError } from '../../../platform/errors.ts'
import { IdParams } from '../../../platform/http/routes/bounds.ts'
import { contentAnswer, typedRoutes } from '../../../platform/http/routes/routeAnswers.ts'
import { sendFile } from '../../../platform/http/routes/sendFile.ts'
import { takeExportTurn } from '../../../records/export/exportTurns.ts'
import { readPaper } from './readPaper.ts'
import { makeFile, paperKinds } from './statementFiles.ts'

/** Screens that show a statement, and their entities. Each record has the number of its statement. */
const screens = [
  ['statements', 'statement'],
  ['pay_as_you_go_statements', 'paygPeriod'],
  ['ctbc_period_statement', 'bankPeriod'],
] as const

/** Routes for a statement as PDF and as .xlsx. They need the export permission of a screen, and the user must see the record there. */
export function paperRoutes(app: FastifyInstance): void {
  for (const kind of ['pdf', 'xlsx'] as const) {
    const schema = { params: IdParams, response: { 200: contentAnswer(paperKinds[kind]) } }
    for (const [name, entity] of screens) {
      const config = { permission: `accounting.${name}.export` }
      typedRoutes(app).get(`/api/accounting/${name}/:id/paper/${kind}`, { config, schema }, async ({ actor, params }, reply) => {
        const screen = app.documents.screen(`/_accounting/${name}`)
        if (!screen) throw apiError('M08')
        const call = { actor, screen: app.documents.restricted(screen, actor), entity, now: app.clock.now(), db: app.db }
        const { statementNo } = await app.records.get(call, params.id)
        const statementId = await findStatement(app, statementNo)
        const turn = await takeExportTurn(app.db, actor.id)
        const { fileName, contentType, content } = await readPaper(app.db, statementId)
          .then((paper) => makeFile(app, paper, kind, actor.id))
          .finally(turn.end)
        await writeUserAction(app.db, {
          ...{ actor, userActionType: userActionType.export, entity: 'statement', entityId: statementId },
          action: `匯出對帳單 ${statementNo}（${kind}）`,
        })
        return sendFile(reply, { fileName, contentType, body: inTurn(content) })
      })
    }
  }
}

/** @throws 409 while the period has no statement */
async function findStatement(app: FastifyInstance, statementNo: unknown): Promise<number> {
  if (typeof statementNo !== 'string') throw textError(409, '尚未關帳，沒有對帳單。')
  const { id } = await app.db.selectFrom('statement').select('id').where('statementNo', '=', statementNo).executeTakeFirstOrThrow()
  return id
}

async function* inTurn(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}
