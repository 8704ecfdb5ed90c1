import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import { signInAs } from './staffUser.ts'

// An analyst writes records that belong to merchants, and a screen for them; the administrator gives it to merchants.

const schemas = mkdtempSync(join(tmpdir(), 'own-merchants-'))
let server: TestServer
let admin: TestSession
let staff: TestSession
let merchant: TestSession

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 40, ...more })
const voucher = {
  name: 'voucher',
  title: '抵用券',
  key: 'voucherNo',
  label: 'voucherName',
  scope: 'companyNo',
  type: 'object',
  properties: {
    voucherNo: text('券號', { 'x-unique': true, 'x-immutable': true, 'x-search': true }),
    voucherName: text('名稱', { 'x-search': true }),
    companyNo: text('特約商', { 'x-dictionary': 'Company' }),
    points: { type: 'integer', title: '點數', minimum: 0, 'x-format': 'points' },
    state: text('狀態', { 'x-dictionary': 'VoucherState', default: '1', 'x-computed': true }),
  },
  required: ['voucherNo', 'voucherName', 'companyNo', 'points'],
  transitions: { use: { label: '使用', field: 'state', from: ['1'], to: '2', permission: 'use', bulk: true } },
  final: ['2'],
}
const note = {
  name: 'voucherNote',
  title: '說明',
  key: 'noteNo',
  label: 'noteNo',
  scope: 'companyNo',
  type: 'object',
  properties: {
    noteNo: text('序號', { 'x-unique': true, 'x-immutable': true }),
    kind: text('種類'),
    companyNo: text('特約商', { 'x-dictionary': 'Company' }),
  },
  required: ['noteNo', 'companyNo'],
}
const memo = {
  name: 'memo',
  title: '備忘',
  key: 'memoNo',
  label: 'memoNo',
  type: 'object',
  properties: { memoNo: text('序號', { 'x-unique': true, 'x-immutable': true }), kind: text('種類') },
  required: ['memoNo'],
}
const plain = (uri: string, entity: string, columns: readonly string[]) => ({
  uri,
  title: uri,
  entity,
  list: { columns, toolbar: ['create'], rowActions: ['edit', 'delete'] },
})
const documents: Readonly<Record<string, object>> = {
  'entities/demo/voucher.json': voucher,
  'entities/demo/voucherNote.json': note,
  'entities/demo/memo.json': memo,
  'dictionaries/VoucherState.json': {
    name: 'VoucherState',
    title: '狀態',
    options: [
      { key: '1', value: '未用' },
      { key: '2', value: '已用' },
    ],
  },
  'screens/_demo/vouchers.json': {
    uri: '/_demo/vouchers',
    title: '抵用券',
    entity: 'voucher',
    list: {
      columns: [{ field: 'voucherNo', link: 'view' }, 'voucherName', 'companyNo', { field: 'points', total: true }, 'state'],
      filters: ['companyNo', 'state'],
      toolbar: ['create', 'export'],
      rowActions: ['edit', 'use', 'delete', 'history'],
      bulkActions: ['use'],
      expand: 'notes',
    },
    children: {
      notes: { title: '說明', entity: 'voucherNote', by: { kind: 'voucherName' }, columns: ['noteNo', 'companyNo'] },
      memos: { title: '備忘', entity: 'memo', by: { kind: 'voucherName' }, columns: ['memoNo'] },
    },
    forms: {
      view: {
        tabs: [
          { title: '基本資料', fields: ['voucherNo', 'voucherName', 'points'] },
          { title: '備忘', child: 'memos' },
        ],
      },
    },
    report: { groups: ['companyNo'], sums: ['points'] },
  },
  'screens/_demo/voucher_notes.json': plain('/_demo/voucher_notes', 'voucherNote', ['noteNo', 'kind', 'companyNo']),
  'screens/_demo/memos.json': plain('/_demo/memos', 'memo', ['memoNo', 'kind']),
}

function write(changed: Readonly<Record<string, object>>): void {
  for (const [path, document] of Object.entries(changed)) {
    mkdirSync(dirname(join(schemas, path)), { recursive: true })
    writeFileSync(join(schemas, path), JSON.stringify(document, null, 2))
  }
}

