import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { Preferences, StoredPreferences } from '../../answers/preferences.ts'
import { json } from '../platform/database/json.ts'
import { apiError } from '../platform/errors.ts'
import { Word } from '../platform/http/bounds.ts'
import { typedRoutes } from '../platform/http/routeAnswers.ts'

/** `GET` and `PUT /api/screens/{group}/{name}/preferences` for the signed-in user. */
export function servePreferences(app: FastifyInstance): void {
  const url = '/api/screens/:group/:name/preferences'
  const config = { permission: 'signedIn' } as const
  const params = Type.Object({ group: Word, name: Word })
  const routes = typedRoutes(app)

  routes.get(url, { config, schema: { params, response: { 200: StoredPreferences } } }, async ({ actor, params }) => {
    const uri = knownUri(app, params)
    const statement = sql<{ body: Preferences }>`select body from user_preference where user_id = ${actor.id} and uri = ${uri}`
    return (await statement.execute(app.db)).rows[0]?.body ?? {}
  })

  routes.put(url, { config, schema: { params, body: Preferences, response: { 200: Preferences } } }, async ({ actor, params, body }) => {
    const uri = knownUri(app, params)
    await sql`
      insert into user_preference (user_id, uri, body) values (${actor.id}, ${uri}, ${json(body)})
      on conflict (user_id, uri) do update set body = excluded.body, updated_at = now()
    `.execute(app.db)
    return body
  })
}

interface ScreenParams {
  readonly group: string
  readonly name: string
}

function knownUri(app: FastifyInstance, { group, name }: ScreenParams): string {
  const uri = `/${group}/${name}`
  if (!app.documents.screen(uri)) throw apiError('M08')
  return uri
}
