import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysBetween, taipeiDate } from '../../src/rules/dates.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '../support/mailServer.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const path = '/api/accounting/statements'
let server: TestServer
let smtp: MailServer
let fin: TestSession
let merchant: TestSession
const received: ReceivedMail[] = []

beforeAll(async () => {
  smtp = await startMailServer(0, (mail) => received.push(mail))
  server = await startTestServer({ demo: true, environment: { SMTP_URL: smtp.url } })
  fin = await signIn(server, 'fin01')
  merchant = await signIn(server, 'mer01')
})
afterAll(async () => {
  await smtp.close()
  await server.close()
})

async function rowsOf(person: TestSession, query: string, screen = path): Promise<readonly Row[]> {
  const answer = await person.get(`${screen}/0/100?${query}`)
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json<{ rows: readonly Row[] }>().rows
}

async function sheetOf(file: Buffer, name: string): Promise<readonly (readonly unknown[])[]> {
  return (await readSheet(file, name)) as readonly (readonly unknown[])[]
}

describe('a statement on paper', () => {
  it('a workbook has the amounts of the statement, and its entries come to its points', async () => {
    const row = (await rowsOf(fin, 'companyNo=C000101')).find(({ status }) => status === '4') as Row
    const answer = await fin.get(`${path}/${row.id}/paper/xlsx`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheetml')])
    const amounts = new Map((await sheetOf(answer.rawPayload, '摘要')).map(([title, , amount]) => [title, amount]))
    expect(amounts.get('應收合計')).toBe(row.receivableAmount)
    expect(amounts.get('應付合計')).toBe(row.payableAmount)
    const [, ...entries] = await sheetOf(answer.rawPayload, '明細')
    const [, ...stores] = await sheetOf(answer.rawPayload, '門市彙總')
    const [, ...days] = await sheetOf(answer.rawPayload, '每日彙總')
    const sum = (rows: readonly (readonly unknown[])[], column: number) => rows.reduce((total, cells) => total + Number(cells[column]), 0)
    expect(entries.length).toBeGreaterThan(0)
    expect([sum(stores, 3), sum(days, 2)]).toEqual([row.netApPoints, row.netApPoints])
    expect([sum(stores, 4), sum(days, 3)]).toEqual([row.netDpPoints, row.netDpPoints])
    expect(entries.every(([date, time, , kind]) => date instanceof Date && time instanceof Date && /\D/.test(String(kind)))).toBe(true)
  })

  it('a letter is a PDF, and taking it is written down', async () => {
    const [row] = await rowsOf(fin, 'companyNo=C000102')
    const answer = await fin.get(`${path}/${row?.id}/paper/pdf`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent(`結算對帳單_${row?.statementNo}.pdf`))
    const taken = await server.app.db
      .selectFrom('userActionLog')
      .select('userName')
      .where('action', '=', `匯出對帳單 ${row?.statementNo}（pdf）`)
      .execute()
    expect(taken).toEqual([{ userName: 'fin01' }])
  })

  it('merchants have papers of their own, and those of others are not there', async () => {
    const own = await rowsOf(merchant, 'companyNo=')
    expect(new Set(own.map(({ companyNo }) => companyNo))).toEqual(new Set(['C000101']))
    expect((await merchant.get(`${path}/${own[0]?.id}/paper/pdf`)).statusCode).toBe(200)
    const [foreign] = await rowsOf(fin, 'companyNo=C000105')
    for (const kind of ['pdf', 'xlsx']) expect((await merchant.get(`${path}/${foreign?.id}/paper/${kind}`)).statusCode).toBe(404)
    expect((await fin.get(`${path}/${foreign?.id}/paper/docx`)).statusCode).toBe(404)
  })

  it('a period that is open has no paper', async () => {
    const bank = '/api/accounting/ctbc_period_statement'
    const open = (await rowsOf(fin, '', bank)).find(({ statementNo }) => statementNo === null) as Row
    const answer = await fin.get(`${bank}/${open.id}/paper/pdf`)
    expect([answer.statusCode, answer.body]).toEqual([409, '尚未關帳，沒有對帳單。'])
  })
})

describe('寄送對帳單', () => {
  it('both files arrive at the company, and the statement tells who sent them', async () => {
    const [row] = (await rowsOf(fin, 'companyNo=C000102')).filter(({ status }) => status === '4')
    const sent = await fin.post(`${path}/${row?.id}/send`, { rowVersion: row?.rowVersion })
    expect([sent.statusCode, sent.statusCode === 200 ? sent.json<Row>().status : sent.body]).toEqual([200, '4'])
    await server.app.jobs.runDue()
    const deliveries = () => rowsOf(fin, '', `${path}/${row?.id}/children/deliveries`)
    const { financeEmail } = await server.app.db
      .selectFrom('company')
      .select('financeEmail')
      .where('companyNo', '=', 'C000102')
      .executeTakeFirstOrThrow()
    const [mail] = received.filter(({ to }) => to === financeEmail)
    expect(mail?.subject).toContain('結算對帳單')
    expect(mail?.text).toContain(String(row?.statementNo))
    const [pdf, xlsx] = mail?.files ?? []
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await sheetOf(xlsx as Buffer, '摘要')).flat()).toContain(row?.receivableAmount)
    expect(await deliveries()).toMatchObject([{ recipient: financeEmail, requestedBy: 'fin01', mailStatus: 'sent' }])
  })

  it('a selection is sent one by one; a version that was opened again is not sent', async () => {
    const all = await rowsOf(fin, 'view=reopened')
    const [reopened] = all
    const [good] = (await rowsOf(fin, 'companyNo=C000106')).filter(({ status }) => status === '4')
    const bulk = await fin.post(`${path}/send`, { ids: [reopened?.id, good?.id] })
    expect(bulk.statusCode === 200 ? bulk.json<object>() : bulk.body).toMatchObject({ okCount: 1, failedCount: 1 })
  })

  it('merchants send nothing, and see what was sent to them', async () => {
    const [row] = await rowsOf(merchant, '')
    expect((await merchant.post(`${path}/${row?.id}/send`, { rowVersion: row?.rowVersion })).statusCode).toBe(403)
    expect((await merchant.get(`${path}/${row?.id}/children/deliveries/0/10`)).statusCode).toBe(200)
  })
})

