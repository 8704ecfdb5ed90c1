import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Trx } from '../../../platform/database/tables.ts'
import { transact } from '../../../platform/database/transact.ts'
import { createTestKeys, insertCorporateMember, makeUsableSerials } from '../../serial/testing.ts'
import { ledger } from '../ledger.ts'
import { insertCompany, insertMembers, openLedgerDatabase } from '../testing/ledgerDatabase.ts'
import { contextOn, plainRule } from '../testing/postingContexts.ts'
import { buildCompanyDays } from '../usecases/companyDays.ts'
import { isOlderSchema } from './olderSchema.ts'
import { between, sliceLedger } from './slices.ts'
import { verifyLedger } from './verifyLedger.ts'

let db: Database
let close: () => Promise<void>

/** One sale, one order of serials, one product with four coupons, and three rows of the audit. */
beforeAll(async () => {
  ;({ db, close } = await openLedgerDatabase())
  await insertCompany(db, { companyNo: 'C000101' })
  await insertCorporateMember(db, 'E000001', '00012345')
  const [memberNo = ''] = await insertMembers(db, 1)
  await ledger.run(db, (trx) => ledger.issue(trx, { context: contextOn('2025-01-10'), memberNo, amount: 1000, rule: plainRule }))
  await buildCompanyDays({ through: '2025-01-10', run: (step) => transact(db, step) })
  const order = { settlementNo: 'SB2025060001', corporateNo: 'E000001', points: 100, quantity: 3 }
  const validity = { validFrom: '2025-06-01', validTo: '2025-12-31' }
  await makeUsableSerials(db, createTestKeys(), { ...order, ...validity }, new Date('2025-06-02T03:00:00Z'))
  await sql`
    insert into coupon_batch (coupon_batch_no, coupon_name, coupon_type, supplier_company_no, face_value, points_per_coupon, source, quantity,
      generated_quantity, settle_basis, settle_price, exchange_start, exchange_end, valid_rule, valid_days, store_scope, per_order_limit,
      per_corporate_monthly, channels, display_order, image, usage_note, terms)
    values ('CB2025060001', '咖啡', '1', 'C000101', 100, 100, '1', 4, 4, '1', 90, '2025-01-01', '2025-12-31', '2', 90, '1', 9, 9, '[]', 1, 'x', 'x',
      'x')`.execute(db)
  await sql`
    insert into coupon (coupon_batch_no, serial_no, number_hash, number_sealed, last4)
    select 'CB2025060001', n, sha256(n::text::bytea), 'x', 'ABCD' from generate_series(1, 4) as n`.execute(db)
  await sql`
    insert into user_action_log (user_name, full_name, user_action_type, action) values ('ops01', '王', '4', '修改特約商')`.execute(db)
  await sql`
    insert into record_history (id, entity, record_id, action, label, user_name, occurred_at) values (7, 'company', 1, 'update', '修改', 'ops01', now())`.execute(
    db,
  )
  await sql`insert into record_change (history_id, position, field, title) values (7, 0, 'name', '名稱')`.execute(db)
}, 180_000)
afterAll(() => close())

/** Ids of the invariants that are broken after `statements`, which are taken back. */
async function brokenAfter(...statements: readonly string[]): Promise<readonly string[]> {
  let broken: readonly string[] = []
  const work = async (trx: Trx) => {
    for (const statement of statements) await sql.raw(statement).execute(trx)
    broken = (await verifyLedger(trx)).filter((result) => result.violations > 0).map((result) => result.id)
    throw new Error('taken back')
  }
  await transact(db, work).catch((error: Error) => {
    if (error.message !== 'taken back') throw error
  })
  return broken
}

const off = (table: string) => `alter table ${table} disable trigger all`
/** As somebody would do it who has the rights of the owner and knows of the guards. */
const unseen = (table: string, statement: string) => [off(table), statement, `alter table ${table} enable trigger all`]

