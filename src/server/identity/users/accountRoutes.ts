import type { FastifyInstance } from 'fastify'
import { type UserType, userActionType, userType } from '../../../rules/codes.generated.ts'
import type { PlainOption } from '../../../rules/dictionaryOptions.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { asEssential } from '../../platform/database/workKind.ts'
import { permissionTree } from '../permissions/permissionTree.ts'
import type { ScreenCatalog } from '../permissions/screenSource.ts'
import { userFunctions } from '../permissions/userFunctions.ts'
import { endSession } from '../tokens/sessions.ts'

export interface AccountRouteServices {
  catalog(): ScreenCatalog
  /** Options of a dictionary as the actor may see them; undefined when there is none of this name. */
  findOptions(name: string, actor: Actor, strArg: string): Promise<readonly PlainOption[] | undefined>
  forgetSessions(): void
}

/** Kinds that the browser may write; the server writes the others itself (domain 4.10). */
interface ActionLogBody {
  readonly action: string
  readonly userActionType: 1 | 2
}

const actionLogBody = {
  type: 'object',
  additionalProperties: false,
  required: ['action', 'userActionType'],
  properties: {
    action: { type: 'string', title: '操作內容', maxLength: 200 },
    userActionType: { type: 'integer', title: '操作類型', enum: [1, 2] },
  },
} as const

const treeQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { userType: { type: 'string', title: '使用者類型', enum: Object.values(userType) } },
} as const

const companyQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['companyNo'],
  properties: { companyNo: { type: 'string', title: '特約商', minLength: 1, maxLength: 7 } },
} as const

/** Menu, permission tree, action log and reward names (specification 7). */
export function serveAccounts(app: FastifyInstance, services: AccountRouteServices): void {
  app.get<{ Querystring: { userType?: UserType } }>(
    '/api/account/permissions',
    { schema: { querystring: treeQuery }, config: { permission: ['authority.roles.view'] } },
    async (request) => permissionTree(services.catalog(), request.query.userType),
  )

  app.get('/api/account/users/me/functions', { config: { permission: 'signedIn', allowedBeforePasswordChange: true } }, async (request) =>
    userFunctions(services.catalog(), request.actor.permissions),
  )

  app.post<{ Body: ActionLogBody }>(
    '/api/account/user_action_log',
    { schema: { body: actionLogBody }, config: { permission: 'signedIn', allowedBeforePasswordChange: true, quiet: true } },
    async (request, reply) => {
      const { actor, body } = request
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

  app.get<{ Querystring: { companyNo: string } }>(
    '/api/account/retail_store/reward_point_name',
    {
      schema: { querystring: companyQuery },
      config: { permission: ['authority.users.create', 'authority.users.edit', 'company.retail_store.view'] },
    },
    async (request) => {
      const { actor, query } = request
      const options = (await services.findOptions('RewardPoint', actor, query.companyNo)) ?? []
      return options.filter((option) => !option.ended)
    },
  )
}
