import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { paymentStatus, saleStatus } from '../../../../rules/codes.generated.ts'
import type { Database } from '../../../platform/database/tables.ts'
import { insertCompany, openLedgerDatabase } from '../../points/testing/ledgerDatabase.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openLedgerDatabase())
  await insertCompany(db, { companyNo: 'C000101' })
}, 180_000)
afterAll(() => close())

/** As an installation was that kept nothing but the sum of what a sale received. Objects that are made anew at each start are gone. */
async function takePaymentsAway(): Promise<void> {
  await sql`drop table sale_payment cascade`.execute(db)
  for (const table of ['center_sale', 'corporate_settlement']) {
    await sql`drop trigger ${sql.id(`${table}_paid`)} on ${sql.table(table)}`.execute(db)
    await sql`alter table ${sql.table(table)} drop column refunded_amount cascade, drop column refunded_date cascade,
      drop column refunded_ref cascade`.execute(db)
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(`${table}_amounts`)}
      check (total_amount = sales_amount + tax_amount and received_amount <= total_amount)`.execute(db)
  }
}

interface OldSale {
  readonly saleNo: string
  readonly status: string
  readonly paymentStatus: string
  readonly received: number
}

const insertSale = (sale: OldSale) => sql`
  insert into center_sale (sale_no, sale_date, company_no, points, unit_price, discount_rate, tax_percent, sales_amount, tax_amount, total_amount,
    payment_status, received_amount, received_date, received_ref, status, approved_by, created_by, updated_by, updated_at)
  values (${sale.saleNo}, '2026-01-05', 'C000101', 1000, 1, 0, 5, 1000, 50, 1050, ${sale.paymentStatus}, ${sale.received},
    case when ${sale.received}::bigint > 0 then date '2026-01-08' end, 'T1', ${sale.status}, 'fm01', 'fin01', 'fin01', '2026-01-15T18:00:00Z')`

it('an older installation gets a payment for what each sale received, and one for what went back with a void sale', async () => {
  await takePaymentsAway()
  const [part, gone, unpaid] = ['CS202601050001', 'CS202601050002', 'CS202601050003']
  await insertSale({ saleNo: part, status: saleStatus.approved, paymentStatus: paymentStatus.partlyPaid, received: 500 }).execute(db)
  await insertSale({ saleNo: gone, status: saleStatus.void, paymentStatus: paymentStatus.refunded, received: 1050 }).execute(db)
  await insertSale({ saleNo: unpaid, status: saleStatus.approved, paymentStatus: paymentStatus.unpaid, received: 0 }).execute(db)
  const migration = new URL('../../../migrations/0280_sale_payment.sql', import.meta.url)
  await sql.raw(readFileSync(migration, 'utf8')).execute(db)
  const { rows } = await sql`
    select sale_no, paid_on::text, received_amount::int as received, refunded_amount::int as refunded, reference, created_by
    from sale_payment order by sale_no, refunded_amount`.execute(db)
  const received = { paidOn: '2026-01-08', refunded: 0, reference: 'T1', createdBy: 'fin01' }
  expect(rows).toEqual([
    { ...received, saleNo: part, received: 500 },
    { ...received, saleNo: gone, received: 1050 },
    // The day on which the sale became void, in Taipei.
    { saleNo: gone, paidOn: '2026-01-16', received: 0, refunded: 1050, reference: null, createdBy: 'fin01' },
  ])
  const { rows: sums } = await sql`select refunded_amount::int as refunded from center_sale order by sale_no`.execute(db)
  expect(sums).toEqual([{ refunded: 0 }, { refunded: 1050 }, { refunded: 0 }])
})
