import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { codeCategory } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import type { JobContext } from '../../platform/jobs/jobRunner.ts'
import { type EngineServices, type LargeExports, type LargeExportWork, prepare } from '../services.ts'
import { rightsOf, setExportState } from './exportFiles.ts'
import { writeLargeExport } from './largeExport.ts'

const jobName = 'records.export'
/** Default of EXPORT.SYNC_LIMIT when the code table has none (domain 4.15). */
const rowsMaxDefault = 100_000

/** Creates the service that runs large exports for the engine. */
export function createLargeExports(app: FastifyInstance): LargeExports {
  return {
    rowsMax: readRowsMax,
    async enqueue(executor, work) {
      await app.jobs.enqueue(executor, jobName, work, { requestedBy: work.actor.userName })
      app.jobs.wake()
    },
  }
}

export function registerExportJob(app: FastifyInstance, services: EngineServices): void {
  app.jobs.register(jobName, {
    title: '匯出檔案',
    run: (context) => runExport(app, services, context.payload as LargeExportWork, context),
  })
}

async function runExport(app: FastifyInstance, services: EngineServices, work: LargeExportWork, context: JobContext): Promise<unknown> {
  const { db, clock, signal } = context
  try {
    const actor = await askerOf(app, work, context)
    const screen = app.documents.screen(work.uri)
    if (!screen) throw new Error(`there is no screen ${work.uri} any more`)
    const call = { actor, screen: app.documents.restricted(screen, actor), entity: screen.entity.name, now: clock.now(), db }
    const file = await db.selectFrom('exportFile').select(['id', 'fileName as name']).where('id', '=', work.fileId).executeTakeFirst()
    const assertSame = async () => {
      if (rightsOf(await askerOf(app, work, context)) !== rightsOf(actor)) throw new Error('the rights of the asker have changed')
    }
    return file ? await writeLargeExport(prepare(services, call), work.query, file, { db, signal, assertSame }) : null
  } catch (error) {
    // A job stopped with the server is not marked as failed, because the next process continues it.
    if (!signal.aborted) await setExportState(db, work.fileId, { state: 'failed' })
    throw error
  }
}

/**
 * Who asked, with the rights of this moment: since then the account may have been closed, or moved to another merchant.
 *
 * @throws Error when the asker may not export this any more
 */
async function askerOf(app: FastifyInstance, { actor: { id }, uri }: LargeExportWork, { db, clock }: JobContext): Promise<Actor> {
  const actor = await app.sessions.findActor(db, id, clock.now())
  if (!actor?.permissions.has(`${app.documents.screen(uri)?.resource}.export`)) throw new Error('the asker may not export any more')
  return actor
}

/** A value that is not a positive integer counts as missing. */
async function readRowsMax(db: Executor, now: Date): Promise<number> {
  const { rows } = await sql<{ value: string | null }>`
    select value from code_table
    where category = ${sql.lit(codeCategory.parameter)} and code = 'EXPORT.SYNC_LIMIT' and is_enabled
      and effective_from <= ${taipeiDate(now)}
    order by effective_from desc limit 1
  `.execute(db)
  const value = Number(rows[0]?.value ?? '')
  return Number.isSafeInteger(value) && value > 0 ? value : rowsMaxDefault
}
