import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { ledger } from './ledger.ts'
import { insertCompany, insertMembers, openLedgerDatabase } from './testing/ledgerDatabase.ts'
import { contextOn, plainRule } from './testing/postingContexts.ts'

let db: Database
let close: () => Promise<void>

beforeAll(async () => {
  ;({ db, close } = await openLedgerDatabase())
  await insertCompany(db, { companyNo: 'C000101' })
  await insertCompany(db, { companyNo: 'C000102' })
  const [memberNo = ''] = await insertMembers(db, 1)
  await ledger.run(db, (trx) => ledger.issue(trx, { context: contextOn('2025-01-10'), memberNo, amount: 1000, rule: plainRule }))
}, 120_000)
afterAll(() => close())

/** Runs statements past the ledger's own code and takes them back; resolves with what the database said. */
async function attempt(...statements: readonly string[]): Promise<string> {
  try {
    await transact(db, async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx)
      await sql`set constraints all immediate`.execute(trx)
      throw new Error('accepted')
    })
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? (error as Error).message
  }
  return 'accepted'
}

/** A second transaction copied from the only one, with some columns of header and entries replaced. */
const copyOf = (header: string, entry: string, where = 'true') => [
  `insert into point_transaction select (p).* from (select jsonb_populate_record(t, jsonb_build_object('id', 4096, 'transaction_no', 'T2',
    'chain_seq', 2) || ${header}) as p from point_transaction t) as copy`,
  `insert into point_entry select (e).* from (select jsonb_populate_record(x, jsonb_build_object('id', 4096 + x.line_no, 'transaction_id', 4096,
    'account_seq', case when x.account_seq is not null then 2 end) || ${entry}) as e from point_entry x where ${where}) as copy`,
]

describe('the database itself', () => {
  it('takes a sound copy, so the refusals below are for their own reason', async () => {
    expect(await attempt(...copyOf(`'{}'`, `'{}'`))).toBe('accepted')
  })

  it.each<[string, readonly string[], string]>([
    ['I1 a missing line', copyOf(`'{}'`, `'{}'`, 'x.line_no = 1'), 'point_transaction_balance'],
    ['I1 a sum that is not zero', copyOf(`'{}'`, `jsonb_build_object('points', x.points + x.line_no)`), 'point_transaction_balance'],
    ['I1 a transaction of one line', copyOf(`'{"entry_count": 1}'`, `'{}'`, 'x.line_no = 1'), 'point_transaction_entry_count_check'],
    [
      'I1 a pair of lines added later',
      [
        "insert into point_entry select (e).* from (select jsonb_populate_record(x, jsonb_build_object('id', x.id + 2, 'line_no', x.line_no + 2, 'account_seq', case when x.account_seq is not null then 2 end)) as e from point_entry x) as copy",
      ],
      'point_entry_line',
    ],
    ['I5 a lot below zero', ['update point_lot set remaining_points = -1'], 'point_lot_remaining'],
    ['I5 a lot above what was issued', ['update point_lot set remaining_points = issued_points + 1'], 'point_lot_remaining'],
    [
      'I4 a balance apart from lots and debts',
      [`update point_account set balance = balance + 1 where class = 'MEMBER'`],
      'point_account_sum',
    ],
    [
      'I6 a debt beside points',
      [`update point_account set owed_points = 5, lot_points = lot_points + 5 where class = 'MEMBER'`],
      'point_account_debt',
    ],
    ['I8 a name used twice', ['insert into posting_source select * from posting_source'], 'posting_source_pkey'],
    ['I9 a billed line without a period', copyOf(`'{}'`, `jsonb_build_object('period_id', null)`), 'point_entry_period'],
    [
      'I9 a closed period',
      [`update company_period set status = '2', closed_at = now()`, ...copyOf(`'{}'`, `'{}'`)],
      'point_entry_open_period',
    ],
    [
      'I9 a period of another company',
      copyOf(`'{}'`, `case when x.period_id is null then '{}' else '{"company_no": "C000102"}'::jsonb end`),
      'point_entry_period_owner',
    ],
    [
      'I10 a return beyond the original',
      copyOf(
        `'{}'`,
        `jsonb_build_object('original_entry_id', x.id, 'points', -x.points * 2, 'balance_after', case when x.balance_after is not null then 0 end)`,
      ),
      'point_entry_return',
    ],
    ['I10 a return with the sign of the original', copyOf(`'{}'`, `jsonb_build_object('original_entry_id', x.id)`), 'point_entry_return'],
    [
      'I11 a serial batch below zero',
      [`insert into point_account (class, owner_id, balance) values ('SERIAL', 'S', -1)`],
      'point_account_floor',
    ],
    ['a business date that is not the Taipei date', copyOf(`'{"business_date": "2025-01-11"}'`, `'{}'`), 'point_transaction_time'],
  ])('refuses %s', async (_, statements, constraint) => {
    expect(await attempt(...statements)).toBe(constraint)
  })

  it.each([
    ['point_transaction', 'update point_transaction set amount = 1'],
    ['point_transaction', 'delete from point_transaction'],
    ['point_entry', 'update point_entry set points = points'],
    ['point_entry', 'delete from point_entry'],
    ['point_entry', 'truncate point_entry cascade'],
    ['lot_allocation', 'truncate lot_allocation'],
    ['posting_source', 'delete from posting_source'],
    ['point_lot', 'update point_lot set expire_date = expire_date + 1'],
    ['point_lot', 'update point_lot set issued_points = 99'],
    ['point_account', `update point_account set owner_id = 'X'`],
    ['company_period', `update company_period set end_date = end_date + 1`],
  ])('keeps %s as it was written (I7): %s', async (table, statement) => {
    expect(await attempt(statement)).toBe(`rows of ${table} are insert-only`)
  })
})
