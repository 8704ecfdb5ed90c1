import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { systemActor } from '../platform/actor.ts'
import { transact } from '../platform/database/transact.ts'
import { serveDocumentCalls } from './calls/documentCalls.ts'
import { tidyIdempotency } from './calls/idempotency.ts'
import { applyDueRequests } from './changeDecisions/changeEffects.ts'
import { createRecordsEngine } from './createEngine.ts'
import type { RecordsEngine } from './engine.ts'
import { tidyExportFiles } from './export/exportFiles.ts'
import { createLargeExports, registerExportJob } from './export/exportJob.ts'
import { createMaskedLookups, type MaskedLookups, tidyLookups } from './masks/maskedLookups.ts'
import { tellOfDates, tidyNotices } from './notices/dates.ts'
import { describeDocuments } from './openApi/describeDocuments.ts'
import { cleanStoredRichText } from './richText/cleanStored.ts'
import type { EngineServices, RenamedParts } from './services.ts'
import { refreshStoredResults, resultsHash } from './storedResults.ts'
import { nothingMoves } from './write/write.ts'

declare module 'fastify' {
  interface FastifyInstance {
    records: RecordsEngine
    /** For routes other than lists that search for complete values of masked fields. */
    maskedLookups: MaskedLookups
  }
}

export interface RecordsOptions {
  /** Entities of the tables that the areas publish. Hooks are registered by these names, which no document can use for another table. */
  readonly publishedEntities: ReadonlySet<string>
}

/** The records engine, and the API of all screen documents behind one route. */
export const recordsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { publishedEntities }: RecordsOptions) => {
    const { lookupHash } = app.secrets
    app.decorate('maskedLookups', createMaskedLookups({ db: app.db, secret: lookupHash, perHour: app.config.maskedLookupsPerHour }))
    const parts = {
      findEntity: (name: string) => app.documents.entity(name),
      entities: () => [...app.documents.current().entities.values()],
      renamed: renamedParts(app),
      findOptions: app.dictionaries.find,
      fixedKeys: (name: string) =>
        app.documents
          .current()
          .dictionaries.get(name)
          ?.options.map(({ key }) => key),
      findLabels: app.dictionaries.labels,
      reportFailure: (error: unknown) => app.log.error({ err: error }, 'work after a commit failed'),
      largeExports: createLargeExports(app),
      lookups: app.maskedLookups,
      rowKey: app.secrets.fieldEncryption,
      notices: {
        screensOf: (entity: string) => [...app.documents.current().screens.values()].filter((screen) => screen.entity.name === entity),
        enqueueMail: app.mail.enqueue,
        enqueueWebhook: app.webhooks.enqueue,
        publicUrl: app.config.publicUrl,
      },
    }
    const { engine, services } = createRecordsEngine(parts, publishedEntities)
    app.decorate('records', engine)
    registerChangeJob(app, services)
    registerNoticeJob(app, services)
    registerTidyJob(app)
    registerCleaningJob(app)
    registerFormulaJob(app)
    registerExportJob(app, services)
    await serveDocumentCalls(app, engine)
    app.openApi.addPaths(() => describeDocuments(app.documents.current()))
  },
  { name: 'records', dependencies: ['platform', 'screens'] },
)

function renamedParts(app: FastifyInstance): RenamedParts {
  const { renames } = app
  return {
    currentName: (entity, name) => renames.currentName(entity, name),
    formerNames: (entity) => renames.formerNames(entity),
    formerColumns: (entity, field) => renames.formerColumns(entity, field),
    currentOption(dictionary, key) {
      const known = app.documents.current().dictionaries.get(dictionary)
      return known === undefined ? key : renames.currentOption(known, key)
    },
    entityNames: (name) => renames.entityNames(name),
  }
}

/** Applies approved changes on their effective date, shortly after midnight or when the server starts. */
function registerChangeJob(app: FastifyInstance, services: EngineServices): void {
  app.jobs.register('records.applyChanges', {
    title: '變更單生效',
    dailyAt: '00:05',
    quiet: true,
    async run({ db, clock }) {
      const now = clock.now()
      const context = {
        actor: systemActor,
        now,
        screen: null,
        extra: {},
        moveAlso: nothingMoves,
        afterCommit: runInBackground(app),
        notice: () => undefined,
      }
      let appliedCount = 0
      // Works in batches with a commit each. Several processes can share the work, because each skips rows that another has locked.
      for (let last = -1; last !== 0; appliedCount += last) {
        last = await transact(db, (trx) => applyDueRequests(services, { ...context, trx }))
      }
      return appliedCount === 0 ? null : { appliedCount }
    },
  })
}

/** Tells people of dates in the morning, when they come to work, or when the server starts. */
function registerNoticeJob(app: FastifyInstance, services: EngineServices): void {
  app.jobs.register('records.tellOfDates', {
    title: '依日期通知',
    dailyAt: '08:00',
    quiet: true,
    async run({ db, clock, signal }) {
      const count = await tellOfDates(services, db, clock.now(), signal)
      return count === 0 ? null : { count }
    },
  })
}

function registerTidyJob(app: FastifyInstance): void {
  app.jobs.register('records.tidy', {
    title: '清理資料作業暫存',
    everyMinutes: 60,
    quiet: true,
    async run({ db, clock }) {
      await tidyIdempotency(db, clock.now())
      await tidyExportFiles(db, clock.now())
      await tidyLookups(db, clock.now())
      await tidyNotices(db, clock.now())
      return null
    },
  })
}

/** Runs soon after each start, and when a document change turns a field into rich text. */
function registerCleaningJob(app: FastifyInstance): void {
  app.jobs.register('records.cleanRichText', {
    title: '清理既有格式文字',
    everyMinutes: 1,
    quiet: true,
    run: ({ db, signal }) => cleanStoredRichText(db, app.documents.current().entities.values(), signal),
  })
}

const formulaJob = 'records.refreshFormulas'

/** Runs when a document changes the formulas of an entity or what is unique in it, soon after each start, and once more for what other processes stored meanwhile. */
function registerFormulaJob(app: FastifyInstance): void {
  const entities = () => [...app.documents.current().entities.values()]
  app.jobs.register(formulaJob, {
    title: '依文件補算',
    everyMinutes: 1,
    quiet: true,
    run: ({ db, clock, signal }) => refreshStoredResults(db, entities(), clock.now(), signal),
  })
  const hashes = () => entities().map(resultsHash).join()
  let known = hashes()
  app.documents.onChange(() => {
    const current = hashes()
    if (current === known) return
    known = current
    app.jobs
      .enqueue(app.db, formulaJob)
      .then(() => app.jobs.wake())
      .catch((error: unknown) => app.log.error({ err: error }, 'the results of changed formulas are calculated later'))
  })
}

/** These writes call no hooks. If one should leave work for after the commit, it is run, and a failure is reported. */
function runInBackground(app: FastifyInstance): (work: () => void | Promise<void>) => void {
  return (work) => {
    Promise.resolve()
      .then(work)
      .catch((error: unknown) => app.log.error({ err: error }, 'work after a commit failed'))
  }
}
