import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { ConnectionTest, PartnerKey, RotatedKey, StoppedKey } from '../../../answers/connection.ts'
import { userActionType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { apiError } from '../../platform/errors.ts'
import { IdParams } from '../../platform/http/routes/bounds.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { stopOldKey } from './keyStore.ts'
import { generatePartnerKey } from './partnerKeys.ts'
import { testConnection } from './testConnection.ts'

const rotate = 'connection.connection_platform.rotatekey'

/** Keys of platforms: make, rotate, stop, try out (domain 4.4). The rest of the screen is served by the records engine. */
export function connectionRoutes(app: FastifyInstance): void {
  const generatePermission = ['connection.connection_platform.create', 'connection.connection_platform.edit', rotate]
  const routes = typedRoutes(app)
  const made = { config: { permission: generatePermission }, schema: { response: { 200: PartnerKey } } }
  routes.get('/api/account/generate_aes_keyandiv', made, async () => generatePartnerKey())

  const base = '/api/connection/connection_platform/:id'
  const config = { permission: rotate, takes: 'nothing' } as const
  routes.post(
    `${base}/rotate_key`,
    { config, schema: { params: IdParams, response: { 200: RotatedKey } } },
    async ({ actor, params }, reply) => reply.header('x-message-code', 'M04').send(await rotateKey(app, actor, params.id)),
  )
  routes.post(
    `${base}/stop_old_key`,
    { config, schema: { params: IdParams, response: { 200: StoppedKey } } },
    async ({ actor, params }, reply) => reply.header('x-message-code', 'M04').send(await stopKey(app, actor, params.id)),
  )
  routes.post(
    `${base}/test`,
    {
      config: { permission: 'connection.connection_platform.view', takes: 'nothing' },
      schema: { params: IdParams, response: { 200: ConnectionTest } },
    },
    async ({ params, ip }) => testConnection(app, params.id, ip),
  )
}

/** The new pair is in this answer and nowhere else afterwards. */
async function rotateKey(app: FastifyInstance, actor: Actor, id: number): Promise<Static<typeof RotatedKey>> {
  const key = generatePartnerKey()
  return transact(app.db, async (trx) => {
    const call = { actor, screen: null, entity: 'connectionPlatform', now: app.clock.now(), db: trx } as const
    const { rowVersion } = await lockPlatform(trx, id)
    const { keyVersion, oldKeyValidTo } = await app.records.update(call, id, rowVersion, { ...key })
    return { ...key, keyVersion, oldKeyValidTo }
  })
}

async function stopKey(app: FastifyInstance, actor: Actor, id: number): Promise<Static<typeof StoppedKey>> {
  return transact(app.db, async (trx) => {
    const platform = await lockPlatform(trx, id)
    if (platform.oldKeyValidTo === null) throw apiError('M09')
    await stopOldKey(trx, platform.platformNo)
    const call = { actor, screen: null, entity: 'connectionPlatform', now: app.clock.now(), db: trx } as const
    const { oldKeyValidTo } = await app.records.update(call, id, platform.rowVersion, { oldKeyValidTo: null })
    await writeUserAction(trx, {
      actor,
      userActionType: userActionType.other,
      action: `立即停用舊金鑰 ${platform.platformNo}`,
      entity: 'connectionPlatform',
      entityId: id,
    })
    return { oldKeyValidTo }
  })
}

async function lockPlatform(trx: Trx, id: number) {
  const platform = await trx
    .selectFrom('connectionPlatform')
    .select(['platformNo', 'rowVersion', 'oldKeyValidTo'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!platform) throw apiError('M08')
  return platform
}