describe('應收帳款', () => {
  it('what is still to be received stands with its age, and comes to the total', async () => {
    const answer = await fin.get(`${path}/0/100?view=receivable`)
    const { rows, totals } = answer.json<{ rows: readonly Row[]; totals: Row }>()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      const [due, received] = [Number(row.receivableAmount) + Number(row.otherAmount ?? 0), Number(row.receivedAmount)]
      expect(row.outstandingAmount).toBe(due - received)
      const days = Math.max(0, daysBetween(String(row.dueDate), taipeiDate(new Date())))
      const age = days === 0 ? '1' : days <= 30 ? '2' : days <= 60 ? '3' : days <= 90 ? '4' : '5'
      expect([row.statementNo, row.receivableAge]).toEqual([row.statementNo, age])
    }
    expect(totals.outstandingAmount).toBe(rows.reduce((sum, row) => sum + Number(row.outstandingAmount), 0))
    const paid = (await rowsOf(fin, 'status=4'))[0]
    expect([paid?.outstandingAmount, paid?.receivableAge]).toEqual([0, null])
  })

  it('a reminder names what is not paid, and what is paid is not reminded of', async () => {
    const [owing] = (await rowsOf(fin, 'view=receivable')).filter(({ status }) => status === '3')
    const sent = await fin.post(`${path}/${owing?.id}/remind`, { rowVersion: owing?.rowVersion })
    expect([sent.statusCode, sent.statusCode === 200 ? '' : sent.body]).toEqual([200, ''])
    await server.app.jobs.runDue()
    const [mail, ...others] = received.filter(({ subject }) => subject.startsWith('付款提醒'))
    expect(others).toEqual([])
    expect(mail?.text).toContain(`尚未付款金額：NT$${Number(owing?.outstandingAmount).toLocaleString('en-US')}`)
    expect(mail?.files).toHaveLength(2)
    const [paid] = await rowsOf(fin, 'status=4')
    expect((await fin.post(`${path}/${paid?.id}/remind`, { rowVersion: paid?.rowVersion })).statusCode).toBe(409)
  })

  it('the nightly job reminds of what is overdue, once in so many days, and of nothing when it is switched off', async () => {
    const { app, database } = server
    await sql`alter table statement disable trigger user`.execute(database.db)
    await sql`update statement set due_date = current_date - 5 where status = '3'`.execute(database.db)
    await sql`alter table statement enable trigger user`.execute(database.db)
    await sql`delete from statement_delivery where kind = '2'`.execute(database.db)
    const owing = (await rowsOf(fin, 'view=receivable')).filter(({ status }) => status === '3').length
    const run = async () => {
      const id = await app.jobs.enqueue(app.db, 'accounting.dueReminders')
      await app.jobs.runDue()
      return (await app.db.selectFrom('job').select('result').where('id', '=', id).executeTakeFirstOrThrow()).result
    }
    expect(await run()).toEqual({ reminded: 0 })
    await sql`update code_table set value = '7' where code = 'RECEIVABLE.REMIND_EVERY_DAYS'`.execute(app.db)
    expect([owing > 0, await run(), await run()]).toEqual([true, { reminded: owing }, { reminded: 0 }])
  })
})
