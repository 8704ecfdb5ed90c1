import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../src/language/documents/entity.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import type { TestSession } from './identitySession.ts'
import { signInAs, signInWith } from './staffUser.ts'

// The example of orders with lines, of which each belongs to a merchant. The lines show something of the warehouses that they name.

const schemas = mkdtempSync(join(tmpdir(), 'rows-of-named-'))
const supplies = '/api/example/supplies'
const warehouses = '/api/example/warehouses'
let server: TestServer
let keeper: TestSession
let reader: TestSession
let opener: TestSession
let merchant: TestSession

/** Gives the records of an entity to merchants. */
function ofMerchants(path: string): void {
  const file = join(schemas, 'entities/example', path)
  const entity = JSON.parse(readFileSync(file, 'utf8')) as Entity
  const properties = { ...entity.properties, companyNo: { type: 'string', title: '特約商', 'x-dictionary': 'Company' } }
  writeFileSync(file, JSON.stringify({ ...entity, scope: 'companyNo', properties, required: [...(entity.required ?? []), 'companyNo'] }))
}

const verbs = (screen: string, names: readonly string[]) => names.map((verb) => `example.${screen}.${verb}`)
const all = ['view', 'create', 'edit', 'delete']

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  cpSync(join(projectRoot, 'tests/screens/examples/details'), schemas, { recursive: true })
  rmSync(join(schemas, 'rows.json'))
  for (const path of ['supply.json', 'supply_line.json', 'supply_note.json', 'warehouse.json']) ofMerchants(path)
  const screen = join(schemas, 'screens/_example/supplies.json')
  writeFileSync(screen, readFileSync(screen, 'utf8').replace('"fields": ["orderedOn"', '"fields": ["companyNo", "orderedOn"'))
  server = await startTestServer({ demo: true, environment: { SCHEMAS_DIR: schemas } })
  keeper = await signInWith(server, 'ROWSKEEP', verbs('supplies', all))
  reader = await signInWith(server, 'ROWSREAD', verbs('supplies', ['view']))
  opener = await signInWith(server, 'ROWSOPEN', [...verbs('supplies', ['view']), ...verbs('warehouses', ['view'])])
  await sql`insert into app_role (role_code, role_name, user_type, permissions, is_system, is_enabled, created_by)
    values ('ROWSOWN', 'ROWSOWN', '2', ${JSON.stringify(verbs('supplies', ['view']))}::jsonb, false, true, '系統')`.execute(
    server.database.db,
  )
  merchant = await signInAs(server, 'ROWSOWN', new Date(), 'C000101')
  const stores = await signInWith(server, 'ROWSSTORE', verbs('warehouses', all))
  for (const [warehouseNo, companyNo] of [
    ['N1', 'C000101'],
    ['X1', 'C000102'],
  ])
    await stores.post(warehouses, { warehouseNo, warehouseName: `倉${warehouseNo}`, leadDays: 2, phone: '0912345678', companyNo })
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true })
})

type Row = Readonly<Record<string, unknown>>
interface Supply {
  readonly id: number
  readonly rowVersion: number
  readonly lines: readonly Row[]
}

const order = (line: object = {}, changes: object = {}) =>
  keeper.post(supplies, {
    ...{ orderedOn: '2026-03-01', companyNo: 'C000101', ...changes },
    lines: [{ goodsName: '洗衣精', quantity: 2, price: 1, warehouseNo: 'N1', ...line }],
  })
const rowOf = async (id: number, session = keeper) => (await session.get(`${supplies}/${id}`)).json<Supply>().lines[0] ?? {}
/** What a row shows of its warehouse. */
const shownOf = (row: Row) => Object.fromEntries(Object.entries(row).filter(([name]) => name.includes('.')))

describe('rows that show what they name', () => {
  it('an answer to a write, a record and a list show the same', async () => {
    const created = await order()
    expect(created.statusCode).toBe(201)
    const supply = created.json<Supply>()
    const shown = { 'warehouseNo.leadDays': 2, 'warehouseNo.warehouseName': '倉N1' }
    expect(supply.lines.map(shownOf)).toEqual([shown])
    expect(shownOf(await rowOf(supply.id))).toEqual(shown)
    const { rows } = (await keeper.get(`${supplies}/0/10`)).json<{ rows: readonly Supply[] }>()
    expect(rows.find(({ id }) => id === supply.id)?.lines.map(shownOf)).toEqual([shown])
  })

  it('the name of a warehouse does not arrive at somebody who can neither choose nor open it, what the document shows does', async () => {
    const { id } = (await order()).json<Supply>()
    expect(shownOf(await rowOf(id, reader))).toEqual({ 'warehouseNo.leadDays': 2 })
    expect(shownOf(await rowOf(id, merchant))).toEqual({ 'warehouseNo.leadDays': 2 })
    expect(shownOf(await rowOf(id, opener))).toEqual({ 'warehouseNo.leadDays': 2, 'warehouseNo.warehouseName': '倉N1' })
    const everything = await Promise.all([keeper, reader, merchant, opener].map(async (one) => (await one.get(`${supplies}/${id}`)).body))
    expect(everything.join()).not.toMatch(/phone|0912/)
  })

  it('nothing arrives of a warehouse of another company, neither chosen nor stored', async () => {
    const refused = await order({ warehouseNo: 'X1' })
    expect([refused.statusCode, refused.json()]).toEqual([400, { 'lines.0.warehouseNo': '出貨倉「X1」不存在，請重新挑選' }])
    const { id } = (await order()).json<Supply>()
    await sql`update record_document set body = body || '{"warehouseNo": "X1"}'
      where entity = 'supplyLine' and id = ${Number((await rowOf(id)).id)}`.execute(server.database.db)
    for (const session of [keeper, opener, merchant]) {
      const row = await rowOf(id, session)
      expect([row.warehouseNo, shownOf(row)]).toEqual(['X1', {}])
    }
  })

  it('nobody writes what a row shows', async () => {
    const forged = { 'warehouseNo.leadDays': 99, 'warehouseNo.warehouseName': '假' }
    const created = (await order(forged)).json<Supply>()
    expect(created.lines.map(shownOf)).toEqual([{ 'warehouseNo.leadDays': 2, 'warehouseNo.warehouseName': '倉N1' }])
    const lines = created.lines.map((row) => ({ ...row, ...forged }))
    const same = await keeper.put(`${supplies}/${created.id}`, { rowVersion: created.rowVersion, lines })
    expect(same.json<Supply>()).toMatchObject({ rowVersion: created.rowVersion, lines: created.lines })
    const unknown = await order({ 'warehouseNo.phone': '0900000000' })
    expect([unknown.statusCode, Object.keys(unknown.json<object>())]).toEqual([400, ['lines.0']])
    const { rows } = await sql<{ body: object }>`select body from record_document where entity in ('supply', 'supplyLine')`.execute(
      server.database.db,
    )
    expect(rows.flatMap(({ body }) => Object.keys(body)).filter((name) => name.includes('.'))).toEqual([])
    expect((await keeper.get(`${supplies}/${created.id}/history`)).body).not.toMatch(/倉N1|假/)
  })
})
