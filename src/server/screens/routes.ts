import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { AcceptedChanges as AcceptedChangesAnswer } from '../../answers/acceptedChanges.ts'
import { Diagnostics } from '../../answers/diagnostics.ts'
import { OpeningParts } from '../../answers/opening.ts'
import { filteredElsewhere, Nothing } from '../../answers/shapes.ts'
import { openingDictionaries } from '../../language/query/openingDictionaries.ts'
import type { DictionaryRef, ResolvedScreen } from '../../language/resolved.ts'
import { userActionType } from '../../rules/codes.generated.ts'
import type { Actor } from '../platform/actor.ts'
import { writeUserAction } from '../platform/audit.ts'
import { apiError } from '../platform/errors.ts'
import { Word } from '../platform/http/routes/bounds.ts'
import { contentAnswer, typedRoutes } from '../platform/http/routes/routeAnswers.ts'
import { diagnosticsPermission } from './events.ts'
import type { AcceptedChanges } from './impact/acceptedChanges.ts'
import { readPreferences } from './preferences.ts'
import type { Validators } from './validators.ts'

/** The description lists every call, so only those who run the system may read it. */
const apiDescriptionPermission = diagnosticsPermission

const RestrictedScreen = filteredElsewhere<ResolvedScreen>('畫面文件，已依使用者的權限裁切')
const ScreenParams = Type.Object({ group: Word, name: Word })
const ApiDescription = filteredElsewhere<Readonly<Record<string, unknown>>>('OpenAPI 3.1')

/** More rows than a browser prints; exports have the same limit. */
const printedMax = 100_000

/**
 * Logs a print before it is shown. The print itself reads its rows by the calls of the list. Its rows leave the product like those of an
 * export, so it needs the export permission.
 */
function servePrints(app: FastifyInstance): void {
  typedRoutes(app).post(
    '/api/screens/:group/:name/printed',
    {
      config: { permission: 'signedIn' },
      schema: {
        params: ScreenParams,
        body: Type.Object({ count: Type.Integer({ title: '筆數', minimum: 0, maximum: printedMax }) }, { additionalProperties: false }),
        response: { 200: Nothing },
      },
    },
    async ({ actor, params, body }) => {
      const screen = app.documents.screen(`/${params.group}/${params.name}`)
      if (!screen) throw apiError('M08')
      const { title, entity, actions } = app.documents.restricted(screen, actor)
      if (!Object.values(actions).some((action) => action.kind === 'builtIn' && action.action === 'print')) throw apiError('M12')
      const action = `列印${title} ${body.count} 筆`
      await writeUserAction(app.db, { actor, userActionType: userActionType.export, action, entity: entity.name })
      return {}
    },
  )
}

/** @throws M08 when there is no such screen, M12 when the user may not open it */
function openedScreen(app: FastifyInstance, actor: Actor, { group, name }: Static<typeof ScreenParams>): ResolvedScreen {
  // A bookmark of a screen that got another uri leads to it.
  const uri = app.renames.currentScreen(`/${group}/${name}`, app.documents.current().screens)
  const screen = app.documents.screen(uri)
  if (!screen) throw apiError('M08')
  return app.documents.restricted(screen, actor)
}

/** A screen with all that its list waits for when it opens, so that it can ask for its rows at once. */
function serveOpenings(app: FastifyInstance): void {
  const response = { 200: Type.Object({ screen: RestrictedScreen, ...OpeningParts }) }
  const schema = { params: ScreenParams, response }
  typedRoutes(app).get('/api/screens/:group/:name/opening', { config: { permission: 'signedIn' }, schema }, async ({ actor, params }) => {
    const screen = openedScreen(app, actor, params)
    const [preferences, dictionaries] = await Promise.all([
      readPreferences(app.db, actor, screen.uri),
      Promise.all(openingDictionaries(screen.list).map((ref) => optionsOf(app, actor, ref))),
    ])
    return { screen, preferences, dictionaries: dictionaries.flat() }
  })
}

/** None when they cannot be had: the list asks for them itself then, and says so where they are missing. */
async function optionsOf(app: FastifyInstance, actor: Actor, ref: DictionaryRef) {
  const { name, ...args } = ref
  const options = await app.dictionaries.find(name, { db: app.db, actor, ...args }).catch(() => undefined)
  return options === undefined ? [] : [{ ...ref, options }]
}

/** Serves screens restricted to the user, their compiled validators, the findings of the checker, and who is touched by changes. */
export function serveScreens(app: FastifyInstance, validators: Validators, changes: AcceptedChanges): void {
  const routes = typedRoutes(app)
  const one = { params: ScreenParams, response: { 200: RestrictedScreen } }
  routes.get('/api/screens/:group/:name', { config: { permission: 'signedIn' }, schema: one }, async ({ actor, params }) =>
    openedScreen(app, actor, params),
  )

  serveOpenings(app)
  servePrints(app)

  // Public, because `import()` cannot send a token. The address is a hash of the content, and the content is no secret.
  const script = { params: Type.Object({ hash: Word }), response: { 200: contentAnswer('text/javascript') } }
  routes.get(
    '/api/screens/validators/:hash(^[0-9a-f]{8,64}$).js',
    { config: { permission: 'public' }, schema: script },
    async ({ params }, reply) => {
      const module = validators.find(params.hash)
      if (module === undefined) throw apiError('M08')
      return reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/javascript; charset=utf-8').send(module)
    },
  )

  const found = { config: { permission: diagnosticsPermission }, schema: { response: { 200: Diagnostics } } }
  routes.get('/api/screens/diagnostics', found, async () => app.documents.diagnostics())

  const changed = { config: { permission: diagnosticsPermission }, schema: { response: { 200: AcceptedChangesAnswer } } }
  routes.get('/api/screens/changes', changed, async () => changes.read(app.db))

  const described = { config: { permission: apiDescriptionPermission }, schema: { response: { 200: ApiDescription } } }
  routes.get('/api/openapi.json', described, async () => app.openApi.describe())
}
