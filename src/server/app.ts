import { randomUUID } from 'node:crypto'
import type { Ajv } from 'ajv'
import Fastify, { type FastifyInstance } from 'fastify'
import { isDate, isDateTime } from '../rules/dates.ts'
import { dashboardsPlugin } from './dashboards/plugin.ts'
import { domainPlugin } from './domain/plugin.ts'
import { guardPlugin } from './identity/guardPlugin.ts'
import { identityPlugin } from './identity/plugin.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { OpenDatabase } from './platform/database/databaseOf.ts'
import { readableUrl } from './platform/http/guards/plainPath.ts'
import { awaitOpenRequests } from './platform/http/operation/openRequests.ts'
import { LazyValidators } from './platform/http/routes/lazyValidators.ts'
import { platformPlugin } from './platform/plugin.ts'
import { loadSecrets, type Secrets } from './platform/secrets.ts'
import { publishedNames } from './publishedNames.ts'
import { recordsPlugin } from './records/plugin.ts'
import type { KeptCheck } from './screens/keptCheck.ts'
import { screensPlugin } from './screens/plugin.ts'
import type { DocumentStates } from './screens/states/documentStates.ts'
import { subscriptionsPlugin } from './subscriptions/plugin.ts'

declare module 'fastify' {
  interface FastifyInstance {
    validators: LazyValidators
  }
}

/** What an app is built from. `database` is migrated and stays the caller's: closing the app does not close it. */
export interface Services {
  readonly config: Config
  readonly database: OpenDatabase
  readonly clock?: Clock
  /** Keeps every accepted state of the documents; default: none. */
  readonly states?: DocumentStates
  /** What an earlier run found in the documents; default: nothing. */
  readonly kept?: KeptCheck | undefined
  /** Default: from the environment and the secrets file. */
  readonly secrets?: Secrets
  /** Whether documents that change on disk take effect; default: they do. */
  readonly watchesDocuments?: boolean
}

/** Image routes need it; nothing needs more (security, input). Uploads have limits of their own. */
const bodyBytesMax = 1.5 * 1024 * 1024
/** Lists put their whole query into the address, and a token may have 6 KB. */
const headerBytesMax = 32 * 1024
const requestTimeoutMs = 30_000
const headersTimeoutMs = 10_000
/** Longest start of a plugin; Fastify's default of 10 s is too short for a busy machine. */
const startTimeoutMs = 120_000

/** Date formats of the product replace those of ajv-formats, which accept years, seconds and blanks that the database does not. */
function ownFormats(ajv: Ajv): Ajv {
  return ajv.addFormat('date', isDate).addFormat('date-time', isDateTime)
}

function createServer(config: Config, validators: LazyValidators): FastifyInstance {
  return Fastify({
    schemaController: { compilersFactory: { buildValidator: validators.buildValidator } },
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    pluginTimeout: startTimeoutMs,
    http: { maxHeaderSize: headerBytesMax, headersTimeout: headersTimeoutMs },
    trustProxy: config.trustedProxies ? [...config.trustedProxies] : false,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '' }) => readableUrl(url),
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    logger: { level: config.logLevel, serializers: { req: (request) => ({ method: request.method }) } },
    routerOptions: { maxParamLength: 200 },
    // An unknown field is an error, never silently dropped; `verbose` gives the error handler the titles of fields.
    // Optimizing the code of some 300 validators takes longer at the start than it saves later.
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: 'array', allErrors: false, verbose: true, code: { optimize: false } },
      plugins: [ownFormats],
    },
  })
}

/**
 * Builds the whole server without listening, so that tests run exactly what production runs.
 *
 * @throws Error when a route declares no permission, or an area's dependencies are missing
 */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config, database, clock = systemClock } = services
  const secrets = services.secrets ?? loadSecrets(config, process.env)
  const validators = new LazyValidators()
  const app = createServer(config, validators)
  app.decorate('validators', validators)
  await app.register(platformPlugin, { config, secrets, database, clock })
  // In this order: a scope gets only the hooks that exist when it is made, so the guard of all calls comes first.
  await app.register(guardPlugin)
  const { states, kept, watchesDocuments } = services
  await app.register(screensPlugin, { known: publishedNames, states, kept, isWatching: watchesDocuments })
  await app.register(recordsPlugin, { publishedEntities: new Set([...publishedNames.tables.values()].map((table) => table.entity)) })
  await app.register(dashboardsPlugin)
  await app.register(identityPlugin)
  await app.register(domainPlugin)
  await app.register(subscriptionsPlugin)
  // Registered last: endless streams are told to end before open requests are awaited.
  awaitOpenRequests(app)
  await app.ready()
  return app
}
