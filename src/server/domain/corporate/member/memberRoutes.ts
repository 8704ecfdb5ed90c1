import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { LedgerPage, MemberHome, OwnData } from '../../../../answers/corporate.ts'
import { Nothing } from '../../../../answers/shapes.ts'
import { fileStamp, taipeiDateTime } from '../../../../rules/dates.ts'
import { systemActor } from '../../../platform/actor.ts'
import { apiError } from '../../../platform/errors.ts'
import { contentAnswer, typedRoutes } from '../../../platform/http/routes/routeAnswers.ts'
import { sendFile } from '../../../platform/http/routes/sendFile.ts'
import { parseIdempotencyKey } from '../../../records/calls/idempotency.ts'
import type { Cell } from '../../../records/export/cells.ts'
import { xlsxType } from '../../../records/export/exportRecords.ts'
import { takeExportTurn } from '../../../records/export/exportTurns.ts'
import { writeXlsx } from '../../../records/export/xlsx.ts'
import { agreeToTerms, changeOwnData, OwnDataBody, readOwnData } from './ownData.ts'
import { type DayRange, type OwnEntries, readBalance, readEntries } from './ownLedger.ts'
import { getActingMember, getOwnMember, type OwnMember, openTerms } from './ownMember.ts'

const closed = { additionalProperties: false } as const
const Day = Type.Optional(Type.String({ title: '日期', format: 'date' }))
const Range = Type.Object({ from: Day, to: Day }, closed)
const Page = Type.Object({
  pageIndex: Type.Integer({ minimum: 0, maximum: 100_000 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 50 }),
})
const version = (title: string) => Type.String({ title, maxLength: 10 })
const AgreeBody = Type.Object({ policyVersion: version('條款版本'), privacyVersion: version('隱私權條款版本') }, closed)

/** Lines of a ledger in one file. */
const exportRowsMax = 10_000

/** What a signed-in corporate member calls about itself (domain 4.18); everybody else gets 403. */
export function memberRoutes(app: FastifyInstance): void {
  const config = { permission: 'signedIn' } as const
  const routes = typedRoutes(app)

  routes.get('/api/portal/home', { config, schema: { response: { 200: MemberHome } } }, async ({ actor }) => {
    const member = await getOwnMember(app.db, actor)
    const now = app.clock.now()
    const balance = await readBalance(app.db, member.corporateNo, now)
    return { ...presentMember(member), ...balance, openTerms: await openTerms(app.db, member, now) }
  })

  const agreed = { body: AgreeBody, response: { 200: Nothing } }
  routes.post('/api/portal/member/agree', { config, schema: agreed }, async ({ actor, body }, reply) => {
    const member = await getOwnMember(app.db, actor)
    await agreeToTerms(app, actor, member, body)
    return reply.header('x-message-code', 'M04').send({})
  })

  routes.get('/api/portal/corporate_member_apply', { config, schema: { response: { 200: OwnData } } }, async ({ actor }) =>
    readOwnData(app, actor, await getOwnMember(app.db, actor)),
  )

  const changed = { body: OwnDataBody, response: { 200: OwnData } }
  routes.put('/api/portal/corporate_member_apply', { config, schema: changed }, async ({ actor, body, headers }, reply) => {
    const member = await getActingMember(app.db, actor, app.clock.now())
    const key = parseIdempotencyKey(headers['idempotency-key'])
    const data = await changeOwnData(app, { actor, member, body, key })
    return reply.header('x-message-code', 'M02').send(data)
  })

  routes.get(
    '/api/portal/ledger/:pageIndex/:pageSize',
    { config, schema: { params: Page, querystring: Range, response: { 200: LedgerPage } } },
    async ({ actor, params, query }) => {
      const { corporateNo } = await getOwnMember(app.db, actor)
      const { pageIndex, pageSize } = params
      const page = { offset: pageIndex * pageSize, limit: pageSize }
      return { ...(await labelled(app, await readEntries(app.db, corporateNo, rangeOf(query), page))), pageIndex, pageSize }
    },
  )

  const exported = { querystring: Range, response: { 200: contentAnswer(xlsxType) } }
  routes.get('/api/portal/ledger/export', { config, schema: exported }, async ({ actor, query }, reply) => {
    const { corporateNo } = await getOwnMember(app.db, actor)
    const range = rangeOf(query)
    const turn = await takeExportTurn(app.db, actor.id)
    const rows = await readEntries(app.db, corporateNo, range, { offset: 0, limit: exportRowsMax })
      .then(async (entries) => (await labelled(app, entries)).rows)
      .catch(async (error: unknown) => {
        await turn.end()
        throw error
      })
    const fileName = `點數明細_${fileStamp(app.clock.now())}.xlsx`
    return sendFile(reply, {
      fileName,
      contentType: xlsxType,
      body: turn.during(writeXlsx('點數明細', sheetOf(rows), ledgerLook)),
    })
  })
}

/** What the pages of a member show of it, and fill in as the first recipient. */
function presentMember({ companyName, corporateNo, contactName, contactMobile, contactEmail }: OwnMember) {
  return { companyName, corporateNo, contactName, contactMobile, contactEmail }
}

/** @throws M14 when the range ends before it begins */
function rangeOf(range: DayRange): DayRange {
  if (range.from !== undefined && range.to !== undefined && range.to < range.from) throw apiError('M14')
  return range
}

type LabelledEntry = OwnEntries['rows'][number] & { readonly kindName: string }

async function labelled(app: FastifyInstance, { totalCount, rows }: OwnEntries) {
  const kinds = (await app.dictionaries.find('TxnKind', { db: app.db, actor: systemActor })) ?? []
  const names = new Map(kinds.map(({ key, value }) => [key, value]))
  return { totalCount, rows: rows.map((row): LabelledEntry => ({ ...row, kindName: names.get(row.kind) ?? row.kind })) }
}

const ledgerLook = { styles: ['dateTime', undefined, undefined, 'whole', 'whole', 'whole'] } as const

async function* sheetOf(rows: readonly LabelledEntry[]): AsyncGenerator<readonly Cell[]> {
  yield ['日期', '交易序號', '類別', '存入', '支出', '餘額']
  for (const row of rows) {
    yield [taipeiDateTime(row.date), row.transactionNo, row.kindName, row.pointsIn || null, row.pointsOut || null, row.balance]
  }
}
