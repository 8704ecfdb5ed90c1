import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import type { Executor } from '../../src/server/platform/database/tables.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true })
})
afterAll(() => server.close())

async function broken(db: Executor): Promise<readonly string[]> {
  return (await verifyAccounting(db)).filter(({ violations }) => violations > 0).map(({ id }) => id)
}

const undone = Symbol('undone')

/** Findings after a change that no trigger refused; the change is undone. */
async function foundAfter(change: string): Promise<readonly string[]> {
  let found: readonly string[] = []
  // As the owner of the tables, whom the triggers do not stop.
  await server.database.db
    .transaction()
    .execute(async (trx) => {
      const tables = [
        'statement',
        'statement_line',
        'invoice_document',
        'invoice_line',
        'statement_payment',
        'einvoice_message',
        'company_period',
        'yearly_statement',
        'yearly_statement_month',
        'allowance_settlement',
        'center_sale',
        'sale_payment',
        'point_entry',
        'bank_file',
        'bank_line',
        'corporate_settlement',
        'remainder_point',
      ]
      for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
      const { numAffectedRows } = await sql.raw(change).execute(trx)
      expect(Number(numAffectedRows)).toBeGreaterThan(0)
      found = await broken(trx)
      throw undone
    })
    .catch((error) => {
      if (error !== undone) throw error
    })
  return found
}

const someStatement = `(select id from statement where status = '4' and ap_fee > 0 order by statement_no limit 1)`
const closedBanks = `(select id from company_period where stream = 'BANK' and status <> '1')`
const someEqualLine = `(select id from bank_line where result = '1' and period_id in ${closedBanks} order by file_id, row_no limit 1)`
const someYear = `(select y.id from yearly_statement y join yearly_discount d on d.id = y.setting_id
  where y.reopened_at is null and d.settled_status = '4' order by y.yearly_statement_no limit 1)`
const someSetOff = `(select id from allowance_settlement where statement_id is not null and released_at is null order by document_id limit 1)`
/** Paid, without an allowance. */
const someSale = `(select id from center_sale where status = '3' and payment_status = '2'
  and sale_no not in (select source_no from invoice_document where doc_type = '2') order by sale_no limit 1)`
const someInvoice = `(select id from invoice_document where statement_id is not null and doc_type = '1' and status = '2' order by doc_no limit 1)`

const someRemainder = `(select r.id from remainder_point r join remainder_month m on m.period_no = r.period_no
  where m.frozen_at is not null and r.issued_points > 0 order by r.period_no desc, r.company_no limit 1)`

/**
 * Each kind of tampering: what is changed, how, and the rules that find it. Points of a line are doubled: one more could make -1 to 0, which
 * the table refuses.
 */
