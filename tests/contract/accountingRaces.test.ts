import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths, monthOf, taipeiDate } from '../../src/rules/dates.ts'
import { verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { hasRaces } from '../support/testServer.ts'
import { withoutLocks } from '../support/withoutLocks.ts'
import { type AccountingWorld, startAccountingWorld } from './accountingWorld.ts'
import type { TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const months = '/api/accounting/statement_close'
const statements = '/api/accounting/statements'
let world: AccountingWorld

const unsound = async () => (await verifyAccounting(world.server.app.db)).filter(({ violations }) => violations > 0)

/** Versions of the statements of a month, by company. */
async function versionsOf(periodNo: string): Promise<readonly { companyNo: string; status: string; version: number }[]> {
  return world.server.app.db
    .selectFrom('statement')
    .select(['companyNo', 'status', 'version'])
    .where('periodNo', '=', periodNo)
    .where('statementKind', '=', '1')
    .orderBy('companyNo')
    .orderBy('version')
    .execute()
}

/** Closes a month of the test's company while a posting into it is not committed yet. @returns the points that the statement misses */
async function closeDuringPosting(periodNo: string) {
  const day = `${periodNo.slice(0, 4)}-${periodNo.slice(4)}-10`
  const row = await openMonth(world.companyNo, periodNo)
  const closing = await duringPosting(world.companyNo, { day, points: 700 }, () => world.step(world.fin, row, 'close'))
  const { rows } = await sql<{ missing: number }>`
    select (select -sum(points) from point_entry where period_id = ${row.id} and account_class = 'AWARD')
      - (select sum(net_ap_points) from statement where period_id = ${row.id}) as missing`.execute(world.server.app.db)
  return { status: closing.statusCode, missing: Number(rows[0]?.missing), unsound: (await unsound()).map(({ id }) => id) }
}

/** Starts `work` while a posting has written and not committed; the posting commits a little later. @returns what `work` answered */
async function duringPosting<Answer>(
  companyNo: string,
  { day, points }: { readonly day: string; readonly points: number },
  work: () => Promise<Answer>,
): Promise<Answer> {
  let begun: (() => void) | undefined
  const isWritten = new Promise<void>((resolve) => {
    begun = resolve
  })
  const posting = ledger.run(world.server.app.db, async (trx) => {
    await ledger.issue(trx, world.sale(companyNo, day, points))
    begun?.()
    await sleep(1500)
  })
  await isWritten
  const working = work()
  await posting
  return working
}

/** The month of a company; without points in it yet. */
async function openMonth(companyNo: string, periodNo: string): Promise<Row> {
  await world.beginMonth(companyNo, periodNo)
  return world.month(companyNo, periodNo)
}

/** Closes a group of three by its first member, while points come for the last one. */
async function closeGroupDuringPosting(periodNo: string) {
  const day = `${periodNo.slice(0, 4)}-${periodNo.slice(4)}-10`
  const members = await world.group()
  for (const companyNo of members) {
    await world.beginMonth(companyNo, periodNo)
    await ledger.run(world.server.app.db, (trx) => ledger.issue(trx, world.sale(companyNo, day, 100)))
  }
  const [first, , last] = members as [string, string, string]
  const row = await world.month(first, periodNo)
  const answer = await duringPosting(last, { day, points: 7000 }, () => world.step(world.fin, row, 'close'))
  const { rows } = await sql<{ base: number }>`
    select tier_base_points as base from statement where company_no = any (${members}::text[]) and period_no = ${periodNo}`.execute(
    world.server.app.db,
  )
  return { statuses: [answer.statusCode], bases: rows.map(({ base }) => Number(base)) }
}

async function closeTwice(periodNo: string) {
  const row = await openMonth(world.companyNo, periodNo)
  const answers = await Promise.all([world.step(world.fin, row, 'close'), world.step(world.fm, row, 'close')])
  const versions = (await versionsOf(periodNo)).filter(({ companyNo }) => companyNo === world.companyNo).map(({ version }) => version)
  return { successes: answers.filter(({ statusCode }) => statusCode === 200).length, versions }
}

/** Closed statements that need an invoice, and that money moves for. */
async function billedStatements(): Promise<readonly Row[]> {
  const { rows } = (await world.fin.get(`${statements}/0/100?status=2`)).json<{ rows: readonly Row[] }>()
  return rows.filter(
    ({ apFee, outstandingAmount, unpaidAmount }) => Number(apFee) > 0 && Number(outstandingAmount) + Number(unpaidAmount) > 0,
  )
}

async function issueInvoice({ id, rowVersion }: Row): Promise<{ readonly statement: Row; readonly invoice: Row }> {
  const issued = await world.fin.post(`${statements}/${id}/invoice`, { invoiceDate: taipeiDate(new Date()), rowVersion })
  expect([issued.statusCode, issued.statusCode === 200 ? '' : issued.body]).toEqual([200, ''])
  const statement = issued.json<Row>()
  const found = await world.fin.get(`/api/accounting/point_invoice_discount/0/10?docNo=${statement.apInvoiceNo}`)
  return { statement, invoice: found.json<{ rows: readonly Row[] }>().rows[0] as Row }
}

/** The invoice of the statement that the first race left. */
const invoiced = async () => issueInvoice((await billedStatements())[0] as Row)

/** Pays a statement and voids its invoice at the same time. */
function payAndVoid(statement: Row, invoice: Row) {
  const amounts = { receivedAmount: Number(statement.outstandingAmount), paidAmount: Number(statement.unpaidAmount) }
  const paidOn = taipeiDate(new Date())
  return Promise.all([
    world.fin.post(`${statements}/${statement.id}/pay`, { paidOn, isNet: false, ...amounts, rowVersion: statement.rowVersion }),
    world.fm.post(`/api/accounting/point_invoice_discount/${invoice.id}/void`, { reason: '開立錯誤', rowVersion: invoice.rowVersion }),
  ])
}

/** Without a lock both may win, and need not: one of them can be so slow that it meets what the other has written. */
async function untilBothWin<Try, Outcome>(
  tries: readonly Try[],
  race: (one: Try) => Promise<Outcome>,
  isWon: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  const [first, ...rest] = tries as [Try, ...Try[]]
  const outcome = await race(first)
  return isWon(outcome) || rest.length === 0 ? outcome : untilBothWin(rest, race, isWon)
}

describe.runIf(hasRaces())('accounting, by several people at once', () => {
  beforeAll(async () => {
    world = await startAccountingWorld()
    // Explains the remarks of the demo data, which do not matter here.
    await sql`update aberrant_point_remark set status = '2', handle_type = '1', handled_by = 'fin01', handled_at = now(), remark = 'x'
      where status = '1'`.execute(world.server.app.db)
  })
  afterAll(() => world.server.close())

  it('two people who close the months of a group close each of them once', async () => {
    const { rows } = await sql<{ periodNo: string }>`
      select period_no from company_period where company_no = 'C000102' and stream = 'MONTH' and status = '1' order by start_date limit 1`.execute(
      world.server.app.db,
    )
    const periodNo = String(rows[0]?.periodNo)
    const open = [await world.month('C000102', periodNo), await world.month('C000103', periodNo)]
    const close = (person: TestSession, row: Row) => world.step(person, row, 'close')
    const answers = await Promise.all([world.fin, world.fm, world.fin, world.fm].flatMap((person) => open.map((row) => close(person, row))))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    const closed = (await versionsOf(periodNo)).filter(({ companyNo }) => companyNo === 'C000102' || companyNo === 'C000103')
    expect(closed).toEqual([
      { companyNo: 'C000102', status: '2', version: 1 },
      { companyNo: 'C000103', status: '2', version: 1 },
    ])
    expect(await unsound()).toEqual([])
  })

  it('a whole month that is closed while people close some of it has one statement for each company', async () => {
    const periodNo = monthOf(addMonths(taipeiDate(new Date()), -1))
    const { rows } = (await world.fin.get(`${months}/0/100?periodNo=${periodNo}`)).json<{ rows: readonly Row[] }>()
    const open = rows.filter(({ status, checkResult }) => status === '1' && checkResult === null)
    const started = await world.fin.post(`${months}/close_month`, { periodNo })
    // On the first days of a month the last one cannot be closed yet.
    if (started.statusCode === 409) return expect(started.body).toContain('起可關帳')
    await Promise.all([world.server.app.jobs.runDue(), ...open.map((row) => world.step(world.fm, row, 'close'))])
    const { rows: verdicts } = await sql<{ verdict: string }>`
      select v.verdict from month_run_verdict v join month_run r on r.id = v.run_id where r.period_no = ${periodNo}`.execute(
      world.server.app.db,
    )
    expect(verdicts.filter(({ verdict }) => verdict === '1')).toEqual([])
    const versions = await versionsOf(periodNo)
    expect(versions.length).toBeGreaterThanOrEqual(open.length)
    expect(versions.every(({ version }) => version === 1)).toBe(true)
    expect(await unsound()).toEqual([])
  })

  it('points that come while a month is closed are in its statement or in the next month, and in one of them only', async () => {
    await world.issue('2025-01-10', 500)
    const row = await world.month(world.companyNo, '202501')
    const posting = Array.from({ length: 20 }, (_, index) => world.issue('2025-01-20', 100 + index))
    const closing = world.step(world.fin, row, 'close')
    await Promise.all(posting)
    expect((await closing).statusCode).toBe(200)
    const { rows } = await sql<{ billed: number; later: number }>`
      select count(*) filter (where p.period_no = '202501')::int as billed, count(*) filter (where p.period_no <> '202501')::int as later
      from point_entry e join company_period p on p.id = e.period_id
      where e.company_no = ${world.companyNo} and e.account_class = 'AWARD'`.execute(world.server.app.db)
    expect(Number(rows[0]?.billed) + Number(rows[0]?.later)).toBe(21)
    expect(await unsound()).toEqual([])
  })

  it('a payment or the voiding of its invoice happens, and never both', async () => {
    // One is left for the race without its lock.
    const billed = await billedStatements()
    expect(billed.length).toBeGreaterThan(2)
    for (const row of billed.slice(1)) {
      const { statement, invoice } = await issueInvoice(row)
      const answers = await payAndVoid(statement, invoice)
      expect(answers.map(({ statusCode, body }) => (statusCode === 200 ? '' : `${statusCode} ${body}`)).sort()).toEqual([
        '',
        expect.stringMatching(/^409 /),
      ])
    }
    expect(await unsound()).toEqual([])
  })

  it('a close waits for a posting that is under way, and bills it', async () => {
    expect(await closeDuringPosting('202502')).toEqual({ status: 200, missing: 0, unsound: [] })
  })

  it('members of a group close with the same points as base of their tiers, whatever comes meanwhile', async () => {
    const { statuses, bases } = await closeGroupDuringPosting('202501')
    expect(statuses).toEqual([200])
    expect(new Set(bases)).toEqual(new Set([3 * 100 + 7000]))
    expect(await unsound()).toEqual([])
  })

  it('two people who close the same month make one statement', async () => {
    expect(await closeTwice('202503')).toEqual({ successes: 1, versions: [1] })
    expect(await unsound()).toEqual([])
  })

  // The twins: the same races without their locks. They leave unsound statements behind, so they come last.
  describe('without the locks', () => {
    it('a posting under way is missing in the statement of its month', async () => {
      const outcome = await withoutLocks([/from company_period/, /from "monthly_period"/], () => closeDuringPosting('202504'))
      expect(outcome.missing).toBe(700)
      expect(outcome.unsound.length).toBeGreaterThan(0)
    })

    it('two people close the same month twice', async () => {
      const { db } = world.server.database
      await sql`alter table statement drop constraint statement_period_version, drop constraint statement_statement_no_key`.execute(db)
      await sql`drop index statement_in_force`.execute(db)
      const race = (periodNo: string) => withoutLocks([/from company_period/, /from "monthly_period"/], () => closeTwice(periodNo), 2)
      const { successes, versions } = await untilBothWin(['202505', '202506', '202507', '202508'], race, (one) => one.successes === 2)
      expect(successes).toBe(2)
      expect(versions).toHaveLength(2)
    })

    it('members of a group get tiers of different points', async () => {
      const { bases } = await withoutLocks([/from company_period/, /from "monthly_period"/], () => closeGroupDuringPosting('202502'))
      expect(new Set(bases).size).toBeGreaterThan(1)
    })

    it('an invoice is voided although its statement is paid', async () => {
      const race = async () => {
        const { statement, invoice } = await invoiced()
        const answers = await withoutLocks([/from "statement"/], () => payAndVoid(statement, invoice), 2)
        return answers.map(({ statusCode, body }) => (statusCode === 200 ? '' : body))
      }
      expect(await untilBothWin([1, 2, 3], race, (errors) => errors.every((error) => error === ''))).toEqual(['', ''])
    })
  })
})
