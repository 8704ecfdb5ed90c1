import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../src/language/findings/diagnostic.ts'
import { buildApp } from '../../src/server/app.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

// Analysts change an entity of their own whose records are stored already.

const schemas = mkdtempSync(join(tmpdir(), 'stored-values-'))
const entityFile = 'entities/gift/gadget.json'
const kindFile = 'dictionaries/GadgetKind.json'
const api = '/api/gift/gadgets'
let server: TestServer
let marketing: TestSession

const fields = {
  gadgetNo: { type: 'string', title: '贈品代號', maxLength: 10, 'x-unique': true },
  size: { type: 'string', title: '尺寸', maxLength: 10 },
  since: { type: 'string', title: '起始', maxLength: 10 },
  points: { type: 'integer', title: '點數' },
  tone: { type: 'string', title: '色調', enum: ['明', '暗'] },
  parts: {
    type: 'array',
    title: '零件',
    items: {
      type: 'object',
      title: '零件',
      properties: {
        kind: { type: 'string', title: '種類', 'x-dictionary': 'GadgetKind' },
        amount: { type: 'integer', title: '數量' },
      },
      required: ['kind'],
    },
  },
}
type Fields = Readonly<Record<string, object>>

const entityWith = (changed: Fields = {}) => ({
  ...{ name: 'gadget', title: '贈品', key: 'gadgetNo', label: 'gadgetNo', type: 'object' },
  ...{ properties: { ...fields, ...changed }, required: ['gadgetNo'] },
})
const kinds = (...keys: readonly string[]) => ({
  name: 'GadgetKind',
  title: '贈品種類',
  options: keys.map((key) => ({ key, value: `種類${key}` })),
})
const screen = {
  ...{ uri: '/_gift/gadgets', title: '贈品維護', icon: 'redeem', entity: 'gadget' },
  list: { columns: ['gadgetNo', 'size', 'since', 'points'], sort: ['gadgetNo'], toolbar: ['create'], rowActions: ['edit'] },
}

function write(path: string, document: object): void {
  mkdirSync(dirname(join(schemas, path)), { recursive: true })
  writeFileSync(join(schemas, path), JSON.stringify(document, null, 2))
}

let rounds = 0

/** Writes a document and waits until it was accepted or refused: until the finding about a last, obviously broken file appears. */
async function edit(path: string, document: object): Promise<readonly Diagnostic[]> {
  rounds += 1
  const last = `screens/_gift/last_${rounds}.json`
  write(path, document)
  write(last, {})
  for (let round = 0; round < 400; round += 1) {
    const found = server.app.documents.diagnostics()
    if (found.some((one) => one.file === last)) return found.filter((one) => one.file === path)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the documents were not read')
}

const served = () => server.app.documents.entity('gadget')?.properties as Fields | undefined
const list = async (query = '') => (await marketing.get(`${api}/0/25?${query}`)).statusCode

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  write(kindFile, kinds('1', '2', '3'))
  write(entityFile, entityWith())
  write('screens/_gift/gadgets.json', screen)
  server = await startTestServer({ demo: true, environment: { SCHEMAS_DIR: schemas } })
  const granted = ['view', 'create', 'edit'].map((action) => `gift.gadgets.${action}`)
  await sql`update app_role set permissions = permissions || ${JSON.stringify(granted)}::jsonb where role_code = 'MKT'`.execute(
    server.database.db,
  )
  marketing = await signIn(server, 'mkt01')
  const stored = [
    { gadgetNo: 'G1', size: '三', since: '2025-01-31', points: 5, tone: '明', parts: [{ kind: '2', amount: 1 }] },
    { gadgetNo: 'G2', size: '4', since: '明年', points: 7, tone: '明', parts: [] },
  ]
  for (const values of stored) {
    const answer = await marketing.post(api, values)
    expect([answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([201, ''])
  }
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true })
})

describe('a field of stored records', () => {
  const size = { type: 'integer', title: '尺寸' }
  const since = { type: 'string', title: '起始', format: 'date' }
  const amountAsText = { ...fields.parts.items.properties, amount: { type: 'string', title: '數量', maxLength: 5 } }

  it.each<[string, Fields, string]>([
    ['a text that became a number', { size }, '欄位「尺寸」（size）由文字改為整數，但已存的 2 筆資料不合（例如「4」）'],
    ['a text that became a date', { since }, '欄位「起始」（since）由文字改為日期，但已存的 1 筆資料不合（例如「明年」）'],
    [
      'a choice that was taken away',
      { tone: { ...fields.tone, enum: ['暗'] } },
      '欄位「色調」（tone）的內容規則改了，但已存的 2 筆資料不合（例如「明」）',
    ],
    [
      'a field of its rows',
      { parts: { ...fields.parts, items: { ...fields.parts.items, properties: amountAsText } } },
      '欄位「零件」（parts）的內容規則改了，但已存的 1 筆資料不合',
    ],
  ])('a field of stored records keeps its type while they need it: %s', async (_what, changed, message) => {
    const [finding, ...others] = await edit(entityFile, entityWith(changed))
    expect(others).toEqual([])
    expect(finding).toMatchObject({ code: 'stored-values-differ', severity: 'error', line: expect.any(Number) })
    expect(finding?.message).toContain(message)
    expect(served()).toMatchObject(fields)
    expect(await list('sort=since.desc')).toBe(200)
    expect(await edit(entityFile, entityWith())).toEqual([])
  })

  it('a field of stored records changes its type when all of them fit', async () => {
    const wider = { points: { type: 'number', title: '點數', 'x-decimals': 2 } }
    expect(await edit(entityFile, entityWith(wider))).toEqual([])
    expect(served()?.points).toMatchObject({ type: 'number' })
    expect(await edit(entityFile, entityWith())).toEqual([])
  })

  it('a field of stored records keeps its type also when it was changed while no server ran', async () => {
    write(entityFile, entityWith({ since }))
    const restarted = await buildApp({ config: server.app.config, database: server.database })
    expect(restarted.documents.entity('gadget')?.properties).toMatchObject(fields)
    await restarted.close()
    expect(await edit(entityFile, entityWith())).toEqual([])
  })
})

describe('an option that rows inside a record have', () => {
  it('an option that rows inside a record have cannot be removed, others can', async () => {
    const [finding] = await edit(kindFile, kinds('1', '3'))
    expect(finding).toMatchObject({ code: 'option-in-use', severity: 'error' })
    expect(finding?.message).toContain('還有 1 筆贈品（零件）使用')
    expect(await edit(kindFile, kinds('1', '2'))).toEqual([])
  })
})
