import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths, taipeiDate } from '../../src/rules/dates.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { postFile } from '../support/files.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import { signInAs, staffPassword } from './staffUser.ts'

// An analyst writes an entity whose records are numbered by the server, and its screen; nothing else.

const schemas = mkdtempSync(join(tmpdir(), 'automatic-numbers-'))
const entityFile = 'entities/demo/repair.json'
const example = join(projectRoot, 'tests/screens/examples/numbers')
let server: TestServer
let ops: TestSession
/** The clock of the server stands at the middle of this month, and later at the end of it, in Taipei. */
const month = taipeiDate(new Date()).slice(0, 7)
const following = addMonths(`${month}-01`, 1).slice(0, 7)
let now = new Date(`${month}-15T12:00:00+08:00`)
const numberOf = (counter: number, of = month) => `RP${of.replace('-', '')}-${String(counter).padStart(4, '0')}`

const entity = (repairNo: object, name = 'repair') => ({
  ...JSON.parse(readFileSync(join(example, 'entities/example/repair.json'), 'utf8')),
  name,
  properties: {
    repairNo: { type: 'string', title: '單號', 'x-search': true, ...repairNo },
    device: { type: 'string', title: '設備', maxLength: 60, 'x-unique': true },
    fault: { type: 'string', title: '故障情形', maxLength: 500 },
  },
})
const screen = (uri: string, name: string) => ({
  ...JSON.parse(readFileSync(join(example, 'screens/_example/repairs.json'), 'utf8')),
  uri,
  entity: name,
})

function write(path: string, document: object): void {
  mkdirSync(dirname(join(schemas, path)), { recursive: true })
  writeFileSync(join(schemas, path), JSON.stringify(document, null, 2))
}

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  write(entityFile, entity({ 'x-number': 'RP{yyyyMM}-{0000}' }))
  write('screens/_demo/repairs.json', screen('/_demo/repairs', 'repair'))
  write('entities/demo/claim.json', entity({ 'x-unique': true, maxLength: 30 }, 'claim'))
  write('screens/_demo/claims.json', screen('/_demo/claims', 'claim'))
  server = await startTestServer({ demo: true, environment: { SCHEMAS_DIR: schemas }, clock: { now: () => now } })
  const permissions = ['repairs', 'claims'].flatMap((name) =>
    ['view', 'create', 'edit', 'delete', 'import'].map((verb) => `demo.${name}.${verb}`),
  )
  await sql`insert into app_role (role_code, role_name, user_type, permissions, is_system, is_enabled, created_by)
    values ('NUMBERS', 'NUMBERS', '1', ${JSON.stringify(permissions)}::jsonb, false, true, '系統')`.execute(server.database.db)
  ops = await signInAs(server, 'NUMBERS', now)
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true })
})

