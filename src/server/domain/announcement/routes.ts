import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { Announcement, AnnouncementPage, ExportFiles, NoticePage, TodoCards } from '../../../answers/noticeboard.ts'
import { addDays, startOfTaipeiDate } from '../../../rules/dates.ts'
import { apiError, textError } from '../../platform/errors.ts'
import { IdParams } from '../../platform/http/routes/bounds.ts'
import { contentAnswer, noContent, typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { sendFile } from '../../platform/http/routes/sendFile.ts'
import { findExportFile, listExportFiles, readExportFile, rightsOf } from '../../records/export/exportFiles.ts'
import { readChangeTodo } from './changeTodo.ts'
import { type BoardFilters, getBoardEntry, listBoard, markRead } from './noticeboard.ts'
import { listNotices, markNoticeRead, markNoticesRead } from './notices.ts'
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

/** The notice board, the first page of all signed-in users (domain 4.2). Reading is stored by a POST, because a GET changes nothing. */
export function noticeboardRoutes(app: FastifyInstance): void {
  const config = { permission: 'signedIn' } as const
  const routes = typedRoutes(app)

  const page = { params: PageParams, querystring: Query, response: { 200: AnnouncementPage } }
  routes.get('/api/noticeboard/announcements/:pageIndex/:pageSize', { config, schema: page }, async ({ actor, params, query }) =>
    listBoard(app.db, actor, app.clock.now(), { ...params, filters: readFilters(query) }),
  )

  const one = { params: IdParams, response: { 200: Announcement } }
  routes.get('/api/noticeboard/announcements/:id', { config, schema: one }, async ({ actor, params }) =>
    getBoardEntry(app.db, actor, app.clock.now(), params.id),
  )

  routes.post(
    '/api/noticeboard/announcements/:id/read',
    { config: { ...config, takes: 'nothing' }, schema: { params: IdParams, response: noContent } },
    async ({ actor, params }, reply) => {
      await markRead(app.db, actor, app.clock.now(), params.id)
      return reply.code(204).send(null)
    },
  )

  routes.get('/api/noticeboard/todo', { config, schema: { response: { 200: TodoCards } } }, async ({ actor }) => [
    ...(await readTodo(app.db, actor)),
    ...(await readChangeTodo(app, actor)),
  ])

  noticeRoutes(app)

  routes.get('/api/noticeboard/files', { config, schema: { response: { 200: ExportFiles } } }, async ({ actor }) => {
    const files = await listExportFiles(app.db, actor.id, app.clock.now())
    return files.map((file) => ({ ...file, path: `/api/noticeboard/files/${file.id}` }))
  })

  const zip = { params: IdParams, response: { 200: contentAnswer('application/zip') } }
  routes.get('/api/noticeboard/files/:id', { config, schema: zip }, async ({ actor, params: { id } }, reply) => {
    const file = await findExportFile(app.db, id, actor.id, app.clock.now())
    if (!file) throw apiError('M08')
    if (!actor.permissions.has(file.permission)) throw apiError('M12')
    if (file.rights !== null && file.rights !== rightsOf(actor)) throw textError(403, '匯出後您的權限已變更，請重新匯出。', 'RIGHTS')
    return sendFile(reply, { fileName: file.fileName, contentType: 'application/zip', body: readExportFile(app.db, id) })
  })
}

/** What documents tell a user of records. */
function noticeRoutes(app: FastifyInstance): void {
  const routes = typedRoutes(app)
  const reading = { config: { permission: 'signedIn' } } as const
  const marking = { config: { permission: 'signedIn', takes: 'nothing' } } as const
  const page = { params: PageParams, response: { 200: NoticePage } }
  routes.get('/api/noticeboard/notices/:pageIndex/:pageSize', { ...reading, schema: page }, ({ actor, params }) =>
    listNotices(app.db, actor, params),
  )
  routes.post(
    '/api/noticeboard/notices/:id/read',
    { ...marking, schema: { params: IdParams, response: noContent } },
    async ({ actor, params }, reply) => {
      await markNoticeRead(app.db, actor, params.id, app.clock.now())
      return reply.code(204).send(null)
    },
  )
  const body = Type.Object({ until: IdParams.properties.id }, { additionalProperties: false })
  routes.post(
    '/api/noticeboard/notices/read',
    { ...reading, schema: { body, response: noContent } },
    async ({ actor, body: { until } }, reply) => {
      await markNoticesRead(app.db, actor, until, app.clock.now())
      return reply.code(204).send(null)
    },
  )
}

function readFilters({ category, title, startAtFrom, startAtTo }: Static<typeof Query>): BoardFilters {
  return {
    category,
    title,
    startAtFrom: startAtFrom === undefined ? undefined : startOfTaipeiDate(startAtFrom),
    startAtTo: startAtTo === undefined ? undefined : startOfTaipeiDate(addDays(startAtTo, 1)),
  }
}
