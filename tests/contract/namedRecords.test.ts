import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import type { TestSession } from './identitySession.ts'
import { signInWith } from './staffUser.ts'

// An analyst writes two entities, of which one names records of the other, and their screens; nothing else.

const schemas = mkdtempSync(join(tmpdir(), 'named-records-'))
let server: TestServer
let ops: TestSession
let reader: TestSession
const lots = '/api/example/lots'
const inspections = '/api/example/inspections'

function roleOf(code: string, verbs: readonly string[], screens = ['inspections', 'lots']): Promise<TestSession> {
  const permissions = screens.flatMap((name) => verbs.map((verb) => `example.${name}.${verb}`))
  return signInWith(server, code, permissions)
}

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  cpSync(join(projectRoot, 'tests/screens/examples/references'), schemas, { recursive: true })
  rmSync(join(schemas, 'rows.json'))
  server = await startTestServer({ demo: true, environment: { SCHEMAS_DIR: schemas } })
  ops = await roleOf('NAMING', ['view', 'create', 'edit', 'delete', 'export', 'import'])
  reader = await roleOf('NAMED', ['view', 'export'])
  for (const [lotNo, productName, price] of [
    ['A1', '洗衣精', 129.5],
    ['A2', '柔軟精', 159],
  ] as const)
    await made(ops.post(lots, { lotNo, productName, price, madeOn: '2026-02-03' }))
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true })
})

type Answer = Awaited<ReturnType<TestSession['get']>>
interface Row {
  readonly id: number
  readonly rowVersion: number
  readonly [field: string]: unknown
}

async function made(answer: Promise<Answer>): Promise<Row> {
  const { statusCode, body } = await answer
  expect([statusCode, statusCode === 201 ? '' : body]).toEqual([201, ''])
  return JSON.parse(body) as Row
}

const inspect = (lotNo: string, changes: object = {}) => made(ops.post(inspections, { lotNo, count: 3, ...changes }))
const rowsOf = async (query: string, session = ops) =>
  (await session.get(`${inspections}/0/50?${query}`)).json<{ rows: Row[]; totals: Record<string, number> }>()

