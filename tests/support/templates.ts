import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { buildApp } from '../../src/server/app.ts'
import { type DemoOptions, seedDemo } from '../../src/server/demo/seed.ts'
import { prepareInstallation } from '../../src/server/firstStart.ts'
import type { OpenDatabase } from '../../src/server/platform/database/databaseOf.ts'
import { prepareSchema } from '../../src/server/platform/database/serverRole.ts'
import { madeOnce } from '../../src/server/records/testing/madeOnce.ts'
import { emptySnapshot, shortenings } from '../../src/server/records/testing/memoryDatabase.ts'
import { testConfig } from './testConfig.ts'
import { ensureServerRole, openPostgres, openSnapshot, urlOf } from './testDatabases.ts'
import type { TestRun } from './testRun.ts'

/** The demo data of a day other than today, as the command for demo data writes it into a new installation. */
export type DemoDay = Pick<DemoOptions, 'size' | 'asOf'>

/** `base`: the state after a first start without demo data. `demo`: with the small demo data and its accounts, of today unless it says a day. */
export type Template = 'base' | 'demo' | DemoDay

function nameOf(template: Template): string {
  return typeof template === 'string' ? template : `demo_${template.size}_${template.asOf.replaceAll('-', '')}`
}

/** File (embedded) or database (postgres) of a template. */
export function templatePlace(run: TestRun, template: Template): string {
  const name = nameOf(template)
  return run.kind === 'embedded' ? join(run.templates, `${name}.tar`) : `loyalty_${run.id}_${name}`
}

interface Filling {
  readonly template: Template
  readonly folder: string
  /** Who owns the tables, when `database` is opened by another role. */
  readonly ownerUrl: string | null
}

async function fill(database: OpenDatabase, { template, folder, ownerUrl }: Filling): Promise<void> {
  if (typeof template === 'object') return fillDay(database, template, folder)
  await prepareSchema(database.db, ownerUrl)
  const app = await buildApp({ config: testConfig({ DATA_DIR: folder, DEMO: template === 'demo' ? '1' : '0' }), database })
  await prepareInstallation(app)
  await app.close()
}

/** Adds the demo data of a day to `base`, at noon of that day in Taipei. */
async function fillDay(database: OpenDatabase, day: DemoDay, folder: string): Promise<void> {
  const clock = { now: () => new Date(`${day.asOf}T04:00:00Z`) }
  const app = await buildApp({ config: testConfig({ DATA_DIR: folder }), database, clock })
  await seedDemo(app, day)
  await app.close()
}

async function makeEmbedded(run: TestRun, template: Template): Promise<void> {
  const database = await openSnapshot(typeof template === 'object' ? templatePlace(run, 'base') : await emptySnapshot(run.templates))
  await fill(database, { template, folder: run.templates, ownerUrl: null })
  for (const statement of shortenings) await sql.raw(statement).execute(database.db)
  await database.dump(templatePlace(run, template))
  await database.close()
}

async function makePostgres(run: TestRun, template: Template, serverUrl: string): Promise<void> {
  const place = templatePlace(run, template)
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  const from = typeof template === 'object' ? ` template ${templatePlace(run, 'base')} strategy file_copy` : ''
  await client.query(`create database ${place}${from}`)
  await client.end()
  await ensureServerRole(serverUrl)
  const database = openPostgres(serverUrl, place, 'server')
  await fill(database, { template, folder: run.templates, ownerUrl: urlOf(serverUrl, place) })
  await database.close()
}

/** Makes the template unless another test file did, or waits while another one is making it. */
export async function ensureTemplate(run: TestRun, template: Template): Promise<void> {
  const { serverUrl, templates } = run
  if (typeof template === 'object') await ensureTemplate(run, 'base')
  await madeOnce(templates, nameOf(template), () =>
    serverUrl === null ? makeEmbedded(run, template) : makePostgres(run, template, serverUrl),
  )
}
