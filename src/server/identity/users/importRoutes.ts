import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { CheckQuery } from '../../platform/http/bounds.ts'
import { writeXlsx } from '../../records/export/xlsx.ts'
import type { RecordValues } from '../../records/hooks.ts'
import { importRowsMax } from '../../records/import/workbook/readWorkbook.ts'
import { uploadedFile } from '../../records/uploadedFile.ts'
import { importColumns } from './importColumns.ts'
import { readUserFile } from './importFile.ts'
import { exampleUser, withRoleCodes } from './importRoles.ts'
import { checkUsers, createUsers, type ImportServices } from './importUsers.ts'

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const exampleName = '使用者匯入範例'

const text = { type: 'string', maxLength: 200 } as const
const rowProperties = Object.fromEntries(
  importColumns.map(({ field }) => [field, field === 'roles' ? { type: 'array', items: text, maxItems: 20 } : text]),
)
const createBody = {
  type: 'object',
  additionalProperties: false,
  required: ['rows'],
  properties: {
    rows: {
      type: 'array',
      title: '資料列',
      minItems: 1,
      maxItems: importRowsMax,
      items: { type: 'object', additionalProperties: false, properties: { ...rowProperties, isEnabled: { type: 'boolean' } } },
    },
  },
} as const

/** Import of users in two steps (specification 7): check a file, then create what was checked; and the example file. */
export function serveUserImport(app: FastifyInstance, services: ImportServices): void {
  const config = { permission: ['authority.users.import'] }

  app.get('/api/account/download/excel', { config }, async (request, reply) => {
    const example = await exampleUser(services, request.actor)
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${exampleName}.xlsx`)}`)
    return reply.type(xlsxType).send(Readable.from(writeXlsx(exampleName, exampleRows(example)), { objectMode: false }))
  })

  app.post<{ Body: { rows: readonly RecordValues[] } }>(
    '/api/account/createUsers',
    { schema: { body: createBody }, config },
    async (request, reply) => {
      const rows = request.body.rows.map((values, index) => ({ row: index + 2, values }))
      await createUsers(services, request.actor, rows)
      return reply.code(201).header('x-message-code', 'M01').send({ count: rows.length })
    },
  )

  app.post('/api/account/importUsers', { config: { ...config, takes: 'file' }, schema: { querystring: CheckQuery } }, async (request) => {
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
