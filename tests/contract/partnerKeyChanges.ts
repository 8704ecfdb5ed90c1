import type { FastifyInstance } from 'fastify'
import { stopOldKey } from '../../src/server/domain/connection/keyStore.ts'
import { generatePartnerKey } from '../../src/server/domain/connection/partnerKeys.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import type { PartnerAccount } from '../support/partnerClient.ts'

async function versionOf(app: FastifyInstance, id: number): Promise<number> {
  const row = await app.db.selectFrom('connectionPlatform').select('rowVersion').where('id', '=', id).executeTakeFirstOrThrow()
  return row.rowVersion
}

/** Does what the button 產生金鑰 does. */
export async function rotate(app: FastifyInstance, id: number, platformNo: string): Promise<PartnerAccount> {
  const key = generatePartnerKey()
  const rowVersion = await versionOf(app, id)
  const call = { actor: systemActor, screen: null, entity: 'connectionPlatform', now: app.clock.now(), db: app.db }
  const stored = await app.records.update(call, id, rowVersion, { ...key })
  return { platformNo, keyVersion: Number(stored.keyVersion), ...key }
}

/** Does what the button 立即停用舊金鑰 does. */
export async function stopOld(app: FastifyInstance, id: number, platformNo: string): Promise<void> {
  const rowVersion = await versionOf(app, id)
  await transact(app.db, async (trx) => {
    await stopOldKey(trx, platformNo)
    const call = { actor: systemActor, screen: null, entity: 'connectionPlatform', now: app.clock.now(), db: trx }
    await app.records.update(call, id, rowVersion, { oldKeyValidTo: null })
  })
}
