import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

let server: TestServer
let ops: TestSession
let manager: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
  manager = await signIn(server, 'fm01')
  // None is in a state from which it is cancelled.
  const [waiting] = (await list('/api/coupon/coupon_batch', '?status=2')).rows
  const refusal = { rowVersion: waiting?.rowVersion, rejectReason: '張數有誤' }
  expect((await manager.post(`/api/coupon/coupon_batch_audit/${waiting?.id}/reject`, refusal)).statusCode).toBe(200)
})
afterAll(() => server.close())

interface Page {
  readonly rows: readonly Row[]
  readonly totals: Readonly<Record<string, number>>
}

const list = async (base: string, query = '') => (await ops.get(`${base}/0/25${query}`)).json<Page>()

const orders = '/api/corporate/corporate_settlement'

it.each([
  [orders, '3', { name: 'void', input: { voidReason: '誤植' } }, ['quantity', 'totalPoints', 'salesAmount', 'taxAmount', 'totalAmount']],
  ['/api/corporate/coupon_card', '1', { name: 'void', input: {} }, ['points']],
  ['/api/coupon/coupon_list', '1', { name: 'void', input: { refund: false, reason: '誤植' } }, ['faceValue']],
  ['/api/coupon/coupon_batch', '6', { name: 'cancel', input: {} }, ['quantity']],
] as const)('the totals of %s leave out what is void', async (base, status, { name, input }, fields) => {
  const before = await list(base)
  const [row] = (await list(base, `?status=${status}`)).rows
  const answer = await (base === orders ? manager : ops).post(`${base}/${row?.id}/${name}`, { rowVersion: row?.rowVersion, ...input })
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  const after = await list(base)
  for (const field of fields) {
    expect(row?.[field]).toBeGreaterThan(0)
    expect([field, after.totals[field]]).toEqual([field, Number(before.totals[field]) - Number(row?.[field])])
  }
})

it('the totals of orders have no sum of what is paid back, which is owed for void ones too', async () => {
  const { totals } = await list(orders)
  expect(Object.keys(totals)).toContain('receivedAmount')
  expect(Object.keys(totals)).not.toEqual(expect.arrayContaining(['overpaidAmount']))
  expect(Object.keys(totals)).not.toEqual(expect.arrayContaining(['refundedAmount']))
})