let count = 0
const report = (changes: object = {}) => {
  count += 1
  return { device: `設備 ${count}`, fault: '不動', ...changes }
}
async function create(path = 'repairs', changes: object = {}): Promise<string> {
  const answer = await ops.post(`/api/demo/${path}`, report(changes))
  expect([answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([201, ''])
  return answer.json<{ repairNo: string }>().repairNo
}

describe('records with an automatic number', () => {
  it('follow each other without a gap, whatever is refused in between', async () => {
    expect(await create()).toBe(numberOf(1))
    expect((await ops.post('/api/demo/repairs', { device: '無故障' })).statusCode).toBe(400)
    const taken = await ops.post('/api/demo/repairs', { ...report(), device: '設備 1' })
    expect([taken.statusCode, taken.json<{ device: string }>().device]).toEqual([409, expect.stringContaining('設備')])
    expect(await create()).toBe(numberOf(2))
  })

  it('take no number from outside, and keep theirs', async () => {
    const sent = await ops.post('/api/demo/repairs', report({ repairNo: numberOf(500) }))
    expect([sent.statusCode, sent.json()]).toEqual([400, { repairNo: '單號 由系統產生，不可輸入' }])
    const { rows } = (await ops.get(`/api/demo/repairs/0/10?repairNo=${numberOf(1)}`)).json<{
      rows: { id: number; rowVersion: number }[]
    }>()
    const changed = await ops.put(`/api/demo/repairs/${rows[0]?.id}`, { rowVersion: rows[0]?.rowVersion, repairNo: numberOf(9) })
    expect([changed.statusCode, changed.json()]).toEqual([400, { repairNo: '單號 不可修改' }])
  })

  it('leave the number of a deleted one unused', async () => {
    const last = await create()
    const { rows } = (await ops.get(`/api/demo/repairs/0/10?repairNo=${last}`)).json<{ rows: { id: number; rowVersion: number }[] }>()
    const gone = await ops.delete(`/api/demo/repairs/${rows[0]?.id}?rowVersion=${rows[0]?.rowVersion}`)
    expect(gone.statusCode).toBe(200)
    expect(await create()).toBe(numberOf(4))
  })

  it('records that come at once are numbered one by one', async () => {
    const given = await Promise.all(Array.from({ length: 20 }, () => create()))
    const expected = Array.from({ length: 20 }, (_, index) => numberOf(index + 5))
    expect([...given].sort()).toEqual(expected)
  })

  it('begin anew in the next month of Taipei, and go on in the month before', async () => {
    const midnight = new Date(`${following}-01T00:00:00+08:00`)
    now = new Date(midnight.getTime() - 1000)
    ops = await signIn(server, 'numbers77', staffPassword)
    expect(await create()).toBe(numberOf(25))
    now = midnight
    expect(await create()).toBe(numberOf(1, following))
  })

  it('go on after the numbers that people gave before', async () => {
    for (const repairNo of [numberOf(7, following), numberOf(41, following), `${numberOf(99, following)}X`, numberOf(900), '手開']) {
      expect(await create('claims', { repairNo })).toBe(repairNo)
    }
    const isInForce = () => server.app.documents.current().entities.get('claim')?.properties.repairNo?.['x-number'] !== undefined
    write('entities/demo/claim.json', entity({ 'x-number': 'RP{yyyyMM}-{0000}' }, 'claim'))
    for (let round = 0; round < 400 && !isInForce(); round += 1) await new Promise((resolve) => setTimeout(resolve, 25))
    expect(await create('claims')).toBe(numberOf(42, following))
    expect(await create('claims')).toBe(numberOf(43, following))
  })
})

describe('imported records with an automatic number', () => {
  const rowsOf = (count: number) => Array.from({ length: count }, () => Object.values(report()))
  const counterOf = (repairNo: string) => Number(repairNo.split('-')[1])
  const numbersFrom = (first: number, length: number) => Array.from({ length }, (_, index) => numberOf(first + index, following))
  /** The numbers of records by what they are about, in the order of the rows. */
  const given = async (rows: readonly (readonly string[])[]) => {
    const found = (await ops.get('/api/demo/repairs/0/100?sort=repairNo.desc')).json<{ rows: { repairNo: string; device: string }[] }>()
      .rows
    return rows.map(([device]) => found.find((one) => one.device === device)?.repairNo)
  }
  function send(rows: readonly (readonly string[])[], { check = false, headings = ['設備', '故障情形'] } = {}) {
    const text = [headings, ...rows].map((row) => row.join(',')).join('\n')
    return postFile(ops, `/api/demo/repairs/import${check ? '?check=true' : ''}`, text, { name: 'repairs.csv' })
  }

  it('imported records are numbered in the order of their rows; looking at the file first draws no number', async () => {
    const next = counterOf(await create()) + 1
    const rows = rowsOf(150)
    const checked = await send(rows, { check: true })
    expect([checked.statusCode, checked.json()]).toEqual([200, expect.objectContaining({ count: 150, errorCount: 0 })])
    const first = rows.slice(0, 90)
    expect((await send(first)).statusCode).toBe(200)
    expect(await given(first)).toEqual(numbersFrom(next, 90))
    expect(await create()).toBe(numberOf(next + 90, following))
  })

  it('a file of which one row is refused draws no number, wherever the row stands', async () => {
    const next = counterOf(await create()) + 1
    const taken = [`設備 ${count}`, '同一台']
    for (const rows of [
      [taken, ...rowsOf(3)],
      [...rowsOf(120), taken],
    ]) {
      const checked = (await send(rows, { check: true })).json<{ errorCount: number; errors: { row: number; message: string }[] }>()
      expect(checked).toMatchObject({ errorCount: 1, errors: [{ row: rows.indexOf(taken) + 2, message: expect.stringContaining('設備') }] })
      const refused = await send(rows)
      expect([refused.statusCode, refused.headers['x-error-code']]).toEqual([400, 'M17'])
    }
    expect(await create()).toBe(numberOf(next, following))
  })

  it('a file does not bring numbers of its own', async () => {
    const answer = await send([[numberOf(700, following), '設備甲', '不動']], { headings: ['單號', '設備', '故障情形'] })
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('單號')])
  })

  it('two imports at once, with single records and a refused file between, are numbered without a gap and without a double', async () => {
    const next = counterOf(await create()) + 1
    const [some, others] = [rowsOf(40), rowsOf(30)]
    const refused = [...rowsOf(20), [`設備 ${count - 1}`, '同一台']]
    const answers = await Promise.all([send(some), create(), send(refused), send(others), create(), create()])
    const statuses = answers.map((answer) => (typeof answer === 'string' ? 201 : answer.statusCode))
    expect(statuses).toEqual([200, 201, 400, 200, 201, 201])
    const single = answers.filter((answer) => typeof answer === 'string')
    const [ofSome, ofOthers] = [await given(some), await given(others)]
    expect([...single, ...ofSome, ...ofOthers].sort()).toEqual(numbersFrom(next, 73))
    // One import is a transaction of its own, so its rows follow each other.
    for (const numbers of [ofSome, ofOthers]) expect(numbers).toEqual(numbersFrom(counterOf(numbers[0] ?? ''), numbers.length))
  })
})