describe('verify', () => {
  it('finds nothing in a sound ledger, inside a transaction and outside', async () => {
    expect(await brokenAfter()).toEqual([])
    expect((await verifyLedger(db)).filter((result) => result.violations > 0)).toEqual([])
  })

  it.each<[string, readonly string[], readonly string[]]>([
    [
      'a changed line',
      unseen('point_entry', 'update point_entry set points = points + 1 where line_no = 1 and unit_price is null'),
      ['I1', 'I2', 'I3', 'I7H', 'DAY'],
    ],
    ['a line of another day', unseen('point_entry', 'update point_entry set business_date = business_date + 1'), ['I1', 'DAY']],
    ['a line of another time', unseen('point_entry', `update point_entry set posted_at = posted_at + interval '1 day'`), ['I1']],
    [
      'deleted transactions',
      [...unseen('point_entry', 'delete from point_entry'), ...unseen('point_transaction', 'delete from point_transaction')],
      ['I2', 'I3', 'I7E', 'I8', 'DAY'],
    ],
    ['a changed header', unseen('point_transaction', `update point_transaction set remark = 'x' where member_no is not null`), ['I7H']],
    [
      'a changed balance',
      ['alter table point_account drop constraint point_account_sum', `update point_account set balance = 11 where class = 'MEMBER'`],
      ['I2', 'I3', 'I4'],
    ],
    ['a changed lot', ['update point_lot set remaining_points = 9'], ['I4', 'I5']],
    ['a missing guard', ['drop trigger point_transaction_balance on point_transaction'], ['I7']],
    ['a guard that sleeps', [off('audit_link')], ['I7']],
    ['a period closed before its entries', [`update company_period set status = '2', closed_at = '2025-01-01'`], ['I9']],
    [
      'a debt beside points that could pay it',
      [
        `insert into member_pending_point (id, pending_no, account_id, member_no, company_no, transaction_id, pending_points)
          select 9, 'NP1', a.id, a.owner_id, 'C000101', t.id, 5 from point_account a, point_transaction t
          where a.class = 'MEMBER' and t.member_no is not null`,
      ],
      ['I4', 'I6'],
    ],
    [
      'a debt repaid by nothing',
      [
        `insert into member_pending_point (id, pending_no, account_id, member_no, company_no, transaction_id, pending_points, repaid_points, status)
          select 9, 'NP1', a.id, a.owner_id, 'C000101', t.id, 5, 5, '3' from point_account a, point_transaction t
          where a.class = 'MEMBER' and t.member_no is not null`,
      ],
      ['I6'],
    ],
    [
      'a line that gives back what was given to somebody else',
      unseen(
        'point_entry',
        `update point_entry e set original_entry_id = o.id from point_entry o
          where e.account_class = 'SERIAL' and o.account_class = 'MEMBER'`,
      ),
      ['I7H', 'I10'],
    ],
    [
      'a balance below zero',
      ['alter table point_account drop constraint point_account_floor', `update point_account set balance = -1 where class = 'SERIAL'`],
      ['I2', 'I3', 'I4', 'I11'],
    ],
    ['a source that leads nowhere', unseen('posting_source', `update posting_source set source_id = source_id || 'x'`), ['I8']],
    ['a changed daily sum', ['update account_daily set points = points + 1'], ['DAY', 'DAYC']],
    ['a changed daily sum of a company', ['update company_daily set points = points + 1'], ['DAYC']],
    ['a daily sum that a company did not get', ['delete from company_daily'], ['DAYC']],
    ['a daily sum of a company for a day that is not over', [`update company_daily set business_date = '9999-01-01'`], ['DAYC']],
    ['a daily sum of nothing', [`insert into account_daily select '2024-01-01', 'C9', '', 'AWARD', '10', 0, 5, 1, 0`], ['DAY']],
  ])('finds %s', async (_, statements, expected) => {
    expect(await brokenAfter(...statements)).toEqual(expected)
  })

  it.each<[string, readonly string[], readonly string[]]>([
    ['points taken from a serial but not from its account', ['update point_serial set remaining_points = 60, status = 3'], ['I4', 'I5']],
    [
      'the same with a use made up for it',
      [
        'update point_serial set remaining_points = 60, status = 3',
        `insert into serial_use (bearer_kind, bearer_id, holder_no, use_kind, points, used_at)
          select 'serial', id, holder_no, 'deposit', 40, now() from point_serial`,
      ],
      ['I4'],
    ],
    ['a serial that is gone', ['delete from point_serial where id = (select min(id) from point_serial)'], ['I4']],
    [
      'a card with points that nobody sold',
      [
        `insert into coupon_card (card_batch_no, card_no, holder_no, pin_hash, points, remaining_points, activated_at, valid_months, expire_date, status)
          values ('CD2025060001', '8801000000000001', 'CD2025060001', 'x', 50, 50, now(), 12, '2026-06-30', '3')`,
      ],
      ['I4'],
    ],
  ])('finds %s (I4)', async (_, statements, expected) => {
    expect(await brokenAfter(...statements)).toEqual(expected)
  })

  it('lets an order be whose serials are still being made', async () => {
    const order = `insert into corporate_settlement (settlement_no, corporate_no, delivery_method, points_per_serial, quantity, total_points,
      unit_price, discount_rate, sales_amount, tax_amount, total_amount, valid_from, valid_to, status)
      values ('SB2025060002', 'E000001', '1', 100, 2, 200, 1, 0, 200, 0, 200, '2025-06-01', '2025-12-31', '3')`
    const serial = `insert into point_serial (settlement_no, holder_no, number_hash, pin_hash, last4, points, remaining_points, valid_from, expire_date)
      values ('SB2025060002', 'SB2025060002', 'x', 'x', 'ABCD', 100, 100, '2025-06-01', '2025-12-31')`
    expect(await brokenAfter(order, serial)).toEqual([])
  })

  it.each<[string, readonly string[]]>([
    ['a coupon that is gone', ['delete from coupon where serial_no = 2']],
    ['a coupon too many', [`update coupon_batch set generated_quantity = 3`]],
    [
      'a coupon in no known state',
      ['alter table coupon drop constraint coupon_status_check', off('coupon'), `update coupon set status = '9' where serial_no = 1`],
    ],
  ])('finds %s (I12)', async (_, statements) => {
    expect(await brokenAfter(...statements)).toEqual(['I12'])
  })

  it.each<[string, readonly string[]]>([
    ['a changed user action', unseen('user_action_log', `update user_action_log set user_name = 'somebody'`)],
    ['a deleted user action', unseen('user_action_log', 'delete from user_action_log')],
    [
      'a user action deleted with its link',
      [
        ...unseen('user_action_log', 'delete from user_action_log'),
        ...unseen('audit_link', `delete from audit_link where table_name = 'user_action_log'`),
      ],
    ],
    [
      'the last rows deleted with their links',
      [
        ...unseen('record_change', 'delete from record_change'),
        ...unseen('audit_link', `delete from audit_link where table_name = 'record_change'`),
      ],
    ],
    [
      'a history slipped in',
      unseen(
        'record_history',
        `insert into record_history select 8, entity, record_id, action, label, from_state, to_state,
      remark, user_name, occurred_at from record_history`,
      ),
    ],
    ['a changed change', unseen('record_change', `update record_change set after_value = '"x"'`)],
  ])('finds %s (I7)', async (_, statements) => {
    expect(await brokenAfter(...statements)).toEqual(['I7A'])
  })

  it('links rows written by one transaction after another, and within savepoints that are taken back', async () => {
    const line = `insert into user_action_log (user_name, full_name, user_action_type, action) values ('a', 'a', '4', 'x')`
    expect(await brokenAfter(line, 'savepoint s', line, 'rollback to savepoint s', line)).toEqual([])
  })
})

describe('verify on a database of an older version', () => {
  /** What verify fails with after `statement`, which is taken back. */
  const failureAfter = (statement: string) =>
    transact(db, async (trx) => {
      await sql.raw(statement).execute(trx)
      await verifyLedger(trx)
    }).catch((error: unknown) => error)

  it.each([
    ['a table', 'drop table account_daily cascade'],
    ['a column', 'alter table point_account drop column lot_points cascade'],
    ['a function', 'drop aggregate whole_sum(bigint)'],
  ])('tells that %s is missing from what is wrong otherwise', async (_, statement) => {
    expect(isOlderSchema(await failureAfter(statement))).toBe(true)
    expect(isOlderSchema(await failureAfter('select 1 / 0'))).toBe(false)
  })
})

describe('slices of the ledger', () => {
  it('slices of the ledger leave a small ledger whole', async () => {
    expect(await sliceLedger(db)).toEqual({ id: [{ from: null, below: null }], businessDate: [{ from: null, below: null }] })
  })

  it('lie side by side, also when borders repeat', () => {
    expect(between([10, 20, 20])).toEqual([
      { from: null, below: 10 },
      { from: 10, below: 20 },
      { from: 20, below: null },
    ])
  })
})
