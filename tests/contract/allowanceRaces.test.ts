import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taipeiDate } from '../../src/rules/dates.ts'
import { verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import { inTurns } from '../support/inTurns.ts'
import { hasRaces } from '../support/testServer.ts'
import { withoutLocks } from '../support/withoutLocks.ts'
import { type AccountingWorld, startAccountingWorld } from './accountingWorld.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const base = '/api/accounting'
const today = taipeiDate(new Date())
const returnMonth = '202503'
let world: AccountingWorld
let otherManager: TestSession

const act = (person: TestSession, screen: string, row: Row, step: string, input: object) =>
  person.post(`${base}/${screen}/${row.id}/${step}`, { rowVersion: row.rowVersion, ...input })

async function statementOf(periodNo: string): Promise<Row> {
  const answer = await world.fin.get(`${base}/statements/0/5?companyNo=${world.companyNo}&periodNo=${periodNo}&sort=version.desc`)
  return answer.json<{ rows: Row[] }>().rows[0] as Row
}

async function documentsOf(statement: Row): Promise<readonly Row[]> {
  const answer = await world.fin.get(`${base}/point_invoice_discount/0/100?sourceNo=${statement.statementNo}&sort=salesAmount.asc`)
  return answer.json<{ rows: Row[] }>().rows
}

/** Closes a month and bills it: a positive fee becomes an invoice, a negative one the drafts of its allowances. */
async function billed(periodNo: string): Promise<void> {
  const month = await world.month(world.companyNo, periodNo)
  if (month.status === '1') expect((await world.step(world.fin, month, 'close')).statusCode).toBe(200)
  const answer = await act(world.fin, 'statements', await statementOf(periodNo), 'invoice', { invoiceDate: today })
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
}

/** The two allowances of the negative fee, made and issued. */
async function issuedSiblings(): Promise<readonly [Row, Row]> {
  await billed(returnMonth)
  const drafts = (await documentsOf(await statementOf(returnMonth))).filter(({ status }) => status === '1')
  for (const draft of drafts) {
    const issued = await act(world.fin, 'point_invoice_discount', draft, 'issue', { invoiceDate: today })
    expect([issued.statusCode, issued.statusCode === 200 ? '' : issued.body]).toEqual([200, ''])
  }
  const [first, second, ...more] = (await documentsOf(await statementOf(returnMonth))).filter(({ status }) => status === '2')
  expect(more).toEqual([])
  return [first as Row, second as Row]
}

/** Two managers void the two allowances at once, each one of them. */
const voidBoth = ([first, second]: readonly [Row, Row]) =>
  Promise.all([
    act(world.fm, 'point_invoice_discount', first, 'void', { reason: '金額誤植' }),
    act(otherManager, 'point_invoice_discount', second, 'void', { reason: '重複開立' }),
  ])

/** How often each allowance of the month went void, by its record of changes. */
async function voidingsOf(rows: readonly Row[]): Promise<readonly number[]> {
  const ids = rows.map(({ id }) => String(id))
  const { rows: counts } = await sql<{ times: number }>`
    select count(h.id)::int as times from unnest(${ids}::text[]) as d(id)
    left join record_history h on h.entity = 'pointInvoice' and h.record_id::text = d.id and h.action = 'void'
    group by d.id`.execute(world.server.app.db)
  return counts.map(({ times }) => times)
}

const leftOfInvoices = async () => {
  const { rows } = await sql<{ left: string }>`
    select (sales_amount - allowance_sales) || '+' || (tax_amount - allowance_tax) as "left" from invoice_document
    where company_no = ${world.companyNo} and original_id is null and status <> '3' order by id`.execute(world.server.app.db)
  return rows.map(({ left }) => left)
}

const unsound = async () => (await verifyAccounting(world.server.app.db)).filter(({ violations }) => violations > 0)

describe.runIf(hasRaces())('allowances of one negative fee, voided by two people at once', () => {
  beforeAll(async () => {
    world = await startAccountingWorld()
    otherManager = await signIn(world.server, 'fm02')
    const sale = await world.issue('2025-01-05', 1000)
    await world.issue('2025-02-05', 100)
    await world.takeBack('2025-03-05', sale, 300)
    for (const month of ['202501', '202502']) await billed(month)
  })
  afterAll(() => world.server.close())

  it('one of them voids both, the other is told so, and the fee can be credited anew, ten times over', async () => {
    const before = await leftOfInvoices()
    for (let round = 0; round < 10; round += 1) {
      const siblings = await issuedSiblings()
      const answers = await voidBoth(siblings)
      expect(answers.map(({ statusCode, body }) => (statusCode === 200 ? '' : `${statusCode} ${body}`)).sort()).toEqual([
        '',
        expect.stringMatching(/^409 /),
      ])
      expect(await voidingsOf(siblings)).toEqual([1, 1])
      expect(await leftOfInvoices()).toEqual(before)
      expect(await statementOf(returnMonth)).toMatchObject({ status: '2' })
      expect(await unsound()).toEqual([])
    }
  })

  // The twin: the same without the locks of documents and of their statement. It leaves unsound invoices behind, so it comes last.
  it('both of them void an allowance twice where nothing locks it, and its invoice gets back more than was credited', async () => {
    const { db } = world.server.database
    await sql`alter table invoice_document drop constraint invoice_document_allowance_sales_check,
      drop constraint invoice_document_allowance_tax_check`.execute(db)
    const siblings = await issuedSiblings()
    const unlocked = [/from "point_invoice"/, /from "statement"/]
    const answers = await withoutLocks(unlocked, () => inTurns(/from "statement" .*"invoice_document"/, () => voidBoth(siblings)))
    expect(answers.map(({ statusCode, body }) => (statusCode === 200 ? '' : body))).toEqual(['', ''])
    expect([...(await voidingsOf(siblings))].sort()).toEqual([1, 2])
    expect((await unsound()).length).toBeGreaterThan(0)
  })
})
