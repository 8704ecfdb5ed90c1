import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taipeiDate } from '../../src/rules/dates.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

let server: TestServer
let ops: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
})
afterAll(() => server.close())

const stores = '/api/company/retail_store'

async function firstStore(): Promise<Row> {
  const [row] = (await ops.get(`${stores}/0/1`)).json<{ rows: Row[] }>().rows
  if (!row) throw new Error('the demo data has no outlet')
  return (await ops.get(`${stores}/${row.id}`)).json<Row>()
}

describe('numbers and codes as people paste them', () => {
  it('numbers with full-width digits and blanks are stored as their format means them', async () => {
    const store = await firstStore()
    const body = { rowVersion: store.rowVersion, phone: ' ０２－１２３４ ５６７８＃１２ ', zipCode: `${String(store.zipCode)}\u3000` }
    const answer = await ops.put(`${stores}/${store.id}`, body)
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    const after = await firstStore()
    expect([after.phone, after.zipCode]).toEqual(['02-12345678#12', store.zipCode])
  })

  it('numbers in rows are read as they stand on a card', async () => {
    const lines = [{ memberNo: ' ８８００ 0000-0013 ', points: 10, remark: '  ' }]
    const sheet = { adjustKind: '1', reasonCode: '101', costBearer: '2', description: '補點', lines }
    const answer = await ops.post('/api/points/adjustmentslist', {
      ...sheet,
      businessDate: taipeiDate(new Date()),
      expireDate: '2099-12-31',
    })
    expect([answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([201, ''])
    expect(answer.json<Row>().lines).toEqual([{ memberNo: '8800****0013', points: 10, _masked: expect.any(String) }])
  })

  it('numbers are found as they are printed or typed, by filters and by the search box', async () => {
    const finance = await signIn(server, 'fin01')
    const found = async (path: string, query: string) =>
      (await finance.get(`/api/accounting/${path}/0/5?${query}`)).json<{ rows: Row[] }>().rows
    const [invoice] = await found('point_invoice_discount', 'docType=1&status=2')
    const number = String(invoice?.docNo)
    const printed = `${number.slice(0, 2).toLowerCase()}-${number.slice(2)}`
    for (const query of [`docNo=${number}`, `docNo=${printed}`, `search=${printed}`])
      expect([query, (await found('point_invoice_discount', query)).map(({ docNo }) => docNo)]).toEqual([query, [number]])
    const wide = encodeURIComponent('ｃ０００１０１')
    expect((await found('statements', `statementNo=${wide}`)).map(({ companyNo }) => companyNo)).toContain('C000101')
  })

  it('numbers that are wrong beyond that are still refused', async () => {
    const store = await firstStore()
    const answer = await ops.put(`${stores}/${store.id}`, { rowVersion: store.rowVersion, phone: '１２３' })
    expect([answer.statusCode, answer.json()]).toEqual([400, { phone: '電話格式錯誤' }])
  })
})
