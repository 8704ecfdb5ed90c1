import formBody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { ActivityLog } from './activity.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { OpenDatabase } from './database/databaseOf.ts'
import type { StorageState } from './database/storageState.ts'
import type { Database, Executor } from './database/tables.ts'
import { handleErrors } from './http/errorHandler.ts'
import { readForwarded } from './http/guards/callerAddress.ts'
import { guardPaths } from './http/guards/plainPath.ts'
import { offerRateLimits } from './http/guards/rateLimits.ts'
import { sendSecurityHeaders } from './http/guards/securityHeaders.ts'
import { guardInput } from './http/guards/unsafeInput.ts'
import { serveHealth } from './http/operation/health.ts'
import { serveMetrics } from './http/operation/metrics.ts'
import { paceRequests } from './http/operation/paceRequests.ts'
import { logRequests } from './http/operation/requestLog.ts'
import { serveClientFiles } from './http/pages/clientFiles.ts'
import { compressAnswers } from './http/routes/compressAnswers.ts'
import { describeRoutes } from './http/routes/openApi.ts'
import { guardAnswers } from './http/routes/routeAnswers.ts'
import { guardPermissions } from './http/routes/routePermission.ts'
import { guardSchemas } from './http/routes/routeSchema.ts'
import { JobRunner } from './jobs/jobRunner.ts'
import { offerRerun } from './jobs/rerunRoute.ts'
import { tidyJob, tidyJobs } from './jobs/tidyJobs.ts'
import { createMailJob, type MailPrinter } from './mail/mailJob.ts'
import { enqueueMail, type Mail, mailJob } from './mail/outbox.ts'
import { deriveMailKey } from './mail/sealedText.ts'
import { wipeJob, wipeMailsJob } from './mail/wipeMails.ts'
import { Pictures } from './pictures/pictures.ts'
import type { Secrets } from './secrets.ts'
import { enqueueWebhook, type WebhookEvent, webhookJob } from './webhooks/outbox.ts'
import { createWebhookJob, tidyWebhooksJob } from './webhooks/webhookJob.ts'

/**
 * Only `POST /connect/token` takes a form, and its longest fields are some 8 KB. Splitting a megabyte into a hundred thousand fields keeps the
 * server busy for more than a second, before anybody has signed in.
 */
const formBytesMax = 16 * 1024

/** What the platform needs; made by `main.ts`, or by a test. */
export interface PlatformOptions {
  readonly config: Config
  readonly secrets: Secrets
  readonly database: OpenDatabase
  readonly clock: Clock
}

declare module 'fastify' {
  interface FastifyInstance {
    config: Config
    secrets: Secrets
    db: Database
    /** The database for reports: the replica, or `db` when there is none. Never written to. */
    reportDb: Database
    /** Tells whether there is space to write. */
    storage: StorageState
    clock: Clock
    activity: ActivityLog
    jobs: JobRunner
    pictures: Pictures
    mail: {
      enqueue(executor: Executor, mail: Mail): Promise<void>
      /** Enqueues a mail and returns its id, by which the caller can look up later whether it was sent. */
      enqueueKnown(executor: Executor, mail: Mail): Promise<number>
    }
    webhooks: { enqueue(executor: Executor, event: WebhookEvent): Promise<void> }
  }
}

function decorate(app: FastifyInstance, { config, secrets, database, clock }: PlatformOptions): void {
  const activity = new ActivityLog({ db: database.db, storage: database.storage, clock, log: app.log })
  const jobs = new JobRunner({ db: database.db, kind: database.kind, storage: database.storage, clock, activity, log: app.log })
  app.decorate('config', config)
  app.decorate('secrets', secrets)
  app.decorate('db', database.db)
  app.decorate('reportDb', database.replica ?? database.db)
  app.decorate('storage', database.storage)
  app.decorate('clock', clock)
  app.decorate('activity', activity)
  app.decorate('jobs', jobs)
  app.decorate('pictures', new Pictures(app.log))
  const mailKey = deriveMailKey(secrets)
  const enqueueKnown = (executor: Executor, mail: Mail) => enqueueMail(executor, mailKey, mail, clock.now())
  app.decorate('mail', { enqueue: async (executor, mail) => void (await enqueueKnown(executor, mail)), enqueueKnown })
  jobs.register(mailJob, createMailJob({ ...config, ...printerOf(config), key: mailKey }, activity))
  jobs.register(wipeMailsJob, wipeJob)
  app.decorate('webhooks', { enqueue: (executor, event) => enqueueWebhook(executor, secrets, event, clock.now()) })
  jobs.register(webhookJob, createWebhookJob({ ...config, secrets }))
  jobs.register('webhooks.tidy', tidyWebhooksJob)
  jobs.register(tidyJobs, tidyJob)
  app.addHook('onClose', async () => {
    await jobs.stop()
    await activity.close()
  })
}

/** Production has a mail server, so nothing is printed. A test that logs nothing prints no mails either. */
function printerOf({ production, logLevel }: Config): { print?: MailPrinter } {
  if (production || logLevel === 'fatal' || logLevel === 'silent') return {}
  return { print: (text) => void process.stdout.write(`\n${text}\n\n`) }
}

/** The services of a server that know nothing of the business: database, checks of input and output, logs, health, browser files. */
export const platformPlugin = fastifyPlugin(
  async (app: FastifyInstance, options: PlatformOptions) => {
    readForwarded(app)
    guardPermissions(app)
    paceRequests(app)
    guardSchemas(app)
    guardAnswers(app)
    compressAnswers(app)
    await describeRoutes(app)
    handleErrors(app)
    // Before the first check, because its refusals are answers too.
    sendSecurityHeaders(app, options.config)
    guardPaths(app)
    decorate(app, options)
    guardInput(app)
    await offerRateLimits(app)
    await app.register(formBody, { bodyLimit: formBytesMax })
    logRequests(app)
    serveMetrics(app)
    serveHealth(app)
    offerRerun(app)
    await serveClientFiles(app)
  },
  { name: 'platform' },
)
