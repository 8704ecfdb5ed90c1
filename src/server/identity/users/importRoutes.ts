import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { CheckedUsers, CreatedUsers } from '../../../answers/account.ts'
import { CheckQuery } from '../../platform/http/routes/bounds.ts'
import { contentAnswer, typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { sendFile } from '../../platform/http/routes/sendFile.ts'
import { uploadedFile } from '../../records/calls/uploadedFile.ts'
import { xlsxType } from '../../records/export/exportRecords.ts'
import { writeXlsx } from '../../records/export/xlsx.ts'
import type { RecordValues } from '../../records/hooks.ts'
import { importRowsMax } from '../../records/import/workbook/readTable.ts'
import { importColumns } from './importColumns.ts'
import { readUserFile } from './importFile.ts'
import { exampleUser, withRoleCodes } from './importRoles.ts'
import { checkUsers, createUsers, type ImportServices } from './importUsers.ts'

const exampleName = '使用者匯入範例'

const text = Type.String({ maxLength: 200 })
const rowProperties = Object.fromEntries(
  importColumns.map(({ field }) => [field, Type.Optional(field === 'roles' ? Type.Array(text, { maxItems: 20 }) : text)]),
)
const Row = Type.Unsafe<RecordValues>(
  Type.Object({ ...rowProperties, isEnabled: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
)
const CreateBody = Type.Object(
  { rows: Type.Array(Row, { title: '資料列', minItems: 1, maxItems: importRowsMax }) },
  { additionalProperties: false },
)

/** Routes for importing users in two steps (specification 7): check a file, then create the checked users; and the example file. */
export function serveUserImport(app: FastifyInstance, services: ImportServices): void {
  const config = { permission: ['authority.users.import'] } as const
  const routes = typedRoutes(app)

  const example = { response: { 200: contentAnswer(xlsxType) } }
  routes.get('/api/account/download/excel', { config, schema: example }, async ({ actor }, reply) => {
    const user = await exampleUser(services, actor)
    return sendFile(reply, { fileName: `${exampleName}.xlsx`, contentType: xlsxType, body: writeXlsx(exampleName, exampleRows(user)) })
  })

  const created = { body: CreateBody, response: { 201: CreatedUsers } }
  routes.post('/api/account/createUsers', { schema: created, config }, async ({ actor, body }, reply) => {
    const rows = body.rows.map((values, index) => ({ row: index + 2, values }))
    await createUsers(services, actor, rows)
    return reply.code(201).header('x-message-code', 'M01').send({ count: rows.length })
  })

  const checked = { querystring: CheckQuery, response: { 200: CheckedUsers } }
  routes.post('/api/account/importUsers', { config: { ...config, takes: 'file' }, schema: checked }, async (request) => {
    const read = await readUserFile(request.actor.id, (await uploadedFile(request)).bytes)
    const rows = await withRoleCodes(services.db, request.actor, read)
    const errors = await checkUsers(services, request.actor, rows)
    return { rows: rows.map(({ values }) => values), errors, count: rows.length, next: 'POST /api/account/createUsers' }
  })
}

async function* exampleRows(example: Readonly<Record<string, string>>): AsyncGenerator<readonly string[]> {
  yield importColumns.map(({ title }) => title)
  yield importColumns.map((column) => example[column.field] ?? column.example)
}
