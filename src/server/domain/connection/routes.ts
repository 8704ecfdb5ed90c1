import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { userActionType } from '../../../rules/codes.generated.ts'
import { writeUserAction } from '../../platform/audit.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { apiError } from '../../platform/errors.ts'
import { IdParams } from '../../platform/http/bounds.ts'
import { stopOldKey } from './keyStore.ts'
import { generatePartnerKey, type PartnerKey } from './partnerKeys.ts'
import { testConnection } from './testConnection.ts'

const rotate = 'connection.connection_platform.rotatekey'

/** Keys of platforms: make, rotate, stop, try out (domain 4.4). The rest of the screen is served by the records engine. */
export function connectionRoutes(app: FastifyInstance): void {
  const generatePermission = ['connection.connection_platform.create', 'connection.connection_platform.edit', rotate]
  app.get('/api/account/generate_aes_keyandiv', { config: { permission: generatePermission } }, async () => generatePartnerKey())

  const base = '/api/connection/connection_platform/:id'
  app.post(
    `${base}/rotate_key`,
    { config: { permission: rotate, takes: 'nothing' }, schema: { params: IdParams } },
    async (request, reply) => {
      reply.header('x-message-code', 'M04')
      return rotateOnRequest(app, request)
    },
  )
  app.post(
    `${base}/stop_old_key`,
    { config: { permission: rotate, takes: 'nothing' }, schema: { params: IdParams } },
    async (request, reply) => {
      reply.header('x-message-code', 'M04')
      return stopOnRequest(app, request)
    },
  )
  const testPermission = 'connection.connection_platform.view'
  app.post(`${base}/test`, { config: { permission: testPermission, takes: 'nothing' }, schema: { params: IdParams } }, async (request) => {
    const { id } = request.params as Static<typeof IdParams>
    return testConnection(app, id, request.ip)
  })
}

/** The new pair is in this answer and nowhere else afterwards. */
async function rotateOnRequest(
  app: FastifyInstance,
  request: FastifyRequest,
): Promise<PartnerKey & { keyVersion: unknown; oldKeyValidTo: unknown }> {
  const { id } = request.params as Static<typeof IdParams>
  const key = generatePartnerKey()
  return transact(app.db, async (trx) => {
    const call = { actor: request.actor, screen: null, entity: 'connectionPlatform', now: app.clock.now(), db: trx }
    const { rowVersion } = await lockPlatform(trx, id)
    const stored = await app.records.update(call, id, rowVersion, { ...key })
    return { ...key, keyVersion: stored.keyVersion, oldKeyValidTo: stored.oldKeyValidTo }
  })
}

async function stopOnRequest(app: FastifyInstance, request: FastifyRequest): Promise<unknown> {
  const { id } = request.params as Static<typeof IdParams>
  return transact(app.db, async (trx) => {
    const platform = await lockPlatform(trx, id)
    if (platform.oldKeyValidTo === null) throw apiError('M09')
    await stopOldKey(trx, platform.platformNo)
    const call = { actor: request.actor, screen: null, entity: 'connectionPlatform', now: app.clock.now(), db: trx }
    const stored = await app.records.update(call, id, platform.rowVersion, { oldKeyValidTo: null })
    await writeUserAction(trx, {
      actor: request.actor,
      userActionType: userActionType.other,
      action: `立即停用舊金鑰 ${platform.platformNo}`,
      entity: 'connectionPlatform',
      entityId: id,
    })
    return stored
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
