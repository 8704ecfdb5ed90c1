import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { Menu, PermissionTree } from '../../../answers/account.ts'
import { SharedOptions } from '../../../answers/settings.ts'
import { Nothing } from '../../../answers/shapes.ts'
import { type UserType, userActionType, userType } from '../../../rules/codes.generated.ts'
import type { PlainOption } from '../../../rules/dictionaryOptions.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { asEssential } from '../../platform/database/workKind.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { permissionTree } from '../permissions/permissionTree.ts'
import type { ScreenCatalog } from '../permissions/screenSource.ts'
import { userFunctions } from '../permissions/userFunctions.ts'
import { endSession } from '../tokens/sessions.ts'

const closed = { additionalProperties: false } as const

export interface AccountRouteServices {
  catalog(): ScreenCatalog
  /** Options of a dictionary as this actor may see them; undefined when the dictionary does not exist. */
  findOptions(name: string, actor: Actor, strArg: string): Promise<readonly PlainOption[] | undefined>
  forgetSessions(): void
}

/** Kinds of log rows that the browser may write; the server writes all others itself (domain 4.10). */
const ActionLogBody = Type.Object(
  {
    action: Type.String({ title: '操作內容', maxLength: 200 }),
    userActionType: Type.Unsafe<1 | 2>({ type: 'integer', title: '操作類型', enum: [1, 2] }),
  },
  closed,
)
const TreeQuery = Type.Object(
  { userType: Type.Optional(Type.Unsafe<UserType>({ type: 'string', title: '使用者類型', enum: Object.values(userType) })) },
  closed,
)
const CompanyQuery = Type.Object({ companyNo: Type.String({ title: '特約商', minLength: 1, maxLength: 7 }) }, closed)

/** Routes for menu, permission tree, action log and reward names (specification 7). */
export function serveAccounts(app: FastifyInstance, services: AccountRouteServices): void {
  const routes = typedRoutes(app)

  routes.get(
    '/api/account/permissions',
    { schema: { querystring: TreeQuery, response: { 200: PermissionTree } }, config: { permission: ['authority.roles.view'] } },
    async ({ query }) => permissionTree(services.catalog(), query.userType),
  )

  routes.get(
    '/api/account/users/me/functions',
    { schema: { response: { 200: Menu } }, config: { permission: 'signedIn', allowedBeforePasswordChange: true } },
    async ({ actor }) => userFunctions(services.catalog(), actor.permissions),
  )

  routes.post(
    '/api/account/user_action_log',
    {
      schema: { body: ActionLogBody, response: { 200: Nothing } },
      config: { permission: 'signedIn', allowedBeforePasswordChange: true, quiet: true },
    },
    async ({ actor, body }, reply) => {
      const isLogout = String(body.userActionType) === userActionType.logout
      const kind = isLogout ? userActionType.logout : userActionType.openScreen
      const note = async (trx: Trx) => {
        await writeUserAction(trx, { actor, userActionType: kind, action: body.action })
        if (isLogout && actor.sessionId) await endSession(trx, actor.sessionId, 'logout', app.clock.now())
      }
      await asEssential(() => transact(app.db, note))
      if (isLogout) services.forgetSessions()
      return reply.header('x-message-code', 'M04').send({})
    },
  )

  routes.get(
    '/api/account/retail_store/reward_point_name',
    {
      schema: { querystring: CompanyQuery, response: { 200: SharedOptions } },
      config: { permission: ['authority.users.create', 'authority.users.edit', 'company.retail_store.view'] },
    },
    async ({ actor, query }) => {
      const options = (await services.findOptions('RewardPoint', actor, query.companyNo)) ?? []
      return options.filter((option) => !option.ended)
    },
  )
}
