import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths, monthOf, taipeiDate } from '../../src/rules/dates.ts'
import { verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const months = '/api/accounting/statement_close'
const dayMs = 86_400_000
/** The last month of the demo data waits to be closed by hand. */
const periodNo = monthOf(addMonths(taipeiDate(new Date()), -1))

let server: TestServer
let fin: TestSession

beforeAll(async () => {
  // On the first of a month the grace days of the previous one are not over.
  server = await startTestServer({ demo: true, clock: { now: () => new Date(Date.now() + 2 * dayMs) } })
  fin = await signIn(server, 'fin01')
})
afterAll(() => server.close())

async function runMonth(
  name: 'trial_month' | 'close_month',
  person = fin,
): Promise<{ readonly run: Row; readonly verdicts: readonly Row[] }> {
  const answer = await person.post(`${months}/${name}`, { periodNo })
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  await server.app.jobs.runDue()
  return readRun(answer.json<{ runNo: string }>().runNo)
}

async function readRun(runNo: string) {
  const { rows } = (await fin.get(`/api/accounting/month_run/0/50?periodNo=${periodNo}`)).json<{ rows: readonly Row[] }>()
  const run = rows.find((row) => row.runNo === runNo) as Row
  const children = await fin.get(`/api/accounting/month_run/${run.id}/children/verdicts/0/100`)
  return { run, verdicts: children.json<{ rows: readonly Row[] }>().rows }
}

async function openCompanies(): Promise<readonly string[]> {
  const { rows } = await sql<{ companyNo: string }>`
    select company_no from company_period where stream = 'MONTH' and period_no = ${periodNo} and status = '1' order by company_no`.execute(
    server.app.db,
  )
  return rows.map(({ companyNo }) => companyNo)
}

/** What the last trials of the month came to, and the remarks of its companies. */
async function trialsAndRemarks() {
  const { rows: trials } = await sql<Row>`
    select p.company_no, t.amounts, t.workings from statement_trial t join company_period p on p.id = t.period_id
    where p.period_no = ${periodNo} and p.stream = 'MONTH' and p.status = '1' order by 1`.execute(server.app.db)
  const { rows: remarks } = await sql<Row>`
    select r.remark_no, r.company_no, r.aberrant_type, r.transaction_no, r.about_date, r.points, r.expected_points
    from aberrant_point_remark r join company_period p on p.id = r.period_id where p.period_no = ${periodNo} order by 1`.execute(
    server.app.db,
  )
  return { trials, remarks }
}

describe('整月作業', () => {
  it('a trial of the month computes every open company and closes none', async () => {
    const open = await openCompanies()
    expect(open.length).toBeGreaterThan(3)
    const { run, verdicts } = await runMonth('trial_month')
    expect(run).toMatchObject({ kind: '1', status: '2', totalCount: open.length, doneCount: open.length, refusedCount: 0, waitingCount: 0 })
    expect(verdicts.map(({ companyNo }) => companyNo)).toEqual(open)
    expect(verdicts.every(({ trialNetAmount }) => typeof trialNetAmount === 'number')).toBe(true)
    expect(await openCompanies()).toEqual(open)
  })

  it('a trial of the month gives what a trial of each company gives, whose transactions are looked up one by one', async () => {
    // The number of transactions is known, so that those of one company are few among them.
    await sql`analyze point_transaction`.execute(server.database.db)
    await runMonth('trial_month')
    const together = await trialsAndRemarks()
    const { rows } = (await fin.get(`${months}/0/100?periodNo=${periodNo}&status=1`)).json<{ rows: readonly Row[] }>()
    for (const { id, rowVersion } of rows) expect((await fin.post(`${months}/${id}/trial`, { rowVersion })).statusCode).toBe(200)
    expect(together.trials.length).toBe(rows.length)
    expect(together.remarks.length).toBeGreaterThan(0)
    expect(await trialsAndRemarks()).toEqual(together)
  })

  it('a month that is not over is refused once, before anything begins', async () => {
    const thisMonth = monthOf(taipeiDate(server.app.clock.now()))
    const answer = await fin.post(`${months}/close_month`, { periodNo: thisMonth })
    expect([answer.statusCode, answer.body]).toEqual([409, expect.stringMatching(/^帳期尚未結束，\d{4}-\d\d-\d\d 起可關帳。$/)])
  })

  it('a second run of the month waits until the first has ended', async () => {
    const first = await fin.post(`${months}/trial_month`, { periodNo })
    const second = await fin.post(`${months}/close_month`, { periodNo })
    expect([first.statusCode, second.statusCode, second.body]).toEqual([
      ...[200, 409],
      '此帳期的整月作業正在執行，請至「整月作業紀錄」查看進度。',
    ])
    await server.app.jobs.runDue()
  })

  it('a run that fails has ended: its companies are told, and the next one begins', async () => {
    const owner = server.database.db
    const first = await fin.post(`${months}/trial_month`, { periodNo })
    await sql`alter table aberrant_point_remark rename to hidden_remark`.execute(owner)
    await server.app.jobs.runDue()
    await sql`alter table hidden_remark rename to aberrant_point_remark`.execute(owner)
    const { run, verdicts } = await readRun(first.json<{ runNo: string }>().runNo)
    expect(run).toMatchObject({ status: '2', doneCount: 0, waitingCount: 0, refusedCount: verdicts.length })
    expect(new Set(verdicts.map(({ reason }) => reason))).toEqual(new Set(['系統發生錯誤，請洽系統管理人員。']))
    expect((await runMonth('trial_month')).run).toMatchObject({ status: '2', refusedCount: 0 })
  })

  it('who may only look begins nothing', async () => {
    const auditor = await signIn(server, 'aud01')
    expect((await auditor.post(`${months}/close_month`, { periodNo })).statusCode).toBe(403)
    expect((await auditor.get('/api/accounting/month_run/0/10')).statusCode).toBe(200)
  })

  it('a close stops with the rights of who asked for it: nothing is signed in the name of a closed account', async () => {
    const open = await openCompanies()
    const { db } = server.database
    await signIn(server, 'fin02').then((person) => person.post(`${months}/close_month`, { periodNo }))
    await sql`update app_user set status = '0', is_enabled = false where user_name = 'fin02'`.execute(db)
    await server.app.jobs.runDue()
    await sql`update app_user set status = '1', is_enabled = true where user_name = 'fin02'`.execute(db)
    const { rows } = (await fin.get(`/api/accounting/month_run/0/50?periodNo=${periodNo}`)).json<{ rows: readonly Row[] }>()
    const { run, verdicts } = await readRun(String(rows.find(({ requestedBy }) => requestedBy === 'fin02')?.runNo))
    expect(run).toMatchObject({ status: '2', refusedCount: open.length, waitingCount: 0 })
    expect(new Set(verdicts.map(({ reason }) => reason))).toEqual(
      new Set(['執行者 fin02 已停用或已無此權限，未執行，請由有權限的人員重新執行。']),
    )
    expect(await openCompanies()).toEqual(open)
  })

  it('the close takes all who pass, tells why of the others, and is signed by who asked', async () => {
    const open = await openCompanies()
    const [stopped = '', byHand = ''] = open
    await sql`
      insert into change_request (change_no, entity, record_id, record_label, changes, effective_date, submitted_by, submitted_at)
      select 'CRRUN', 'company', id, company_no, '[]', current_date - 100, 'x', now() from company where company_no = ${stopped}`.execute(
      server.app.db,
    )
    const answer = await fin.post(`${months}/close_month`, { periodNo })
    const fm = await signIn(server, 'fm01')
    await explainRemarks()
    const { rows } = (await fm.get(`${months}/0/5?companyNo=${byHand}&periodNo=${periodNo}`)).json<{ rows: readonly Row[] }>()
    const closed = await fm.post(`${months}/${rows[0]?.id}/close`, { rowVersion: rows[0]?.rowVersion })
    expect([closed.statusCode, closed.statusCode === 200 ? '' : closed.body]).toEqual([200, ''])
    await server.app.jobs.runDue()
    const { run, verdicts } = await readRun(answer.json<{ runNo: string }>().runNo)
    expect(run).toMatchObject({ kind: '2', status: '2', totalCount: open.length, waitingCount: 0, requestedBy: 'fin01' })
    const of = (companyNo: string) => verdicts.find((row) => row.companyNo === companyNo)
    expect(of(stopped)).toMatchObject({ verdict: '3', reason: '特約商有待審核的異動申請。', statementNo: null })
    expect(of(byHand)).toMatchObject({ verdict: '2', reason: '已由 fm01 關帳。' })
    const refused = verdicts.filter(({ verdict }) => verdict === '3').map(({ companyNo }) => companyNo)
    expect(await openCompanies()).toEqual(refused)
    const done = verdicts.filter(({ verdict, reason }) => verdict === '2' && reason === null)
    expect(done.length).toBeGreaterThan(1)
    const statements = await server.app.db
      .selectFrom('statement')
      .select('closedBy')
      .where(
        'statementNo',
        'in',
        done.map(({ statementNo }) => String(statementNo)),
      )
      .execute()
    expect(new Set(statements.map(({ closedBy }) => closedBy))).toEqual(new Set(['fin01']))
    expect((await verifyAccounting(server.app.db)).filter(({ violations }) => violations > 0)).toEqual([])
  })

  it('what was refused is taken up by the next run, and then nothing is left to do', async () => {
    await sql`delete from change_request where change_no = 'CRRUN'`.execute(server.app.db)
    const { run } = await runMonth('close_month')
    expect(run).toMatchObject({ refusedCount: 0, waitingCount: 0 })
    expect(await openCompanies()).toEqual([])
    const answer = await fin.post(`${months}/close_month`, { periodNo })
    expect([answer.statusCode, answer.body]).toEqual([409, '此帳期沒有未關帳的特約商。'])
  })
})

/** The end of the month is not tested here. */
async function explainRemarks(): Promise<void> {
  const { rows } = (await fin.get('/api/accounting/aberrant_point_remark/0/100?status=1&severity=3')).json<{ rows: readonly Row[] }>()
  for (const { id, rowVersion } of rows) {
    const input = { handleType: '1', remark: '已核對。', showOnStatement: false, rowVersion }
    const answer = await fin.post(`/api/accounting/aberrant_point_remark/${id}/explain`, input)
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  }
}
