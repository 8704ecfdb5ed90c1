import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cell } from '../../src/server/records/export/cells.ts'
import { workbookOf } from '../../src/server/records/testing/workbookOf.ts'
import { shippedScreens } from '../screens/shipped.ts'
import { postFile } from '../support/files.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

let server: TestServer
const sessions = new Map<string, TestSession>()

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  for (const account of ['admin', 'ops01', 'fin01', 'mkt01', 'fm01']) sessions.set(account, await signIn(server, account))
})

afterAll(() => server.close())

interface Import {
  readonly check: string
  readonly example: string
}

/** Every import that a document offers: of its list, and of the rows of its forms. */
const imports: readonly (readonly [name: string, Import])[] = shippedScreens.flatMap(([uri, screen]) => {
  const buttons = Object.values(screen.actions).filter((action) => action.kind === 'builtIn' && action.action === 'import')
  const ofList = buttons.map(() => [uri, { check: screen.api.import.path, example: screen.api.importExample.path }] as const)
  const sources = Object.values(screen.forms).flatMap((form) => Object.values(form.fields).map((field) => field.ui.options?.import))
  const ofRows = [...new Set(sources.filter((source) => typeof source === 'string'))].map((source) => {
    const path = source.replace(/^POST /, '')
    return [`${uri} rows`, { check: path, example: `${path}/example` }] as const
  })
  return [...ofList, ...ofRows]
})

/** Examples whose rows cannot be valid, because the file cannot or must not contain real data; the check says what to write instead. */
const namedInWords: Readonly<Record<string, RegExp>> = {
  // The list must come from the card maker; an example with the true numbers would make the comparison pointless.
  '/_corporate/coupon_card': /^卡片序號：查無此卡號。請改填製卡廠商清單上的卡號/,
}

async function sessionFor({ example }: Import): Promise<TestSession> {
  for (const session of sessions.values()) if ((await session.get(example)).statusCode === 200) return session
  throw new Error(`no demo account may import by ${example}`)
}

interface Check {
  readonly count: number
  readonly errors: readonly { readonly row: number; readonly message: string }[]
}

async function check(session: TestSession, url: string, file: Uint8Array<ArrayBuffer>): Promise<Check> {
  const answer = await postFile(session, `${url}?check=true`, file)
  expect([url, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([url, 200, ''])
  return answer.json<Check>()
}

async function errorsOf(account: string, url: string, rows: readonly (readonly Cell[])[]): Promise<readonly string[]> {
  const { errors } = await check(sessions.get(account) as TestSession, url, await workbookOf(rows))
  return errors.map(({ row, message }) => `${row} ${message}`)
}

describe('the example file', () => {
  it.each(imports)('the example file of %s passes its own check', async (name, { check: path, example }) => {
    const session = await sessionFor({ check: path, example })
    const file = await session.get(example)
    const { count, errors } = await check(session, path, new Uint8Array(file.rawPayload))
    expect(count).toBeGreaterThan(0)
    const inWords = namedInWords[name]
    if (inWords === undefined) expect(errors).toEqual([])
    else expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(inWords)])
  })

  it('the example file is another one as soon as what it holds is taken', async () => {
    const path = '/api/company/retail_store/import'
    const session = sessions.get('ops01') as TestSession
    const fetched = async () => new Uint8Array((await session.get(`${path}/example`)).rawPayload)
    const first = await fetched()
    expect((await postFile(session, path, first)).statusCode).toBeLessThan(300)
    expect((await check(session, path, first)).errors).not.toEqual([])
    expect((await check(session, path, await fetched())).errors).toEqual([])
  })
})

describe('a cell with line ends', () => {
  it('a cell with line ends, and with what nobody sees, becomes the text of one line that its field has', async () => {
    const path = '/api/company/retail_store/import'
    const session = sessions.get('ops01') as TestSession
    const [headings = [], values = []] = (await readSheet(
      Buffer.from((await session.get(`${path}/example`)).rawPayload),
    )) as unknown as Cell[][]
    const typed: Readonly<Record<string, Cell>> = { 門市名稱: '多行\r\n門市\u200b', 電話: '\u202a02-27718888\u202c' }
    const row = headings.map((heading, index) => typed[String(heading)] ?? values[index] ?? null)
    const answer = await postFile(session, path, await workbookOf([headings, row]))
    expect([answer.statusCode < 300, answer.body]).toEqual([true, expect.any(String)])
    const found = await session.get(`/api/company/retail_store/0/10?storeName=${encodeURIComponent('多行 門市')}`)
    expect(found.json<{ rows: Row[] }>().rows).toMatchObject([{ storeName: '多行 門市', phone: '02-27718888' }])
  })
})

describe('a row with several faults', () => {
  it('a row with several faults is told all of them, each with its column and what to do', async () => {
    const stores = '/api/company/retail_store/import'
    const ops = sessions.get('ops01') as TestSession
    const [headings = [], values = []] = (await readSheet(
      Buffer.from((await ops.get(`${stores}/example`)).rawPayload),
    )) as unknown as Cell[][]
    const [taken] = (await ops.get('/api/company/retail_store/0/100?companyNo=C000101')).json<{ rows: Row[] }>().rows
    const other = (await server.app.db.selectFrom('retailStore').select('terminalIds').execute()).find((row) => row.terminalIds.length > 0)
    const wrong: Readonly<Record<string, Cell>> = {
      特約商: 'C000101',
      特約商店號: String(taken?.partnerStoreCode),
      電話: 'no phone',
      縣市: '天龍國',
      開店日: 'soon',
      端末機代碼: String(other?.terminalIds[0]),
    }
    const row = headings.map((heading, index) => wrong[String(heading)] ?? values[index] ?? null)
    const [text = ''] = await errorsOf('ops01', stores, [headings, row])
    expect(text).toContain('特約商店號 已存在')
    expect(text).toMatch(/電話[^、]*例如 02-27718888/)
    expect(text).toMatch(/縣市：「天龍國」不在選項中，請填寫[^；]*臺北市/)
    expect(text).toMatch(/開店日[^、]*例如 20\d\d-\d\d-\d\d/)
    expect(text).toMatch(/端末機代碼 .* 已存在/)
  })

  it('a row with several faults is told so in the file of users too', async () => {
    const file = [
      ['帳號', '姓名', '電子郵件', '使用者類型', '角色', '啟用'],
      ['ops01', '陳小明', 'no mail', '平台人員', 'NOBODY', '也許'],
    ]
    const [text = ''] = await errorsOf('admin', '/api/account/importUsers', file)
    expect(text).toContain('帳號 已存在')
    expect(text).toMatch(/電子郵件[^、]*例如 name@example.com/)
    expect(text).toMatch(/角色：「NOBODY」不在選項中，請填寫[^；]*營運人員/)
    expect(text).toMatch(/啟用/)
  })

  it('a row with several faults is told so for the lines of a sheet', async () => {
    const lines = [
      ['會員編號', '企業會員編號', '點數', '原交易編號'],
      ['990000000019', null, 0, 'NOSUCH1'],
    ]
    const [text = ''] = await errorsOf('ops01', '/api/points/adjustmentslist/lines/import', lines)
    expect(text).toContain('會員編號：查無會員')
    expect(text).toMatch(/點數：最小值1/)
    expect(text).toContain('原交易編號不屬於此會員。請改填')
  })
})