const base = '/api/demo/vouchers'
const [own, foreign] = ['C000101', 'C000102']
const ofScreen = (screen: string, parts: readonly string[]) => parts.map((part) => `demo.${screen}.${part}`)
const role = (roleCode: string, permissions: readonly string[], userType = '2') => ({
  roleCode,
  roleName: roleCode,
  userType,
  description: '',
  permissions,
  isEnabled: true,
})
const grant = async (...given: Parameters<typeof role>) => (await admin.post('/api/account/roles', role(...given))).statusCode

interface Row {
  readonly id: number
  readonly rowVersion: number
  readonly voucherNo: string
  readonly companyNo: string
  readonly points: number
  readonly state: string
}
interface Page {
  readonly totalCount: number
  readonly rows: readonly Row[]
  readonly totals: Readonly<Record<string, number>>
}
const list = async (session: TestSession, query = '') => (await session.get(`${base}/0/100${query}`)).json<Page>()
const find = async (no: string) => (await list(staff)).rows.find(({ voucherNo }) => voucherNo === no) as Row

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  write(documents)
  server = await startTestServer({ demo: true, environment: { SCHEMAS_DIR: schemas } })
  admin = await signIn(server, 'admin')
  const all = ['view', 'create', 'edit', 'use', 'delete', 'export']
  const ofStaff = [...ofScreen('vouchers', all), ...ofScreen('voucher_notes', ['view', 'create']), ...ofScreen('memos', ['view', 'create'])]
  expect(await grant('VSTAFF', ofStaff, '1')).toBe(201)
  expect(await grant('VMER', ofScreen('vouchers', all))).toBe(201)
  const now = server.app.clock.now()
  staff = await signInAs(server, 'VSTAFF', now)
  merchant = await signInAs(server, 'VMER', now, own)
  for (const [voucherNo, companyNo, points] of [
    ['V1', own, 5],
    ['V2', own, 7],
    ['X1', foreign, 1000],
  ] as const)
    expect((await staff.post(base, { voucherNo, voucherName: '夏季', companyNo, points })).statusCode).toBe(201)
  for (const [noteNo, companyNo] of [
    ['N1', own],
    ['N2', foreign],
  ] as const)
    expect((await staff.post('/api/demo/voucher_notes', { noteNo, kind: '夏季', companyNo })).statusCode).toBe(201)
  expect((await staff.post('/api/demo/memos', { memoNo: 'M1', kind: '夏季' })).statusCode).toBe(201)
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true })
})

describe('a role for merchants', () => {
  const offered = async (userType: string) =>
    (await admin.get(`/api/account/permissions?userType=${userType}`)).json<{ key: string }[]>().map(({ key }) => key)

  it('a role for merchants is offered screens of records that belong to a merchant, and no others', async () => {
    const keys = await offered('2')
    expect(keys).toEqual(expect.arrayContaining(['/_demo', 'demo.vouchers', ...ofScreen('vouchers', ['view', 'edit', 'use', 'export'])]))
    expect(keys.filter((key) => key.startsWith('demo.memos') || key.startsWith('company.companies'))).toEqual([])
    expect((await offered('3')).filter((key) => key.startsWith('demo.'))).toEqual([])
  })

  it('a role for merchants is stored with what it was offered, and with nothing else', async () => {
    expect(await grant('VMER2', ofScreen('vouchers', ['view']))).toBe(201)
    expect(await grant('VMER3', ofScreen('memos', ['view']))).toBe(409)
    expect(await grant('VMER4', [...ofScreen('vouchers', ['view']), 'company.companies.view'])).toBe(409)
    expect(await grant('VCORP', ofScreen('vouchers', ['view']), '3')).toBe(409)
  })
})

