import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { json } from '../platform/database/json.ts'
import { apiError } from '../platform/errors.ts'
import { Word } from '../platform/http/bounds.ts'

const closed = { additionalProperties: false } as const
const fieldName = Type.String({ minLength: 1, maxLength: 60 })
const viewId = Type.String({ pattern: '^[A-Za-z0-9-]{1,60}$' })

/** In the user's order. */
const Columns = Type.Array(
  Type.Object(
    {
      field: fieldName,
      hidden: Type.Optional(Type.Boolean()),
      width: Type.Optional(Type.Integer({ minimum: 20, maximum: 2000 })),
      pin: Type.Optional(Type.Union([Type.Literal('start'), Type.Literal('end'), Type.Null()])),
    },
    closed,
  ),
  { maxItems: 200 },
)

/** `query` is what the address holds while the view is open. */
const SavedView = Type.Object(
  {
    id: viewId,
    name: Type.String({ minLength: 1, maxLength: 50 }),
    query: Type.String({ maxLength: 4000 }),
    columns: Type.Optional(Columns),
  },
  closed,
)

/** What a user keeps about the list of a screen; keyed by field, so that a changed document drops only what no longer fits. */
const Preferences = Type.Object(
  {
    version: Type.Integer({ minimum: 1, maximum: 1000 }),
    columns: Columns,
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    views: Type.Optional(Type.Array(SavedView, { maxItems: 50 })),
    /** The id of a saved view or the name of a shipped one; opened when the address says nothing. */
    defaultView: Type.Optional(viewId),
  },
  closed,
)
type Preferences = Static<typeof Preferences>

interface ScreenParams {
  readonly group: string
  readonly name: string
}

/** `GET` and `PUT /api/screens/{group}/{name}/preferences`, of the signed-in user. */
export function servePreferences(app: FastifyInstance): void {
  const url = '/api/screens/:group/:name/preferences'
  const config = { permission: 'signedIn' }
  const params = Type.Object({ group: Word, name: Word })

  app.get<{ Params: ScreenParams }>(url, { config, schema: { params } }, async (request) => {
    const uri = knownUri(app, request.params)
    const statement = sql<{ body: Preferences }>`select body from user_preference where user_id = ${request.actor.id} and uri = ${uri}`
    return (await statement.execute(app.db)).rows[0]?.body ?? {}
  })

  app.put<{ Params: ScreenParams; Body: Preferences }>(url, { config, schema: { params, body: Preferences } }, async (request) => {
    const uri = knownUri(app, request.params)
    await sql`
      insert into user_preference (user_id, uri, body) values (${request.actor.id}, ${uri}, ${json(request.body)})
      on conflict (user_id, uri) do update set body = excluded.body, updated_at = now()
    `.execute(app.db)
    return request.body
  })
}

function knownUri(app: FastifyInstance, { group, name }: ScreenParams): string {
  const uri = `/${group}/${name}`
  if (!app.documents.screen(uri)) throw apiError('M08')
  return uri
}
