import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentHash } from '../../src/server/domain/partner/protocol/checkBody.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import type { PartnerClient } from '../support/partnerClient.ts'
import { openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'

// Numbers were once stored as they were sent. A partner sends them that way for ever, and what is stored is never changed.

let world: PartnerWorld
let client: PartnerClient

beforeAll(async () => {
  world = await openPartnerWorld()
  client = await world.addClient()
})
afterAll(() => world.close())

type Body = { readonly externalTxnNo: string; readonly [field: string]: unknown }

const sale = (changes: object = {}): Body => world.common({ member: { memberNo: world.members[0] }, amount: 1000, ...changes })
const answer = async (name: string, content: unknown) => (await client.call(name, content)).body

/** Where the number of a request stands. */
const places = [
  ['partner_idempotency', 'external_txn_no'],
  ['partner_pointless_sale', 'external_txn_no'],
  ['point_transaction', 'external_txn_no'],
  ['point_transaction', 'source_id'],
  ['posting_source', 'source_id'],
] as const

/** Changes what no server may change. */
async function rewrite(change: (db: Database) => Promise<void>): Promise<void> {
  const { db } = world.server.database
  const guarded = [...new Set(places.map(([table]) => table))]
  for (const table of guarded) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  await change(db)
  for (const table of guarded) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
}

const rememberHash = (db: Database, externalTxnNo: string, hash: string) =>
  sql`update partner_idempotency set request_hash = ${hash} where external_txn_no = ${externalTxnNo}`.execute(db)

/** Posts a request with the clean number, and stores it as a server without cleaning did. */
async function storedAsSent(name: 'points/issue' | 'points/redeem', sent: Body): Promise<string> {
  const clean = sent.externalTxnNo.replace(/\u200b/g, '')
  const { code, transactionNo } = await answer(name, { ...sent, externalTxnNo: clean })
  expect(code).toBe('0000')
  await rewrite(async (db) => {
    for (const [table, column] of places) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sent.externalTxnNo} where ${sql.ref(column)} = ${clean}`.execute(db)
    }
    await rememberHash(db, sent.externalTxnNo, contentHash(name, sent))
  })
  return String(transactionNo)
}

it('a sale that was stored with a hidden character is answered again when it is repeated', async () => {
  const sent = sale({ externalTxnNo: 'OLD\u200b-1' })
  const transactionNo = await storedAsSent('points/issue', sent)
  expect(await answer('points/issue', sent)).toMatchObject({ code: '0000', transactionNo, replayed: true })
  expect(await answer('points/issue', { ...sent, amount: 2000 })).toMatchObject({ code: 'E1409' })
  expect(await answer('transactions/query', { companyNo: sent.companyNo, externalTxnNo: sent.externalTxnNo, kind: '10' })).toMatchObject({
    transactionNo,
    replayed: true,
  })
})

it('a number that looks the same stays the number of its own sale', async () => {
  const sent = sale({ externalTxnNo: 'OLD\u200b-2' })
  const former = await storedAsSent('points/issue', sent)
  const clean = { ...sent, externalTxnNo: 'OLD-2' }
  const { transactionNo } = await answer('points/issue', clean)
  expect(transactionNo).not.toBe(former)
  expect(await answer('points/issue', sent)).toMatchObject({ transactionNo: former, replayed: true })
  expect(await answer('points/issue', clean)).toMatchObject({ transactionNo, replayed: true })
  expect(await answer('points/issue', { ...sent, externalTxnNo: 'OLD-\u200b2' })).toMatchObject({ transactionNo, replayed: true })
})

it('a repeated request is the same when only another of its texts lost a hidden character', async () => {
  const number = 'OLD-3'
  const sent = sale({ externalTxnNo: number, activityCode: 'NONE\u200b' })
  const { transactionNo } = await answer('points/issue', sent)
  await rewrite(async (db) => {
    await rememberHash(db, number, contentHash('points/issue', sent))
  })
  expect(await answer('points/issue', sent)).toMatchObject({ code: '0000', transactionNo, replayed: true })
})

it('goods come back that were sold, or paid for, under a number with a hidden character', async () => {
  const sold = sale({ externalTxnNo: 'OLD\u200b-4' })
  await storedAsSent('points/issue', sold)
  const back = world.common({ originalExternalTxnNo: sold.externalTxnNo, returnAmount: 500 })
  expect(await answer('points/issue_return', back)).toMatchObject({ code: '0000', clawedPoints: 5, replayed: false })
  expect(await answer('points/issue_return', back)).toMatchObject({ code: '0000', clawedPoints: 5, replayed: true })

  const paid = sale({ externalTxnNo: 'OLD\u200b-5', points: 2 })
  await storedAsSent('points/redeem', paid)
  const restored = world.common({ originalExternalTxnNo: paid.externalTxnNo, returnPoints: 2 })
  expect(await answer('points/redeem_return', restored)).toMatchObject({ code: '0000', restoredPoints: 2 })

  const pointless = sale({ externalTxnNo: 'OLD\u200b-6', amount: 50 })
  await storedAsSent('points/issue', pointless)
  const nothing = world.common({ originalExternalTxnNo: pointless.externalTxnNo, returnAmount: 50 })
  expect(await answer('points/issue_return', nothing)).toMatchObject({ code: '0000', clawedPoints: 0 })
  expect(await answer('points/issue_return', { ...nothing, externalTxnNo: 'OLD-7', originalExternalTxnNo: 'OLD-6' })).toMatchObject({
    code: 'E1304',
  })
})