const kinds: readonly (readonly [what: string, change: string, checks: readonly string[]])[] = [
  ['an amount of a statement', `update statement set ap_fee = ap_fee + 1 where id = ${someStatement}`, ['S4', 'D1']],
  [
    'what a statement comes to',
    `update statement set receivable_amount = receivable_amount + 1, net_amount = net_amount + 1 where id = ${someStatement}`,
    ['S4'],
  ],
  [
    'what payments took off a receivable',
    `update statement set cleared_receivable = cleared_receivable + 1 where id = ${someStatement}`,
    ['D5'],
  ],
  ['what is credited over a statement', `update statement set credited_amount = credited_amount + 1 where id = ${someStatement}`, ['D5']],
  ['points of a line', `update statement_line set points = points * 2 where statement_id = ${someStatement} and line_no = 1`, ['S1', 'S4']],
  [
    'a version in force',
    `update statement set status = '9', payment_status = null, reopened_at = now() where id = ${someStatement}`,
    ['S2'],
  ],
  [
    'when a statement was closed',
    `update statement set closed_at = closed_at - interval '20 days' where id = ${someStatement}`,
    ['S1', 'S3'],
  ],
  ['the amount of an invoice', `update invoice_document set sales_amount = sales_amount + 1 where id = ${someInvoice}`, ['D1', 'D2']],
  ['a line of an invoice', `update invoice_line set amount = amount + 1 where document_id = ${someInvoice} and seq = 1`, ['D2']],
  ['what was credited', `update invoice_document set allowance_sales = allowance_sales + 1 where id = ${someInvoice}`, ['D3']],
  ['the number of an invoice', `update invoice_document set doc_no = 'ZZ00000001' where id = ${someInvoice}`, ['D4']],
  ['the date of an invoice', `update invoice_document set issue_date = issue_date + 40 where id = ${someInvoice}`, ['D4']],
  ['an invoice that is gone', `update invoice_document set status = '3', voided_at = now() where id = ${someInvoice}`, ['D1']],
  [
    'a payment',
    `update statement_payment set received_amount = received_amount + 1 where id = (select id from statement_payment limit 1)`,
    ['D5'],
  ],
  ['what a year came to', `update yearly_statement set year_fee = year_fee + 100 where id = ${someYear}`, ['Y1', 'Y2']],
  ['the tier of a year', `update yearly_statement set discount_rate = discount_rate + 1 where id = ${someYear}`, ['Y2']],
  [
    'a month of a year',
    `delete from yearly_statement_month where ctid = (select ctid from yearly_statement_month where yearly_statement_id = ${someYear} limit 1)`,
    ['Y1'],
  ],
  ['the discount of a year', `update yearly_statement set discount_amount = discount_amount + 1 where id = ${someYear}`, ['Y2', 'Y3']],
  ['the tax of a year', `update yearly_statement set discount_tax = discount_tax + 1 where id = ${someYear}`, ['Y3']],
  [
    'an allowance of a year that is gone',
    `update invoice_document set status = '3', voided_at = now() where yearly_statement_id = ${someYear}`,
    ['Y3', 'Y4', 'D3'],
  ],
  [
    'how far a year is',
    `update yearly_discount set settled_status = '2' where id = (select setting_id from yearly_statement where id = ${someYear})`,
    ['Y4'],
  ],
  ['what was set off', `update allowance_settlement set amount = amount + 1 where id = ${someSetOff}`, ['Y5', 'Y6']],
  ['a set-off that is gone', `delete from allowance_settlement where id = ${someSetOff}`, ['Y4', 'Y5']],
  [
    'a set-off that was taken back although its statement is in force',
    `update allowance_settlement set released_at = now() where id = ${someSetOff}`,
    ['Y4', 'Y6'],
  ],
  [
    'what a statement took off',
    `update statement set other_amount = other_amount - 1, net_amount = net_amount - 1
      where id = (select statement_id from allowance_settlement where id = ${someSetOff})`,
    ['Y5'],
  ],
  ['a message of an e-invoice', `update einvoice_message set xml = replace(xml, '<TaxType>1', '<TaxType>2') where code = 'F0401'`, ['E1']],
  ['a message that is gone', `delete from einvoice_message where code = 'F0501'`, ['E2']],
  ['a message before another', `update einvoice_message set attempt = 2 where code = 'G0401'`, ['E3']],
  ['points of a bank’s line', `update bank_line set bank_points = bank_points * 2, result = '2' where id = ${someEqualLine}`, ['B2', 'B3']],
  [
    'what a line was compared with',
    `update bank_line set transaction_id = null, platform_points = null, matched_by = null, result = '3', handled_by = 'x', handled_at = now(),
      remark = 'x' where id = ${someEqualLine}`,
    ['B1'],
  ],
  ['a line of ours that is gone', `delete from bank_line where row_no is null and period_id in ${closedBanks}`, ['B1']],
  [
    'a difference that nobody handled',
    `update bank_line set remark = null, handled_by = null, handled_at = null where result <> '1' and period_id in ${closedBanks}`,
    ['B3'],
  ],
  [
    'a sheet of somebody else',
    `update bank_line set sheet_no = (select sheet_no from adjustment_sheet where company_no = 'C000101' limit 1), remark = null
      where result <> '1' and period_id in ${closedBanks}`,
    ['B3'],
  ],
  ['what a bank said in all', `update bank_file set bank_points = bank_points + 1 where in_force`, ['B2']],
  [
    'an entry that a closed period was not compared with',
    `update bank_file set entry_count = entry_count - 1 where in_force and period_id in ${closedBanks}`,
    ['B4'],
  ],
  ['points of a sale', `update center_sale set points = points + 1 where id = ${someSale}`, ['C1', 'C2']],
  ['an approval that posted nothing', `update center_sale set status = '3', approved_by = 'fm01' where status = '2'`, ['C1']],
  ['a sale that is void', `update center_sale set status = '5' where id = ${someSale}`, ['C1', 'C2']],
  ['a void sale of which nobody was paid', `update center_sale set status = '5', payment_status = '0' where id = ${someSale}`, ['C3']],
  ['the price of a sale', `update center_sale set unit_price = unit_price + 0.01 where id = ${someSale}`, ['C2']],
  ['what was received for a sale', `update center_sale set received_amount = received_amount - 1 where id = ${someSale}`, ['C3', 'C5']],
  ['what was paid back for a sale', `update center_sale set refunded_amount = 1 where id = ${someSale}`, ['C3', 'C5']],
  ['one of the payments of a sale', `update sale_payment set received_amount = received_amount + 1 where received_amount > 0`, ['C5']],
  [
    'an invoice number of an order that an invoice of ours has',
    `update corporate_settlement set invoice_no = (select doc_no from invoice_document where doc_type = '1' and doc_no is not null limit 1),
      invoice_date = current_date where id = (select id from corporate_settlement where invoice_no is null order by settlement_no limit 1)`,
    ['C4'],
  ],
  [
    'points that a frozen month issued',
    `update remainder_point set issued_points = issued_points + 1, closing_points = closing_points + 1, expire_later = expire_later + 1
        where id = ${someRemainder}`,
    ['P1'],
  ],
  [
    'what was left before a frozen month, and after it',
    `update remainder_point set opening_points = opening_points + 1, closing_points = closing_points + 1, expire_later = expire_later + 1
        where id = ${someRemainder}`,
    ['P2', 'P3'],
  ],
]

describe('what accounting keeps', () => {
  it('statements, invoices and payments of the demo data are sound', async () => {
    expect(await broken(server.app.db)).toEqual([])
    const { rows } = await sql<{ statements: number; documents: number; payments: number }>`
      select (select count(*)::int from statement) as statements, (select count(*)::int from invoice_document) as documents,
        (select count(*)::int from statement_payment) as payments`.execute(server.app.db)
    for (const count of Object.values(rows[0] ?? {})) expect(count).toBeGreaterThan(20)
  })

  it.each(kinds)('tampering is found: %s', async (_what, change, checks) => {
    const found = await foundAfter(change)
    expect(found).toEqual(expect.arrayContaining([...checks]))
  })

  it('every rule finds a kind of tampering', async () => {
    const found = new Set(kinds.flatMap(([, , checks]) => checks))
    const rules = (await verifyAccounting(server.app.db)).map(({ id }) => id)
    expect(rules.filter((id) => !found.has(id))).toEqual([])
  })
})
