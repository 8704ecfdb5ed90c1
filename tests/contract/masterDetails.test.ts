import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import type { TestSession } from './identitySession.ts'
import { signInWith } from './staffUser.ts'

// An analyst writes an order and its lines as two entities; nothing else. Whoever keeps orders has no rights of the lines' own screen.

const schemas = mkdtempSync(join(tmpdir(), 'master-details-'))
let server: TestServer
let keeper: TestSession
let clerk: TestSession
const supplies = '/api/example/supplies'
const lines = '/api/example/supply_lines'

function roleOf(code: string, screens: readonly string[]): Promise<TestSession> {
  const permissions = screens.flatMap((name) =>
    ['view', 'create', 'edit', 'delete', 'export', 'import'].map((verb) => `example.${name}.${verb}`),
  )
  return signInWith(server, code, permissions)
}

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  cpSync(join(projectRoot, 'tests/screens/examples/details'), schemas, { recursive: true })
  rmSync(join(schemas, 'rows.json'))
  server = await startTestServer({ demo: true, environment: { SCHEMAS_DIR: schemas } })
  keeper = await roleOf('KEEPER', ['supplies'])
  clerk = await roleOf('CLERK', ['supply_lines'])
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true })
})

interface Supply {
  readonly id: number
  readonly rowVersion: number
  readonly supplyNo: string
  readonly total: number
  readonly lines: readonly { readonly id: number; readonly goodsName: string }[]
}

const order = (changes: object = {}) =>
  keeper.post(supplies, {
    orderedOn: '2026-03-01',
    lines: [
      { goodsName: '洗衣精', quantity: 2, price: 129.5 },
      { goodsName: '柔軟精', quantity: 1, price: 159 },
    ],
    ...changes,
  })
const read = async (id: number) => (await keeper.get(`${supplies}/${id}`)).json<Supply>()
const namesOf = (supply: Supply) => supply.lines.map(({ goodsName }) => goodsName)

describe('a record with rows of another entity', () => {
  it('an order is saved with its lines by somebody who has no rights of their screen, and they are listed there', async () => {
    const created = await order({ notes: [{ content: '已電話確認' }] })
    expect(created.statusCode).toBe(201)
    const supply = created.json<Supply>()
    expect([supply.total, namesOf(supply)]).toEqual([418, ['洗衣精', '柔軟精']])
    expect((await keeper.get(`${lines}/0/10`)).statusCode).toBe(403)
    const listed = (await clerk.get(`${lines}/0/10?supplyNo=${supply.supplyNo}`)).json<{ rows: object[]; totals: object }>()
    expect(listed).toMatchObject({ rows: [{ goodsName: '洗衣精', amount: 259 }, { goodsName: '柔軟精' }], totals: { amount: 418 } })
    const [first] = supply.lines
    const changed = await keeper.put(`${supplies}/${supply.id}`, {
      rowVersion: supply.rowVersion,
      lines: [{ goodsName: '漂白水', quantity: 1, price: 45 }, first],
    })
    expect(namesOf(changed.json<Supply>())).toEqual(['漂白水', '洗衣精'])
    expect((await clerk.get(`${lines}/0/10?supplyNo=${supply.supplyNo}`)).json<{ totalCount: number }>().totalCount).toBe(2)
  })

  it('an order with a wrong line is not saved, and says which', async () => {
    const before = (await clerk.get(`${lines}/0/10`)).json<{ totalCount: number }>().totalCount
    const wrong = await order({
      lines: [
        { goodsName: '洗衣精', quantity: 1 },
        { quantity: 0, amount: 5 },
      ],
    })
    expect([wrong.statusCode, wrong.json()]).toEqual([400, { 'lines.1.goodsName': '品名 必填', 'lines.1.quantity': expect.any(String) }])
    const none = await order({ lines: [] })
    expect([none.statusCode, Object.keys(none.json<object>())]).toEqual([400, ['lines']])
    const odd = await order({ lines: [{ goodsName: '洗衣精', quantity: 1, supplyNo: 'X', place: 7 }] })
    expect([odd.statusCode, Object.keys(odd.json<object>())]).toEqual([400, ['lines.0']])
    expect((await clerk.get(`${lines}/0/10`)).json<{ totalCount: number }>().totalCount).toBe(before)
  })

  it('no save removes a row that somebody adds at the same time, and none is added to what is gone', async () => {
    for (let round = 0; round < 8; round += 1) {
      const supply = (await order()).json<Supply>()
      const [saved, ...added] = await Promise.all([
        keeper.put(`${supplies}/${supply.id}`, { rowVersion: supply.rowVersion, lines: supply.lines.slice(0, 1) }),
        ...['甲', '乙'].map((goodsName) => clerk.post(lines, { supplyNo: supply.supplyNo, goodsName, quantity: 1 })),
      ])
      expect(added.map(({ statusCode }) => statusCode)).toEqual([201, 201])
      const names = namesOf(await read(supply.id))
      expect(names).toEqual(expect.arrayContaining(['甲', '乙']))
      expect([saved?.statusCode, names.length]).toEqual(saved?.statusCode === 200 ? [200, 3] : [409, 4])

      const { rowVersion } = await read(supply.id)
      const [removed, late] = await Promise.all([
        keeper.delete(`${supplies}/${supply.id}?rowVersion=${rowVersion}`),
        clerk.post(lines, { supplyNo: supply.supplyNo, goodsName: '丙', quantity: 1 }),
      ])
      const left = (await clerk.get(`${lines}/0/10?supplyNo=${supply.supplyNo}`)).json<{ totalCount: number }>().totalCount
      expect([removed?.statusCode, late?.statusCode, left]).toEqual(
        removed?.statusCode === 200 ? [200, 400, 0] : [409, 201, names.length + 1],
      )
    }
  })

  it('two who save one record at the same time do not mix their rows', async () => {
    const supply = (await order()).json<Supply>()
    const save = (goodsName: string) =>
      keeper.put(`${supplies}/${supply.id}`, { rowVersion: supply.rowVersion, lines: [{ goodsName, quantity: 1 }] })
    const answers = await Promise.all(['甲', '乙', '丙'].map(save))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect((await read(supply.id)).lines).toHaveLength(1)
  })
})
