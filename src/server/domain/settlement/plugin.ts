import type { FastifyInstance } from 'fastify'
import type { Trx } from '../../platform/database/tables.ts'
import { deriveSerialKeys } from '../serial/public.ts'
import { generationJob, registerGeneration } from './generationJob.ts'
import { settlementPortalRoutes } from './portalRoutes.ts'
import { pointRequestRoutes } from './requestRoutes.ts'
import { serialMailRoutes } from './serialMailRoutes.ts'
import { createSettlementHooks } from './settlementHooks.ts'

/** Orders of points by corporate members (企業點數序號設定). */
export function settlementArea(app: FastifyInstance): void {
  const keys = deriveSerialKeys(app.secrets)
  const enqueueGeneration = async (trx: Trx, settlementId: number, requestedBy: string) => {
    await app.jobs.enqueue(trx, generationJob, { settlementId }, { requestedBy })
  }
  const { publicUrl } = app.config
  app.records.register('corporateSettlement', createSettlementHooks({ keys, publicUrl, enqueueMail: app.mail.enqueue, enqueueGeneration }))
  registerGeneration(app, keys)
  settlementPortalRoutes(app, keys)
  serialMailRoutes(app, keys)
  pointRequestRoutes(app)
}
