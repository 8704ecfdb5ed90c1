import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { userActionType } from '../../src/rules/codes.generated.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { insertCompany, insertMembers } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { contextOn, plainRule } from '../../src/server/domain/points/testing/postingContexts.ts'
import { isSound, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import { writeUserAction } from '../../src/server/platform/audit.ts'
import { databaseOf } from '../../src/server/platform/database/databaseOf.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { prepareSchema } from '../../src/server/platform/database/serverRole.ts'
import type { Trx } from '../../src/server/platform/database/tables.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { ConfigError } from '../../src/server/platform/environment.ts'
import { urlOf } from '../support/testDatabases.ts'
import { hasRaces, startTestServer, type TestServer } from '../support/testServer.ts'

let server: TestServer
let ownerUrl: string

beforeAll(async () => {
  if (!hasRaces()) return
  server = await startTestServer()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.database.db)
  ownerUrl = urlOf(String(inject('testRun').serverUrl), rows[0]?.name ?? '')
  await insertCompany(server.database.db, { companyNo: 'C000101' })
  await insertMembers(server.database.db, 1)
})
afterAll(async () => {
  if (hasRaces()) await server.close()
})

/** The database as the product opens it in these tests. */
function asServer<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  return transact(server.app.db, work)
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
      const sale = await ledger.issue(trx, { context: contextOn('2025-01-10'), memberNo, amount: 10_000, rule: plainRule })
      const redeemed = await ledger.redeem(trx, { context: contextOn('2025-01-11'), memberNo, points: 5, amount: 5, rules })
      const original = { transactionId: redeemed.posted.transactionId }
      await ledger.redeemReturn(trx, { context: contextOn('2025-01-12'), original, points: 5, graceDays: 30 })
      await ledger.issueReturn(trx, {
        context: contextOn('2025-01-13'),
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
    `delete from schema_object`,
    `insert into schema_release (number) values (1000000)`,
  ])('the role of the server on PostgreSQL may not: %s', async (statement) => {
    expect(await refusalOf(statement)).toBe(insufficientPrivilege)
  })

  it('the role of the server on PostgreSQL cannot take part in anything that creates', async () => {
    expect(await refusalOf('create table mine (id int)')).toBe(insufficientPrivilege)
  })

  it('finds nothing to migrate', async () => {
    expect(await migrate(server.app.db)).toEqual([])
    expect(await prepareSchema(server.app.db, ownerUrl)).toEqual([])
  })

  it('the role of the server on PostgreSQL is granted by several processes at a time', async () => {
    const all = Array.from({ length: 4 }, () => prepareSchema(server.app.db, ownerUrl))
    expect((await Promise.all(all)).flat()).toEqual([])
  })

  it('reads on while another process changes views and functions', async () => {
    const { app, database } = server
    // As if their text had been different before: a view is dropped and made again, a function replaced.
    await sql`update schema_object set checksum = 'x' where name in ('member_overview', 'ledger_write')`.execute(database.db)
    let isChanging = true
    let reads = 0
    const reading = (async () => {
      while (isChanging) {
        await sql`select * from member_overview limit 1`.execute(app.db)
        reads += 1
      }
    })()
    const changed = await prepareSchema(app.db, ownerUrl)
    isChanging = false
    await reading
    expect([...changed].sort()).toEqual(['ledger_write', 'member_overview'])
    expect(reads).toBeGreaterThan(0)
    expect(await refusalOf('update point_entry set points = points')).toBe(insufficientPrivilege)
  })

  it.each([
    ['is the owner', '', '應使用不同的資料庫角色'],
    ['is a superuser', 'superuser', 'superuser'],
    ['may make roles, the owner included', 'createrole', 'createrole'],
    ['belongs to a role that writes all tables', 'in role pg_write_all_data', 'UPDATE on '],
  ])('refuses to start when it %s', async (_, attributes, text) => {
    const name = `too_mighty_${Math.floor(Math.random() * 1e9)}`
    const { db } = server.database
    await sql.raw(`create role ${name} login password 'x' ${attributes}`).execute(db)
    const url = new URL(ownerUrl)
    if (attributes !== '') Object.assign(url, { username: name, password: 'x' })
    const mighty = databaseOf(new pg.Pool({ connectionString: url.href, max: 1 }))
    try {
      const refusal = await prepareSchema(mighty, ownerUrl).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(ConfigError)
      expect(String(refusal)).toContain(text)
    } finally {
      await mighty.destroy()
      await sql.raw(`drop owned by ${name}`).execute(db)
      await sql.raw(`drop role ${name}`).execute(db)
    }
  })

  it('refuses to start on another database than its owner', async () => {
    await expect(prepareSchema(server.app.db, urlOf(ownerUrl, 'postgres'))).rejects.toThrow('應指向同一個資料庫')
  })
})
