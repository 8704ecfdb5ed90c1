import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn } from './identitySession.ts'

// An analyst writes an entity with masked fields, and its screen; the administrator grants who sees them in full.

const schemas = mkdtempSync(join(tmpdir(), 'own-masks-'))
let server: TestServer

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 40, ...more })
const device = { type: 'object', properties: { phone: text('門號', { 'x-mask': 'mobile' }), pin: text('密碼', { 'x-mask': 'secret' }) } }
const documents: Readonly<Record<string, object>> = {
  'entities/demo/patron.json': {
    ...{ name: 'patron', title: '貴賓', key: 'patronNo', label: 'patronNo' },
    properties: {
      patronNo: text('編號', { 'x-unique': true, 'x-immutable': true }),
      mobile: text('手機', { format: 'mobile', 'x-mask': 'mobile' }),
      devices: { type: 'array', title: '裝置', maxItems: 5, items: device },
    },
    required: ['patronNo'],
  },
  'screens/_demo/patrons.json': {
    ...{ uri: '/_demo/patrons', title: '貴賓', entity: 'patron' },
    list: {
      columns: ['patronNo', 'mobile'],
      filters: [{ field: 'mobile', op: 'eq', lookup: 'find' }],
      toolbar: ['create'],
      rowActions: ['edit'],
    },
  },
}

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  for (const [path, document] of Object.entries(documents)) {
    mkdirSync(dirname(join(schemas, path)), { recursive: true })
    writeFileSync(join(schemas, path), JSON.stringify(document, null, 2))
  }
  server = await startTestServer({ demo: true, environment: { SCHEMAS_DIR: schemas } })
})

afterAll(async () => {
  await server?.close()
  rmSync(schemas, { recursive: true, force: true })
})

async function grantToOperations(parts: readonly string[]): Promise<void> {
  const admin = await signIn(server, 'admin')
  const { rows } = (await admin.get('/api/account/roles/0/50')).json<{ rows: { id: number; roleCode: string }[] }>()
  const path = `/api/account/roles/${rows.find(({ roleCode }) => roleCode === 'OPS')?.id}`
  const role = (await admin.get(path)).json<{ rowVersion: number; permissions: string[] }>()
  const others = role.permissions.filter((one) => !one.startsWith('demo.patrons.'))
  const permissions = [...others, ...parts.map((part) => `demo.patrons.${part}`)]
  const answer = await admin.put(path, { rowVersion: role.rowVersion, permissions })
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
}

it('masked fields of own records are seen in full and found by whoever was granted it, and by nobody else', async () => {
  await grantToOperations(['view', 'create', 'edit'])
  const before = await signIn(server, 'ops01')
  const devices = [{ phone: '0987654321', pin: '4321' }]
  const made = (await before.post('/api/demo/patrons', { patronNo: 'P1', mobile: '0912345678', devices })).json<{ id: number }>()
  const path = `/api/demo/patrons/${made.id}`
  const masked = (await before.get(path)).json<{ rowVersion: number; devices: object[] }>()
  expect(masked).toMatchObject({ mobile: '0912***678', devices: [{ phone: '0987***321', pin: '********' }] })
  expect((await before.put(path, { rowVersion: masked.rowVersion, devices: masked.devices })).statusCode).toBe(200)
  expect((await before.get('/api/demo/patrons/0/10?mobile=0912345678')).statusCode).toBe(400)

  await grantToOperations(['view', 'edit', 'unmask', 'find'])
  const after = await signIn(server, 'ops01')
  expect((await after.get(path)).json()).toMatchObject({ mobile: '0912345678', devices: [{ phone: '0987654321', pin: '********' }] })
  const found = await after.get('/api/demo/patrons/0/10?mobile=0912345678')
  expect(found.json()).toMatchObject({ rows: [{ patronNo: 'P1', mobile: '0912***678' }] })
})
