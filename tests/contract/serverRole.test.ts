import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { insertCompany, insertMembers } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { occasionOn, plainRule } from '../../src/server/domain/points/testing/occasions.ts'
import { isSound, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import { userActionType, writeUserAction } from '../../src/server/platform/audit.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import type { Trx } from '../../src/server/platform/database/tables.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { hasRaces, startTestServer, type TestServer } from '../support/testServer.ts'

let server: TestServer
const role = `server_${Math.floor(Math.random() * 1e9)}`

beforeAll(async () => {
  if (!hasRaces()) return
  server = await startTestServer()
  const { db } = server.database
  await sql.raw(`create role ${role}`).execute(db)
  await sql`select grant_server_role(${role})`.execute(db)
  await insertCompany(db, { companyNo: 'C000101' })
  await insertMembers(db, 1)
})
afterAll(async () => {
  if (!hasRaces()) return
  await sql.raw(`drop owned by ${role}`).execute(server.database.db)
  await sql.raw(`drop role ${role}`).execute(server.database.db)
  await server.close()
})

function asServer<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  return transact(server.database.db, async (trx) => {
    await sql.raw(`set local role ${role}`).execute(trx)
    return work(trx)
  })
}

const refusalOf = (statement: string) =>
  asServer((trx) => sql.raw(statement).execute(trx)).then(
    () => 'accepted',
    (error: Error & { code?: string }) => error.code,
  )
const insufficientPrivilege = '42501'

describe.runIf(hasRaces())('the role of the server on PostgreSQL', () => {
  it('posts, redeems, takes back and writes the audit', async () => {
    const memberNo = (await server.database.db.selectFrom('member').select('memberNo').executeTakeFirstOrThrow()).memberNo
    const rules = { minRedeemPoints: 1, redeemStep: 1, maxRedeemRatio: 100, parValue: 1 }
    await asServer(async (trx) => {
      const sale = await ledger.issue(trx, { occasion: occasionOn('2025-01-10'), memberNo, amount: 10_000, rule: plainRule })
      const redeemed = await ledger.redeem(trx, { occasion: occasionOn('2025-01-11'), memberNo, points: 5, amount: 5, rules })
      const original = { transactionId: redeemed.posted.transactionId }
      await ledger.redeemReturn(trx, { occasion: occasionOn('2025-01-12'), original, points: 5, graceDays: 30 })
      await ledger.issueReturn(trx, {
        occasion: occasionOn('2025-01-13'),
        original: { transactionId: sale.posted?.transactionId ?? 0 },
        request: { kind: 'amount', amount: 5000 },
        limit: { limitPoints: 0, overLimitAction: '1' },
        acceptPartial: false,
      })
      await writeUserAction(trx, { actor: systemActor, userActionType: userActionType.other, action: '測試' })
    })
    expect(isSound(await verifyLedger(server.database.db))).toBe(true)
  })

  it.each([
    'update point_transaction set amount = 1',
    'delete from point_entry',
    'truncate lot_allocation cascade',
    'alter table point_entry disable trigger all',
    'drop trigger point_entry_insert_only on point_entry',
    'update user_action_log set action = action',
    'delete from record_history',
    'update audit_link set seq = seq',
    'delete from point_lot',
    `update schema_migration set checksum = 'x'`,
  ])('may not: %s', async (statement) => {
    expect(await refusalOf(statement)).toBe(insufficientPrivilege)
  })

  it('has nothing to migrate', async () => {
    expect(await migrate(server.database.db)).toEqual([])
  })
})