describe('a merchant on a screen of an own entity', () => {
  it('a merchant on a screen of an own entity sees the own rows: list, record, number, search, totals, report and file', async () => {
    const page = await list(merchant)
    expect([page.rows.map(({ voucherNo }) => voucherNo), page.totalCount, page.totals.points]).toEqual([['V1', 'V2'], 2, 12])
    expect((await list(staff)).totals.points).toBe(1012)
    expect((await list(merchant, `?companyNo=${foreign}`)).totalCount).toBe(0)
    expect((await list(merchant, '?search=X1')).totalCount).toBe(0)
    const { id } = await find('X1')
    for (const path of [`${id}`, `${id}/history`, `${id}/children/notes/0/25`])
      expect([path, (await merchant.get(`${base}/${path}`)).statusCode]).toEqual([path, 404])
    expect((await merchant.get(`${base}/record?key=X1`)).statusCode).toBe(404)
    const report = (await merchant.get(`${base}/report`)).json<{ rows: { companyNo: string }[]; totals: { points: number } }>()
    expect([report.rows.map(({ companyNo }) => companyNo), report.totals.points]).toEqual([[own], 12])
    const file = (await merchant.get(`${base}/export?format=csv`)).body
    expect([file.includes('V1'), file.includes('X1')]).toEqual([true, false])
  })

  it('a merchant on a screen of an own entity sees of its details the own rows too, and none that belong to nobody', async () => {
    const { id } = await find('V1')
    const children = async (session: TestSession, name: string) =>
      (await session.get(`${base}/${id}/children/${name}/0/25`)).json<Page>().totalCount
    expect([await children(staff, 'notes'), await children(merchant, 'notes')]).toEqual([2, 1])
    expect([await children(staff, 'memos'), await children(merchant, 'memos')]).toEqual([1, 0])
  })

  it('a merchant on a screen of an own entity writes the own rows, one and several, and moves none', async () => {
    const made = await merchant.post(base, { voucherNo: 'V3', voucherName: '冬季', companyNo: foreign, points: 1 })
    expect([made.statusCode, made.json<Row>().companyNo]).toEqual([201, own])
    const { id, rowVersion } = made.json<Row>()
    expect((await merchant.put(`${base}/${id}`, { rowVersion, companyNo: foreign })).statusCode).toBe(403)
    expect((await merchant.put(`${base}/${id}`, { rowVersion, points: 2 })).statusCode).toBe(200)
    const other = await find('X1')
    expect((await merchant.put(`${base}/${other.id}`, { rowVersion: other.rowVersion, points: 1 })).statusCode).toBe(404)
    expect((await merchant.delete(`${base}/${other.id}?rowVersion=${other.rowVersion}`)).statusCode).toBe(404)
    expect((await merchant.post(`${base}/${other.id}/use`, { rowVersion: other.rowVersion })).statusCode).toBe(404)
    const chosen = (await merchant.post(`${base}/use`, { ids: [other.id, id] })).json<{ okCount: number; failedCount: number }>()
    expect(chosen).toMatchObject({ okCount: 1, failedCount: 1 })
    const whole = (await merchant.post(`${base}/use`, { query: {} })).json<{ results: { label: string }[] }>()
    expect(whole.results.map(({ label }) => label).sort()).toEqual(['V1', 'V2', 'V3'])
    expect(await find('X1')).toMatchObject({ state: '1', points: 1000, companyNo: foreign })
  })
})

describe('a document that loses its scope', () => {
  it('a document that loses its scope shows merchants nothing more, although their role may open the screen', async () => {
    const path = 'entities/demo/voucher.json'
    const { scope: _scope, ...open } = voucher
    write({ [path]: open })
    const scopeNow = () => server.app.documents.current().entities.get('voucher')?.scope
    for (let round = 0; round < 400 && scopeNow() !== undefined; round += 1) await new Promise((resolve) => setTimeout(resolve, 25))
    expect(scopeNow()).toBeUndefined()
    expect([(await list(merchant)).totalCount, (await list(staff)).totalCount]).toEqual([0, 4])
    const { id } = await find('V1')
    expect((await merchant.get(`${base}/${id}`)).statusCode).toBe(404)
    const added = await merchant.post(base, { voucherNo: 'V9', voucherName: '無主', companyNo: own, points: 1 })
    expect(added.statusCode).toBe(403)
    expect(await grant('VMER9', ofScreen('vouchers', ['view']))).toBe(409)
  })
})
