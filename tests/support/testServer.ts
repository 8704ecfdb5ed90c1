import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { inject as provided } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import type { Clock } from '../../src/server/platform/clock.ts'
import type { OpenDatabase } from '../../src/server/platform/database/databaseOf.ts'
import { ensureTemplate, type TemplateName, type TestRun, templatePlace } from './templates.ts'
import { testConfig } from './testConfig.ts'
import { clonePostgres, openSnapshot } from './testDatabases.ts'

export interface TestServerOptions {
  /** Default: what `TEST_DATABASE` says. A test that needs races asks for `postgres` and is skipped elsewhere. */
  readonly database?: 'embedded' | 'postgres'
  /** With the small demo data and the demo accounts. */
  readonly demo?: boolean
  readonly clock?: Clock
  /** Also listens on a free port; needed by what speaks HTTP itself. */
  readonly listen?: boolean
  /** Further environment variables, e.g. `{ CAPTCHA: 'off' }`. */
  readonly environment?: Readonly<Record<string, string>>
}

export interface TestServer {
  readonly app: FastifyInstance
  readonly inject: FastifyInstance['inject']
  readonly database: OpenDatabase
  /** Null unless `listen` was asked for. */
  readonly baseUrl: string | null
  close(): Promise<void>
}

async function openClone(run: TestRun, name: TemplateName): Promise<OpenDatabase> {
  await ensureTemplate(run, name)
  const template = templatePlace(run, name)
  if (run.serverUrl === null) return openSnapshot(template)
  return clonePostgres(run.serverUrl, template, `${template}_${randomBytes(4).toString('hex')}`)
}

/**
 * The whole product on a database of its own: the same `buildApp` that production runs, on a copy of a template that is migrated once
 * per run. Make one per test file, in `beforeAll`, and close it in `afterAll`.
 *
 * @throws Error when `database` asks for another engine than this run has
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const run = provided('testRun')
  if (options.database !== undefined && options.database !== run.kind)
    throw new Error(`this run tests ${run.kind}, not ${options.database}`)
  const database = await openClone(run, options.demo ? 'demo' : 'base')
  const folder = await mkdtemp(join(run.folder, 'server-'))
  const config = testConfig({ DATA_DIR: folder, DEMO: options.demo ? '1' : '0', ...options.environment })
  const app = await buildApp({ config, database, ...(options.clock ? { clock: options.clock } : {}) })
  if (options.listen) await app.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    await app.close()
    await database.close()
  }
  const baseUrl = options.listen ? `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` : null
  return { app, inject: app.inject.bind(app) as FastifyInstance['inject'], database, baseUrl, close }
}

/** True when this run has real concurrency: race tests use `describe.runIf(hasRaces())`. */
export function hasRaces(): boolean {
  return provided('testRun').kind === 'postgres'
}
