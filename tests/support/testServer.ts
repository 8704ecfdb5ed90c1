import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { inject as provided } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import type { Clock } from '../../src/server/platform/clock.ts'
import type { OpenDatabase } from '../../src/server/platform/database/databaseOf.ts'
import { type DemoDay, ensureTemplate, type Template, templatePlace } from './templates.ts'
import { testConfig } from './testConfig.ts'
import { clonePostgres, openPostgres, openSnapshot } from './testDatabases.ts'
import type { TestRun } from './testRun.ts'
import { compareAnswers } from './wholeAnswers.ts'

compareAnswers()

export interface TestServerOptions {
  /** Default: the engine in `TEST_DATABASE`. A test that needs races asks for `postgres` and is skipped on other engines. */
  readonly database?: 'embedded' | 'postgres'
  /** With the small demo data and the demo accounts; or with the demo data of a day, which is made once per run too. */
  readonly demo?: boolean | DemoDay
  readonly clock?: Clock
  /** Also listens on a free port, for tests that use HTTP directly. */
  readonly listen?: boolean
  /** Default: the run of globalSetup. A file that needs another engine provides its own. */
  readonly run?: TestRun
  /** Address at which the product finds PostgreSQL, when there is a proxy in between. */
  readonly databasePort?: number
  /** Further environment variables, e.g. `{ CAPTCHA: 'off' }`. */
  readonly environment?: Readonly<Record<string, string>>
}

export interface TestServer {
  readonly app: FastifyInstance
  readonly inject: FastifyInstance['inject']
  /** Connection of the role that owns the tables; on PostgreSQL the product itself uses another role. */
  readonly database: OpenDatabase
  /** Null unless `listen` was asked for. */
  readonly baseUrl: string | null
  close(): Promise<void>
}

interface Clone {
  /** The database as the product opens it. */
  readonly served: OpenDatabase
  readonly database: OpenDatabase
  close(): Promise<void>
}

async function openClone(run: TestRun, name: Template, databasePort?: number): Promise<Clone> {
  await ensureTemplate(run, name)
  const template = templatePlace(run, name)
  if (run.serverUrl === null) {
    const database = await openSnapshot(template)
    return { served: database, database, close: database.close }
  }
  const clone = `${template}_${randomBytes(4).toString('hex')}`
  const database = await clonePostgres(run.serverUrl, template, clone)
  const served = openPostgres(run.serverUrl, clone, 'server', databasePort)
  const close = async () => {
    await served.close()
    await database.close()
  }
  return { served, database, close }
}

function templateOf({ demo = false }: TestServerOptions): Template {
  if (typeof demo === 'object') return demo
  return demo ? 'demo' : 'base'
}

/**
 * The whole product on a database of its own: the same `buildApp` as in production, on a copy of a template that is migrated once per run.
 * Make one per test file in `beforeAll`, and close it in `afterAll`.
 *
 * @throws Error when `database` asks for another engine than the run has
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const run = options.run ?? provided('testRun')
  if (options.database !== undefined && options.database !== run.kind)
    throw new Error(`this run tests ${run.kind}, not ${options.database}`)
  const clone = await openClone(run, templateOf(options), options.databasePort)
  const folder = await mkdtemp(join(run.folder, 'server-'))
  const config = testConfig({ DATA_DIR: folder, DEMO: options.demo === true ? '1' : '0', ...options.environment })
  // The documents that are shipped do not change while tests run, and to watch all of them takes longer than to read them.
  const watchesDocuments = options.environment?.SCHEMAS_DIR !== undefined
  const app = await buildApp({ config, database: clone.served, watchesDocuments, ...(options.clock ? { clock: options.clock } : {}) })
  if (options.listen) await app.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    await app.close()
    await clone.close()
  }
  const baseUrl = options.listen ? `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` : null
  return { app, inject: app.inject.bind(app) as FastifyInstance['inject'], database: clone.database, baseUrl, close }
}

/** True when this run has real concurrency: race tests use `describe.runIf(hasRaces())`. */
export function hasRaces(): boolean {
  return provided('testRun').kind === 'postgres'
}

/**
 * True in only one of the runs, the one with the faster database: tests that make much data, or walk through everything there is, and find the
 * same with each engine use `describe.runIf(runsOnce())`.
 */
export function runsOnce(): boolean {
  return hasRaces()
}
