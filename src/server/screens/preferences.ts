import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { type OwnRole, Preferences, StoredPreferences } from '../../answers/preferences.ts'
import type { Actor } from '../platform/actor.ts'
import { json } from '../platform/database/json.ts'
import type { Database } from '../platform/database/tables.ts'
import { apiError } from '../platform/errors.ts'
import { Word } from '../platform/http/routes/bounds.ts'
import { typedRoutes } from '../platform/http/routes/routeAnswers.ts'

type Kept = Static<typeof Preferences>
type KeptView = NonNullable<Kept['views']>[number]
type SharedView = NonNullable<Static<typeof StoredPreferences>['shared']>[number]

/** `GET` and `PUT /api/screens/{group}/{name}/preferences` for the signed-in user. */
export function servePreferences(app: FastifyInstance): void {
  const url = '/api/screens/:group/:name/preferences'
  const config = { permission: 'signedIn' } as const
  const params = Type.Object({ group: Word, name: Word })
  const routes = typedRoutes(app)

  routes.get(url, { config, schema: { params, response: { 200: StoredPreferences } } }, async ({ actor, params }) => {
    return readPreferences(app.db, actor, knownUri(app, params))
  })

  routes.put(url, { config, schema: { params, body: Preferences, response: { 200: Preferences } } }, async ({ actor, params, body }) => {
    const uri = knownUri(app, params)
    const kept = { ...body, ...(body.views && { views: body.views.map((view) => sharedWithOwnRole(view, actor)) }) }
    await sql`
      insert into user_preference (user_id, uri, body) values (${actor.id}, ${uri}, ${json(kept)})
      on conflict (user_id, uri) do update set body = excluded.body, updated_at = now()
    `.execute(app.db)
    return kept
  })
}

/** What a user keeps about the list of a screen, with what others share. */
export async function readPreferences(db: Database, actor: Actor, uri: string): Promise<Static<typeof StoredPreferences>> {
  const statement = sql<{ body: Kept }>`select body from user_preference where user_id = ${actor.id} and uri = ${uri}`
  const [own, shared, roles] = await Promise.all([statement.execute(db), sharedViews(db, actor, uri), ownRoles(db, actor)])
  return { ...own.rows[0]?.body, shared, roles }
}

/** Most views of others that a list shows. */
const sharedMax = 50

/**
 * The views that others share with a role of the user. Only colleagues count: staff, or users of the same company, because roles of merchants
 * are the same for all of them. Whoever has lost the role or the account shares no more.
 */
async function sharedViews(db: Database, { id, userType, companyNo, roles }: Actor, uri: string): Promise<SharedView[]> {
  if (roles.length === 0) return []
  const { rows } = await sql<{ view: KeptView; owner: string }>`
    select v.view, u.full_name as owner from user_preference as p join app_user as u on u.id = p.user_id,
      jsonb_array_elements(coalesce(p.body -> 'views', '[]')) as v (view)
    where p.uri = ${uri} and p.body @? '$.views[*].sharedWith' and p.user_id <> ${id}
      and u.is_enabled and u.deleted_at is null and u.user_type = ${userType} and u.company_no is not distinct from ${companyNo}::text and v.view ->> 'sharedWith' = any(${roles}::text[])
      and u.roles @> jsonb_build_array(v.view ->> 'sharedWith')
    order by v.view ->> 'name', u.id limit ${sharedMax}
  `.execute(db.withoutPlugins())
  return rows.map(({ view: { sharedWith: _role, ...view }, owner }) => ({ ...view, owner }))
}

async function ownRoles(db: Database, { roles }: Actor): Promise<OwnRole[]> {
  if (roles.length === 0) return []
  const { rows } = await sql<OwnRole>`
    select role_code as "roleCode", role_name as "roleName" from app_role where role_code = any(${roles}::text[]) order by role_name
  `.execute(db.withoutPlugins())
  return rows
}

/** A view that was shared with a role which the user has no more is kept as the user's own. */
function sharedWithOwnRole(view: KeptView, { roles }: Actor): KeptView {
  const { sharedWith, ...own } = view
  return sharedWith === undefined || roles.includes(sharedWith) ? view : own
}

interface ScreenParams {
  readonly group: string
  readonly name: string
}

function knownUri(app: FastifyInstance, { group, name }: ScreenParams): string {
  const uri = app.renames.currentScreen(`/${group}/${name}`, app.documents.current().screens)
  if (!app.documents.screen(uri)) throw apiError('M08')
  return uri
}
