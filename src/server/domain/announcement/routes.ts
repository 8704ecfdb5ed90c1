import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { addDays, startOfTaipeiDate } from '../../../rules/dates.ts'
import { apiError } from '../../platform/errors.ts'
import { IdParams } from '../../platform/http/bounds.ts'
import { findExportFile, listExportFiles, readExportFile } from '../../records/export/exportFiles.ts'
import { type BoardFilters, getBoardEntry, listBoard, markRead } from './noticeboard.ts'
import { readTodo } from './todo.ts'

const PageParams = Type.Object({
  pageIndex: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 100 }),
})
const Day = Type.String({ format: 'date' })
const Query = Type.Object(
  {
    category: Type.Optional(Type.String({ maxLength: 50 })),
    title: Type.Optional(Type.String({ maxLength: 100 })),
    startAtFrom: Type.Optional(Day),
    startAtTo: Type.Optional(Day),
  },
  { additionalProperties: false },
)

/** The notice board: first page of everybody who is signed in (domain 4.2). Reading is remembered by a POST, since a GET changes nothing. */
export function noticeboardRoutes(app: FastifyInstance): void {
  const config = { permission: 'signedIn' }
  app.get(
    '/api/noticeboard/announcements/:pageIndex/:pageSize',
    { config, schema: { params: PageParams, querystring: Query } },
    async (request) => {
      const page = request.params as Static<typeof PageParams>
      return listBoard(app.db, request.actor, app.clock.now(), { ...page, filters: readFilters(request.query as Static<typeof Query>) })
    },
  )
  app.get('/api/noticeboard/announcements/:id', { config, schema: { params: IdParams } }, async (request) => {
    const { id } = request.params as Static<typeof IdParams>
    return getBoardEntry(app.db, request.actor, app.clock.now(), id)
  })
  app.post(
    '/api/noticeboard/announcements/:id/read',
    { config: { ...config, takes: 'nothing' }, schema: { params: IdParams } },
    async (request, reply) => {
      const { id } = request.params as Static<typeof IdParams>
      await markRead(app.db, request.actor, app.clock.now(), id)
      return reply.code(204).send()
    },
  )
  app.get('/api/noticeboard/todo', { config }, (request) => readTodo(app.db, request.actor))
  app.get('/api/noticeboard/files', { config }, async (request) => {
    const files = await listExportFiles(app.db, request.actor.id, app.clock.now())
    return files.map((file) => ({ ...file, path: `/api/noticeboard/files/${file.id}` }))
  })
  app.get('/api/noticeboard/files/:id', { config, schema: { params: IdParams } }, async (request, reply) => {
    const { id } = request.params as Static<typeof IdParams>
    const file = await findExportFile(app.db, id, request.actor.id, app.clock.now())
    if (!file) throw apiError('M08')
    if (!request.actor.permissions.has(file.permission)) throw apiError('M12')
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
    return reply.type('application/zip').send(Readable.from(readExportFile(app.db, id), { objectMode: false }))
  })
}

function readFilters({ category, title, startAtFrom, startAtTo }: Static<typeof Query>): BoardFilters {
  return {
    category,
    title,
    startAtFrom: startAtFrom === undefined ? undefined : startOfTaipeiDate(startAtFrom),
    startAtTo: startAtTo === undefined ? undefined : startOfTaipeiDate(addDays(startAtTo, 1)),
  }
}
