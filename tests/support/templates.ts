import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { buildApp } from '../../src/server/app.ts'
import { prepareInstallation } from '../../src/server/firstStart.ts'
import type { OpenDatabase } from '../../src/server/platform/database/databaseOf.ts'
import { prepareSchema } from '../../src/server/platform/database/serverRole.ts'
import { shortenings } from '../../src/server/records/testing/memoryDatabase.ts'
import { madeOnce } from './madeOnce.ts'
import { testConfig } from './testConfig.ts'
import { ensureServerRole, openPostgres, openSnapshot, urlOf } from './testDatabases.ts'

/** What the test files of a run share: made by globalSetup, read by each file. */
export interface TestRun {
  readonly kind: 'embedded' | 'postgres'
  /** Temporary folder of the run. */
  readonly folder: string
  /** Folder of the templates; of the embedded engine the parts of one `npm test` share it. */
  readonly templates: string
  /** Folder of programs that are built for the run; within the project, where they find packages. */
  readonly programs: string
  /** Server on which databases may be created; null for the embedded engine. */
  readonly serverUrl: string | null
  /** Distinguishes the databases of parallel runs. */
  readonly id: string
}

/** `base`: the state after a first start without demo data. `demo`: with the small demo data and its accounts. */
export type TemplateName = 'base' | 'demo'

/** File (embedded) or database (postgres) of a template. */
export function templatePlace(run: TestRun, name: TemplateName): string {
  return run.kind === 'embedded' ? join(run.templates, `${name}.tar`) : `loyalty_${run.id}_${name}`
}

interface Filling {
  readonly name: TemplateName
  readonly folder: string
  /** Who owns the tables, when `database` is opened by another role. */
  readonly ownerUrl: string | null
}

async function fill(database: OpenDatabase, { name, folder, ownerUrl }: Filling): Promise<void> {
  await prepareSchema(database.db, ownerUrl)
  const app = await buildApp({ config: testConfig({ DATA_DIR: folder, DEMO: name === 'demo' ? '1' : '0' }), database })
  await prepareInstallation(app)
  await app.close()
}

async function makeEmbedded(run: TestRun, name: TemplateName): Promise<void> {
  const database = await openSnapshot(null)
  await fill(database, { name, folder: run.templates, ownerUrl: null })
  for (const statement of shortenings) await sql.raw(statement).execute(database.db)
  await database.dump(templatePlace(run, name))
  await database.close()
}

async function makePostgres(run: TestRun, name: TemplateName, serverUrl: string): Promise<void> {
  const place = templatePlace(run, name)
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${place}`)
  await client.end()
  await ensureServerRole(serverUrl)
  const database = openPostgres(serverUrl, place, 'server')
  await fill(database, { name, folder: run.templates, ownerUrl: urlOf(serverUrl, place) })
  await database.close()
}

/** Makes the template unless another test file did, or waits while another one is making it. */
export async function ensureTemplate(run: TestRun, name: TemplateName): Promise<void> {
  await madeOnce(run.templates, name, () => (run.serverUrl === null ? makeEmbedded(run, name) : makePostgres(run, name, run.serverUrl)))
}
