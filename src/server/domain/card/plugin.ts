import type { FastifyInstance } from 'fastify'
import type { Trx } from '../../platform/database/tables.ts'
import type { JobContext } from '../../platform/jobs/jobRunner.ts'
import { deriveSerialKeys, type SerialKeys } from '../serial/public.ts'
import { cardHooks } from './cardHooks.ts'
import { cardListRoutes } from './listRoutes.ts'
import { type CardWork, makeCardChunk } from './makeOrder.ts'
import { makerFileRoute } from './makerFile.ts'
import { registerCardCalls } from './partnerCalls.ts'
import { cardStaffRoutes } from './staffRoutes.ts'

const makeJob = 'card.make'

/** Physical cards (實體卡序號維護). */
export function cardArea(app: FastifyInstance): void {
  const keys = deriveSerialKeys(app.secrets)
  app.records.register('couponCard', cardHooks)
  const enqueueCards = async (trx: Trx, work: unknown, requestedBy: string) => {
    await app.jobs.enqueue(trx, makeJob, work, { requestedBy })
  }
  cardStaffRoutes(app, { keys, enqueueCards })
  cardListRoutes(app)
  makerFileRoute(app, keys)
  registerCardCalls(app, keys)
  app.jobs.register(makeJob, { title: '製作實體卡', run: (context) => makeRest(keys, context) })
}

/** After a crash it continues behind the last complete chunk. */
async function makeRest(keys: SerialKeys, context: JobContext): Promise<{ made: number }> {
  const work = context.payload as CardWork
  for (;;) {
    context.signal.throwIfAborted()
    const made = await makeCardChunk(context.db, keys, work, context.clock.now())
    await context.saveProgress({ made, quantity: work.batch.quantity })
    if (made >= work.batch.quantity) return { made }
  }
}
