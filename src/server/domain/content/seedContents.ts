import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { systemActor } from '../../platform/actor.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { projectRoot } from '../../platform/projectRoot.ts'
import { contentDefaults } from './contentDefaults.ts'

/**
 * Inserts and publishes the default texts of the portal when the installation has none, so that edited texts are never replaced.
 *
 * @param now time of publication
 */
export async function seedContents(app: Pick<FastifyInstance, 'records'>, trx: Trx, now: Date): Promise<void> {
  const any = await trx.selectFrom('portalContent').select('id').limit(1).executeTakeFirst()
  if (any) return
  const call = { actor: systemActor, screen: null, entity: 'portalContent', now, db: trx, afterCommit: () => undefined }
  for (const { picture, ...content } of contentDefaults) {
    const image = picture === undefined ? {} : { image: readPicture(picture) }
    const draft = await app.records.create(call, { ...content, ...image })
    await app.records.transition(call, draft.id, 'publish', {})
  }
}

function readPicture(name: string): string {
  const file = join(projectRoot, 'src/server/domain/content/pictures', `${name}.png`)
  return `data:image/png;base64,${readFileSync(file).toString('base64')}`
}
