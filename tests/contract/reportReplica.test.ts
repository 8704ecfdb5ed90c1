import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn } from './identitySession.ts'

const examples = join(import.meta.dirname, '../screens/examples/report')
const sale = { saleNo: 'S1', channel: '1', soldAt: '2025-01-10T04:00:00Z', points: 10, amount: 100 }
let primary: TestServer
let replica: TestServer

beforeAll(async () => {
  const environment = { SCHEMAS_DIR: examples }
  primary = await startTestServer({ demo: true, environment })
  replica = await startTestServer({ demo: true, environment })
})
afterAll(() => Promise.all([primary.close(), replica.close()]))

describe('a report', () => {
  it('a report is read from the replica, and all else from the database itself', async () => {
    const { db } = primary.app
    await sql`update app_role set permissions = permissions || '["example.sale_report.view", "example.sale_report.create"]'::jsonb`.execute(
      db,
    )
    const app = await buildApp({ config: primary.app.config, database: { ...primary.database, replica: replica.app.db } })
    try {
      const server = { ...primary, app, inject: app.inject.bind(app) as typeof app.inject }
      const admin = await signIn(server, 'admin')
      const screen = app.documents.screen('/_example/sale_report')
      if (!screen) throw new Error('the example is gone')
      expect((await admin.post(screen.api.create.path, sale)).statusCode).toBe(201)
      expect((await admin.get(`${screen.api.list.path.replace('{pageIndex}/{pageSize}', '0/5')}`)).json()).toMatchObject({ totalCount: 1 })
      expect((await admin.get(screen.api.report.path)).json()).toMatchObject({ totals: { count: 0 } })
    } finally {
      await app.close()
    }
  })
})
