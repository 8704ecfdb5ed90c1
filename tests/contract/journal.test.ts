import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const path = '/api/accounting/journal'
const today = taipeiDate(new Date())
const lastYear = `voucherDateFrom=${addDays(today, -365)}&voucherDateTo=${today}`
let server: TestServer
let fm: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  fm = await signIn(server, 'fm01')
})
afterAll(() => server.close())

async function rowsOf<T>(query: ReturnType<typeof sql<T>>): Promise<readonly T[]> {
  return (await query.execute(server.app.db)).rows
}

/** What the accounts of a role hold after all vouchers, debits less credits. */
async function balanceOf(account: string): Promise<number> {
  const [row] = await rowsOf(sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::bigint as sum from journal_voucher where account = ${account}`)
  return Number(row?.sum)
}

async function numberFrom(query: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
  return Number((await rowsOf(query))[0]?.n ?? 0)
}

describe('journal lines of the demo data', () => {
  it('every voucher balances, has a day, and stands once', async () => {
    expect(
      await rowsOf(sql`
        select voucher_no from journal_voucher group by voucher_no
        having sum(amount) <> 0 or count(distinct voucher_date) <> 1 or count(*) <> count(distinct line_no)`),
    ).toEqual([])
    expect(
      await rowsOf(sql`select 1 from journal_line where account_code = '未設定' or num_nonnulls(debit_amount, credit_amount) <> 1`),
    ).toEqual([])
    expect(await rowsOf(sql`select id from journal_line group by id having count(*) > 1`)).toEqual([])
    expect(await rowsOf(sql`select voucher_no from journal_line group by voucher_no having max(line_no) <> count(*)`)).toEqual([])
  })

  it('every kind of document and of what undid one is among them', async () => {
    const kinds = await rowsOf(sql<{ kind: string }>`
      select distinct voucher_kind || case when is_reversal then 'R' else '' end as kind from journal_voucher order by 1`)
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['1', '1R', '2', '3', '3R', '4', '5']))
  })

  it('revenue, tax and allowances are those of the documents in force', async () => {
    const [sums] = await rowsOf(sql<{ sales: number; tax: number; allowances: number }>`
      select sum(sales_amount) filter (where doc_type = '1')::bigint as sales, sum(sales_amount) filter (where doc_type = '2')::bigint as allowances,
        sum(case doc_type when '1' then tax_amount else -tax_amount end)::bigint as tax
      from invoice_document where status in ('2', '4', '5', '6')`)
    const revenue = await Promise.all(['REVENUE_ISSUE', 'REVENUE_PROCESSING', 'REVENUE_SALE'].map(balanceOf))
    expect(-revenue.reduce((sum, one) => sum + one, 0)).toBe(Number(sums?.sales))
    expect(await balanceOf('ALLOWANCE')).toBe(Number(sums?.allowances))
    expect(-(await balanceOf('OUTPUT_TAX'))).toBe(Number(sums?.tax))
  })

  it('the bank moved by what was received and paid', async () => {
    const moved = await numberFrom(sql<{ n: number }>`
      select (select sum(received_amount - paid_amount) from statement_payment)
        + coalesce((select sum(received_amount - refunded_amount) from center_sale_view), 0)
        - coalesce((select sum(amount) from allowance_settlement where statement_id is null), 0) as n`)
    expect(await balanceOf('BANK')).toBe(moved)
  })

  it('a paid statement leaves nothing on its receivable and payable accounts but allowances that wait to be issued', async () => {
    expect(
      await rowsOf(sql`
        select v.statement_no, v.account, sum(v.amount) as rest from journal_voucher v join statement s on s.statement_no = v.statement_no
        -- A fee below nothing is part of what was settled, and its allowance comes off the receivable on the day that somebody issues it.
        cross join lateral (
          select coalesce(sum(d.total_amount) filter (where d.issued_at is null), 0) as waiting
          from invoice_document d
          where d.statement_id = s.id and d.doc_type = '2' and case d.fee_type when '1' then s.ap_fee else s.dp_proc_fee end < 0
        ) n
        where s.status = '4' and v.account in ('RECEIVABLE', 'PAYABLE')
        group by 1, 2, n.waiting
        having sum(v.amount) <> case when v.account = 'RECEIVABLE' then n.waiting else 0 end`),
    ).toEqual([])
  })

  it('an opened statement owes nothing any more', async () => {
    expect(
      await rowsOf(sql`
        select v.statement_no from journal_voucher v join statement s on s.statement_no = v.statement_no
        where s.status = '9' group by 1 having sum(v.amount) filter (where v.account = 'PAYABLE') <> 0`),
    ).toEqual([])
    expect(
      await numberFrom(sql<{ n: number }>`select count(*) as n from statement where status = '9' and payable_amount <> 0`),
    ).toBeGreaterThan(0)
  })
})

describe('an allowance of a year', () => {
  it('an allowance of a year is owed from its issue on, and not after it was paid back', async () => {
    const allowances = '/api/accounting/point_invoice_dp_proc_fee_yr_dis'
    const { rows } = (await fm.get(`${allowances}/0/25`)).json<{ rows: Row[] }>()
    const waiting = rows.find((row) => row.settleMethod === '2' && row.status === '6')
    const owed = () =>
      numberFrom(sql<{ n: number }>`
        select coalesce(sum(amount), 0) as n from journal_voucher where account = 'ALLOWANCE_PAYABLE' and document_no = ${String(waiting?.allowanceNo)}`)
    expect(await owed()).toBe(-Number(waiting?.totalAmount))
    const input = { rowVersion: waiting?.rowVersion, refundedOn: today, refundRef: 'TT0001' }
    const answer = await (await signIn(server, 'fin01')).post(`${allowances}/${waiting?.id}/refund`, input)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await owed()).toBe(0)
    const [bank] = await rowsOf(sql<{ amount: number }>`
      select amount from journal_voucher where voucher_kind = '6' and account = 'BANK' and document_no = ${String(waiting?.allowanceNo)}`)
    expect(Number(bank?.amount)).toBe(-Number(waiting?.totalAmount))
  })
})

describe('the screen of journal lines', () => {
  it('lists and exports them with equal totals of debit and credit', async () => {
    const answer = await fm.get(`${path}/0/500?${lastYear}`)
    expect(answer.statusCode, answer.body).toBe(200)
    const { rows, totals } = answer.json<{ rows: Row[]; totals: Record<string, number> }>()
    expect(rows.length).toBeGreaterThan(20)
    expect(totals.debitAmount).toBeGreaterThan(0)
    expect(totals.debitAmount).toBe(totals.creditAmount)
  })

  it('an account code of a later day counts from that day on', async () => {
    const [first] = await rowsOf(
      sql<{ day: string }>`select max(voucher_date)::text as day from journal_line where account_name = '應收帳款'`,
    )
    const day = String(first?.day)
    await sql`
      insert into code_table (category, code, name, value_type, value, display_order, effective_from, is_system, created_by)
      values ('1', 'JOURNAL.RECEIVABLE', '應收帳款', '1', '1199', 1, ${day}::date, true, 'fm01')`.execute(server.app.db)
    const codes = await rowsOf(sql<{ code: string; isNew: boolean }>`
      select distinct account_code as code, voucher_date >= ${day}::date as "isNew" from journal_line where account_name = '應收帳款' order by 1`)
    expect(codes).toEqual([
      { code: '1172', isNew: false },
      { code: '1199', isNew: true },
    ])
  })

  it.each(['', '1172 應收', '=1', 'x'.repeat(21)])('an account code that no ledger takes is refused: %o', async (value) => {
    const sys = await signIn(server, 'admin')
    const [row] = (await sys.get('/api/settings/code_table/0/5?code=JOURNAL.BANK')).json<{ rows: Row[] }>().rows
    const answer = await sys.put(`/api/settings/code_table/${row?.id}`, { ...row, value })
    expect(answer.statusCode).toBe(400)
  })

  it.each(['cs01', 'ops01', 'mer01', 'admin'])('%s has no journal', async (account) => {
    expect((await (await signIn(server, account)).get(`${path}/0/10?${lastYear}`)).statusCode).toBe(403)
  })
})