describe('records that name others', () => {
  it('show, filter, sort, sum and export what they name', async () => {
    await inspect('A1')
    await inspect('A2')
    const { rows, totals } = await rowsOf('sort=lotNo.price.desc')
    expect(rows.map((row) => [row.lotNo, row['lotNo.productName'], row['lotNo.price'], row['lotNo.madeOn']])).toEqual([
      ['A2', '柔軟精', 159, '2026-02-03'],
      ['A1', '洗衣精', 129.5, '2026-02-03'],
    ])
    expect(totals['lotNo.price']).toBe(288.5)
    expect((await rowsOf(`lotNo.productName=${encodeURIComponent('洗衣')}`)).rows.map(({ lotNo }) => lotNo)).toEqual(['A1'])
    expect((await rowsOf('lotNo.madeOnTo=2026-02-02')).rows).toEqual([])
    const file = await reader.get(`${inspections}/export?format=csv&lotNo.productName=${encodeURIComponent('柔軟')}`)
    expect([file.statusCode, file.body.includes('柔軟精'), file.body.includes('洗衣精')]).toEqual([200, true, false])
  })

  it('a new record answers with what it names, and leads to it only those who may open it', async () => {
    expect(await inspect('A1')).toMatchObject({ lotNo: 'A1', 'lotNo.productName': '洗衣精' })
    const screen = async (session: TestSession) => (await session.get('/api/screens/_example/inspections')).body
    expect(await screen(ops)).toContain('"/_example/lots"')
    const shown = await screen(await roleOf('NAMELESS', ['view'], ['inspections']))
    expect([shown.includes('"lotNo.productName"'), shown.includes('/_example/lots'), shown.includes('x-ref')]).toEqual([true, false, false])
  })

  it('nobody names what does not exist, and the same text says so at its place', async () => {
    const wrong = await ops.post(inspections, { lotNo: 'X', count: 1, formerNo: 'Y', compared: [{ lotNo: 'A1' }, { lotNo: 'Z' }] })
    expect([wrong.statusCode, wrong.json()]).toEqual([
      400,
      {
        lotNo: '批號「X」不存在，請重新挑選',
        formerNo: '前次抽驗「Y」不存在，請重新挑選',
        'compared.1.lotNo': '批號「Z」不存在，請重新挑選',
      },
    ])
    const sent = await ops.post(inspections, { lotNo: 'A1', count: 1, 'lotNo.productName': '假' })
    expect([sent.statusCode, sent.json()]).toEqual([400, { 'lotNo.productName': '品名 由系統產生，不可輸入' }])
  })

  it('a form offers what it can name, to those who may fill it in', async () => {
    const found = await ops.get(`${inspections}/named/lotNo?search=${encodeURIComponent('洗')}`)
    expect(found.json()).toEqual({
      choices: [
        { key: 'A1', label: '洗衣精', values: { 'lotNo.productName': '洗衣精', 'lotNo.price': 129.5, 'lotNo.madeOn': '2026-02-03' } },
      ],
      hasMore: false,
    })
    expect((await ops.get(`${inspections}/named/compared.lotNo`)).json<{ choices: Row[] }>().choices).toHaveLength(2)
    const keyed = async (keys: readonly string[]) =>
      ops.get(`${inspections}/named/compared.lotNo?${keys.map((key) => `key=${key}`).join('&')}`)
    expect((await keyed(['A1', 'A2', 'X'])).json<{ choices: Row[] }>().choices.map(({ key, values }) => [key, values])).toEqual([
      ['A1', { 'lotNo.madeOn': '2026-02-03', 'lotNo.price': 129.5 }],
      ['A2', { 'lotNo.madeOn': '2026-02-03', 'lotNo.price': 159 }],
    ])
    expect((await keyed(Array.from({ length: 51 }, (_, index) => `K${index}`))).statusCode).toBe(400)
    expect((await ops.get(`${inspections}/named/count`)).statusCode).toBe(404)
    expect((await ops.get(`${inspections}/named/lotNo?search=${'x'.repeat(101)}`)).statusCode).toBe(400)
    expect((await reader.get(`${inspections}/named/lotNo`)).statusCode).toBe(404)
    expect((await server.inject({ url: `${inspections}/named/lotNo` })).statusCode).toBe(401)
  })

  it('a filter offers what the rows of the list name, to everybody who sees the list, and nothing else', async () => {
    await inspect('A1')
    await made(ops.post(lots, { lotNo: 'A9', productName: '洗髮精', madeOn: '2026-02-03' }))
    const offered = async (session: TestSession, query = '') => (await session.get(`${inspections}/named/filters.lotNo${query}`)).json()
    const found = { key: 'A1', label: '洗衣精', values: {} }
    expect(await offered(reader, `?search=${encodeURIComponent('洗')}`)).toEqual({ choices: [found], hasMore: false })
    expect(await offered(reader, '?key=A1')).toEqual({ choices: [found], hasMore: false })
    for (const query of ['?key=A9', '?search=A9']) expect(await offered(ops, query)).toEqual({ choices: [], hasMore: false })
    const lotsOf = async (query: string) => [...new Set((await rowsOf(query)).rows.map(({ lotNo }) => lotNo))].sort()
    expect([await lotsOf('lotNo=A1'), await lotsOf('lotNo=A1&lotNo=A2'), await lotsOf('lotNo=A')]).toEqual([['A1'], ['A1', 'A2'], []])
    for (const other of ['filters.count', 'filters.formerNo', 'filters.lotNo.productName', 'filters.constructor'])
      expect((await reader.get(`${inspections}/named/${other}`)).statusCode, other).toBe(404)
  })

  it('what is named stays, and what may go empties its fields', async () => {
    const first = await inspect('A1')
    const second = await inspect('A2', { formerNo: first.inspectionNo, compared: [{ lotNo: 'A2' }] })
    const [lot] = (await ops.get(`${lots}/0/10?search=A2`)).json<{ rows: Row[] }>().rows
    expect([lot?.inspections, lot?.lastInspection]).toEqual([2, second.inspectionNo])
    const kept = await ops.delete(`${lots}/${lot?.id}?rowVersion=${lot?.rowVersion}`)
    expect([kept.statusCode, kept.headers['x-error-code']]).toEqual([409, 'M11'])
    expect((await ops.delete(`${inspections}/${first.id}?rowVersion=${first.rowVersion}`)).statusCode).toBe(200)
    expect((await ops.get(`${inspections}/${second.id}`)).json()).toMatchObject({ formerNo: null, 'formerNo.count': null, rowVersion: 2 })
  })

  it('a step asks for a record, which it offers and finds like a form, and keeps', async () => {
    const inspection = await inspect('A1')
    const offered = await ops.get(`${inspections}/named/steps.replace.replacedBy?search=A2`)
    expect(offered.json()).toEqual({ choices: [{ key: 'A2', label: '柔軟精', values: {} }], hasMore: false })
    const step = (replacedBy: string, { id, rowVersion } = inspection) =>
      ops.post(`${inspections}/${id}/replace`, { rowVersion, replacedBy })
    expect((await step('X')).json()).toEqual({ replacedBy: '換成批號「X」不存在，請重新挑選' })
    const closed = await made(ops.post(lots, { lotNo: 'A3', productName: '停抽', isOpen: false }))
    expect((await step(String(closed.lotNo))).json()).toEqual({ replacedBy: '換成批號「A3」不可選用，請改選其他資料' })
    expect((await step('A2')).json()).toMatchObject({ status: '換批', replacedBy: 'A2' })
    expect((await reader.get(`${inspections}/named/steps.replace.replacedBy`)).statusCode).toBe(404)
    expect((await ops.get(`${inspections}/named/steps.constructor.replacedBy`)).statusCode).toBe(404)
  })

  it('one that is removed while others name it is either named or gone, never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const lot = await made(ops.post(lots, { lotNo: `R${round}`, productName: '競爭' }))
      const [removed, ...named] = await Promise.all([
        ops.delete(`${lots}/${lot.id}?rowVersion=${lot.rowVersion}`),
        ...Array.from({ length: 3 }, () => ops.post(inspections, { lotNo: lot.lotNo, count: 1 })),
      ])
      const stored = (await rowsOf(`lotNo=${String(lot.lotNo)}`)).rows.length
      expect(named.filter(({ statusCode }) => statusCode === 201)).toHaveLength(stored)
      expect([removed?.statusCode, stored > 0]).toEqual([stored > 0 ? 409 : 200, stored > 0])
    }
  })
})
