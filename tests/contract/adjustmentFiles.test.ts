import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taipeiDate } from '../../src/rules/dates.ts'
import type { Cell } from '../../src/server/records/export/cells.ts'
import { workbookOf } from '../../src/server/records/testing/workbookOf.ts'
import { postFile } from '../support/files.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

const base = '/api/points/adjustmentslist'
const pdf = `data:application/pdf;base64,${btoa('%PDF-1.7 evidence')}`
const today = taipeiDate(new Date())

let server: TestServer
let ops: TestSession
let members: readonly string[]

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
  const rows = await server.app.db.selectFrom('member').select('memberNo').where('status', '<>', '3').orderBy('memberNo').limit(3).execute()
  members = rows.map((row) => row.memberNo)
})

afterAll(() => server.close())

async function check(session: TestSession, rows: readonly (readonly Cell[])[], form: object) {
  return postFile(session, `${base}/lines/import?check=true`, await workbookOf(rows), { fields: { form: JSON.stringify(form) } })
}

describe('lines of a sheet out of a file', () => {
  const headings = ['會員編號', '點數', '備註']

  it('lines of a sheet out of a file are read for the form, and nothing is written', async () => {
    const before = (await ops.get(`${base}/0/1`)).json<{ totalCount: number }>().totalCount
    const answer = await check(ops, [headings, [members[0] ?? '', '1,234', '補點'], [members[1] ?? '', 5, null]], { adjustKind: '1' })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        count: 2,
        errors: [],
        values: [
          { memberNo: members[0], points: 1234, remark: '補點' },
          { memberNo: members[1], points: 5 },
        ],
      },
    ])
    expect((await ops.get(`${base}/0/1`)).json<{ totalCount: number }>().totalCount).toBe(before)
  })

  it('lines of a sheet out of a file are told what is wrong with each row, and none is taken', async () => {
    const plain = await check(ops, [headings, [members[0] ?? '', 0, null], [members[1] ?? '', 'x', null], [members[2] ?? '', 1, null]], {})
    expect(plain.json()).toMatchObject({ errorCount: 2, values: [] })
    expect(plain.json<{ errors: { row: number }[] }>().errors.map((error) => error.row)).toEqual([2, 3])
    const known = await check(ops, [headings, [members[0] ?? '', 1, null], [members[0] ?? '', 1, null], ['880000000999', 1, null]], {})
    expect(known.json<{ errors: unknown }>().errors).toEqual([
      { row: 3, message: '會員編號：會員重複。請改填實際的會員編號，每位會員一列' },
      { row: 4, message: '會員編號：查無會員或會員已註銷。請改填實際的會員編號，每位會員一列' },
    ])
    const short = await check(ops, [headings, [members[0] ?? '', 9_999_999_999, null]], { adjustKind: '2', companyNo: 'C000101' })
    expect(short.json<{ errors: unknown }>().errors).toEqual([{ row: 2, message: '點數不足。請改填可扣除的點數' }])
    const unread = await check(ops, [['會員', '點數']], {})
    expect([unread.statusCode, unread.body]).toEqual([400, '未知的欄位「會員」，請依範例檔的標題列填寫。'])
  })

  it('lines of a sheet out of a file have an example file, and need the permission to import', async () => {
    const example = await ops.get(`${base}/lines/import/example`)
    expect(await readSheet(Buffer.from(example.rawPayload))).toMatchObject([
      ['會員編號', '企業會員編號', '點數', '原交易編號', '消費金額', '備註'],
      ['880000000013', null, 100, null, null, '補點'],
    ])
    const fm = await signIn(server, 'fm01')
    expect((await fm.get(`${base}/lines/import/example`)).statusCode).toBe(403)
    expect((await check(fm, [headings, [members[0] ?? '', 1, null]], {})).statusCode).toBe(403)
    const button = (session: TestSession) =>
      session.get('/api/screens/_points/adjustmentslist').then((answer) => answer.body.includes('lines/import'))
    expect([await button(ops), await button(fm)]).toEqual([true, false])
  })
})

describe('papers of a sheet', () => {
  const sheet = (attachments: unknown) => ({
    ...{ adjustKind: '1', reasonCode: '101', costBearer: '1', companyNo: 'C000101', businessDate: today, description: '補點' },
    ...{ lines: [{ memberNo: members[0], points: 1 }], attachments },
  })

  it('papers of a sheet come with one sheet, never with a list, a file or the log', async () => {
    const made = await ops.post(base, sheet([{ name: '發票.pdf', content: pdf }]))
    const { id, sheetNo } = made.json<{ id: number; sheetNo: string }>()
    expect([made.statusCode, made.json()]).toMatchObject([201, { attachments: [{ name: '發票.pdf', content: pdf }] }])
    expect((await ops.get(`${base}/${id}`)).json()).toMatchObject({ attachments: [{ name: '發票.pdf', content: pdf }] })
    expect((await ops.get(`${base}/0/25?sheetNo=${sheetNo}`)).body).not.toContain('base64')
    expect((await ops.get(`${base}/export?format=csv&sheetNo=${sheetNo}`)).body).not.toContain('附件')
    const history = await ops.get(`${base}/${id}/history`)
    expect([history.body.includes('發票.pdf'), history.body.includes('base64')]).toEqual([true, false])
    const [added] = history.json<{ changes: { title: string; after: string }[] }[]>()
    const reason = added?.changes.find((change) => change.title === '調整原因')
    expect(reason?.after).toBe('漏贈補點')
    const log = await server.app.db
      .withoutPlugins()
      .selectFrom('user_action_log' as never)
      .selectAll()
      .where('entity_id' as never, '=', String(id) as never)
      .execute()
    expect([log.length > 0, JSON.stringify(log).includes('base64')]).toEqual([true, false])
  })

  it('papers of a sheet are pictures or PDFs, five at most, each below 1 MB', async () => {
    const refused = async (attachments: unknown) => {
      const answer = await ops.post(base, sheet(attachments))
      return [answer.statusCode, Object.values(answer.json<Record<string, string>>())[0]]
    }
    const page = { name: 'a.html', content: `data:text/html;base64,${btoa('<script>')}` }
    expect(await refused([page])).toEqual([400, '只允許以下副檔名之檔案：png、gif、jpeg、jpg、bmp、pdf'])
    const large = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(1024 * 1024)]).toString('base64')
    expect(await refused([{ name: 'a.pdf', content: `data:application/pdf;base64,${large}` }])).toEqual([400, '檔案大小必須小於 1MB!'])
    expect((await refused(Array.from({ length: 6 }, () => ({ name: 'a.pdf', content: pdf }))))[0]).toBe(400)
    const largest = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(1024 * 1024 - 6)]).toString('base64')
    const five = Array.from({ length: 5 }, (_unused, index) => ({
      name: `${index}.pdf`,
      content: `data:application/pdf;base64,${largest}`,
    }))
    expect((await ops.post(base, sheet(five))).statusCode).toBe(201)
  })
})
