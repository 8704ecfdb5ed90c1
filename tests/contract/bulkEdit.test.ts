import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import type { TestSession } from './identitySession.ts'
import { signInWith } from './staffUser.ts'

const schemas = mkdtempSync(join(tmpdir(), 'bulk-edit-'))
let server: TestServer
let editor: TestSession
let reader: TestSession
const devices = '/api/example/devices'

function roleOf(code: string, verbs: readonly string[]): Promise<TestSession> {
  const permissions = verbs.map((verb) => `example.devices.${verb}`)
  return signInWith(server, code, permissions)
}

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  cpSync(join(projectRoot, 'tests/screens/examples/actions/entities'), join(schemas, 'entities'), { recursive: true })
  const screen = {
    ...{ $schema: '../../language/screen.schema.json', uri: '/_example/devices', title: '收銀機', icon: 'point_of_sale', entity: 'device' },
    list: {
      columns: ['deviceNo', 'storeNo', 'isOnline'],
      filters: ['storeNo'],
      toolbar: ['create'],
      rowActions: ['edit', 'history'],
      bulkEdit: ['storeNo', 'isOnline'],
    },
  }
  mkdirSync(join(schemas, 'screens/_example'), { recursive: true })
  writeFileSync(join(schemas, 'screens/_example/devices.json'), JSON.stringify(screen))
  server = await startTestServer({ demo: true, environment: { SCHEMAS_DIR: schemas } })
  editor = await roleOf('EDITING', ['view', 'create', 'edit'])
  reader = await roleOf('READING', ['view', 'create'])
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true })
})

interface Device {
  readonly id: number
  readonly rowVersion: number
  readonly deviceNo: string
}
interface Answer {
  readonly results: readonly { readonly label: string; readonly ok: boolean; readonly message: string }[]
  readonly okCount: number
}

const made = async (deviceNo: string, storeNo = 'S1') => (await editor.post(devices, { deviceNo, storeNo, isOnline: true })).json<Device>()
const read = async ({ id }: Device) => (await editor.get(`${devices}/${id}`)).json<Device & { storeNo: string; isOnline: boolean }>()

describe('changing several records at once', () => {
  it('writes what was filled in into each, leaves the rest, and keeps a line in each history', async () => {
    const all = [await made('D1'), await made('D2')]
    const answer = await editor.post(`${devices}/bulkEdit`, { ids: all.map(({ id }) => id), storeNo: 'S2', isOnline: '' })
    expect([answer.statusCode, answer.json<Answer>().okCount]).toEqual([200, 2])
    for (const one of all) expect(await read(one)).toMatchObject({ storeNo: 'S2', isOnline: true, rowVersion: 2 })
    const [first] = all
    const history = (await editor.get(`${devices}/${first?.id}/history`)).json<{ action: string; changes: object[] }[]>()
    expect(history[0]).toMatchObject({ action: '修改', changes: [{ title: '門市', before: 'S1', after: 'S2' }] })
  })

  it('one that somebody has changed meanwhile, or that becomes wrong, stays, and the others do not', async () => {
    const [stale, fresh] = [await made('D3'), await made('D4')]
    await editor.put(`${devices}/${stale.id}`, { rowVersion: 1, storeNo: 'S9' })
    const rowVersions = { [stale.id]: 1, [fresh.id]: 1 }
    const answer = (await editor.post(`${devices}/bulkEdit`, { ids: [stale.id, fresh.id], rowVersions, isOnline: false })).json<Answer>()
    expect(answer.results.map(({ label, ok }) => [label.startsWith('D'), ok]).sort()).toEqual([
      [true, false],
      [true, true],
    ])
    expect([await read(stale), await read(fresh)]).toMatchObject([{ storeNo: 'S9', isOnline: true }, { isOnline: false }])
    const long = (await editor.post(`${devices}/bulkEdit`, { ids: [fresh.id], storeNo: 'x'.repeat(11) })).json<Answer>()
    expect(long.results).toMatchObject([{ ok: false, message: '門市：最多10個字' }])
  })

  it('all that match a query are changed, and nothing else', async () => {
    const [inside, outside] = [await made('D5', 'Q1'), await made('D6', 'Q2')]
    const answer = (await editor.post(`${devices}/bulkEdit`, { query: 'storeNo=Q1', isOnline: false })).json<Answer>()
    expect(answer.okCount).toBe(1)
    expect([await read(inside), await read(outside)]).toMatchObject([{ isOnline: false }, { isOnline: true }])
  })

  it('nothing to change, another field, and another right are refused', async () => {
    const { id } = await made('D7')
    const send = (body: object, session = editor) => session.post(`${devices}/bulkEdit`, { ids: [id], ...body })
    expect([(await send({})).statusCode, (await send({})).body]).toEqual([400, '請至少填寫一個要修改的欄位。'])
    expect((await send({ deviceNo: 'X' })).json()).toEqual({ deviceNo: '「deviceNo」不能批次修改' })
    expect((await send({ storeNo: 'S3' }, reader)).statusCode).toBe(403)
  })
})
