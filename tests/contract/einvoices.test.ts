import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taipeiDate } from '../../src/rules/dates.ts'
import { taxPeriodOf, taxPeriodsAround } from '../../src/rules/taxPeriods.ts'
import { handOverMessages, makeMissingMessages, noteResults } from '../../src/server/domain/accounting/testing.ts'
import { schemaErrorOf } from '../support/einvoiceSchema.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn } from './identitySession.ts'
import type { Row } from './rows.ts'

let server: TestServer
let upcast: string
beforeAll(async () => {
  server = await startTestServer({ demo: true })
  upcast = await mkdtemp(join(tmpdir(), 'upcast-'))
})
afterAll(async () => {
  await server.close()
  await rm(upcast, { recursive: true })
})

const db = () => server.app.db
const now = () => new Date()
const signal = new AbortController().signal

const messages = (where = sql<boolean>`true`) => db().selectFrom('einvoiceMessage').selectAll().where(where).orderBy('fileName').execute()

/** Deletes all messages, as the owner of the tables, whom the triggers do not stop. */
async function forgetMessages(): Promise<void> {
  const owner = server.database.db
  await sql`alter table einvoice_message disable trigger user`.execute(owner)
  await sql`delete from einvoice_message`.execute(owner)
  await sql`alter table einvoice_message enable trigger user`.execute(owner)
}

const folderOf = (code: string, place: string) => join(upcast, 'B2SSTORAGE', code, place)

async function filesIn(place: string): Promise<readonly string[]> {
  const codes = existsSync(join(upcast, 'B2SSTORAGE')) ? await readdir(join(upcast, 'B2SSTORAGE')) : []
  const lists = await Promise.all(codes.map(async (code) => (existsSync(folderOf(code, place)) ? readdir(folderOf(code, place)) : [])))
  return lists.flat().sort()
}

/** Does what Turnkey does with the files that it finds. */
async function turnkey(place: 'BAK' | 'ERR', isTaken: (name: string) => boolean = () => true, reason: string | null = null): Promise<void> {
  for (const name of (await filesIn('SRC')).filter(isTaken)) {
    const code = name.slice(0, 5)
    await mkdir(folderOf(code, place), { recursive: true })
    await rename(join(folderOf(code, 'SRC'), name), join(folderOf(code, place), name))
    if (reason !== null) await writeFile(join(folderOf(code, place), name.replace('.xml', '.txt')), reason)
  }
}

const handOver = () => handOverMessages(db(), upcast, { now: now(), signal })

describe('messages of the documents that are stored', () => {
  it('every document has its messages, valid by their schemas, with their SHA-256', async () => {
    await forgetMessages()
    const { made, failures } = await makeMissingMessages(db(), { now: now(), by: 'test' })
    expect(failures).toEqual([])
    const all = await messages()
    expect(made).toBe(all.length)
    expect(new Set(all.map(({ code }) => code))).toEqual(new Set(['F0401', 'F0501', 'G0401']))
    for (const { code, xml, sha256 } of all) {
      expect(schemaErrorOf(code, xml)).toBeNull()
      expect(createHash('sha256').update(xml).digest('hex')).toBe(sha256)
    }
    const { rows } = await sql<{ issued: number; voided: number }>`
      select count(*)::int as issued, count(*) filter (where status = '3')::int as voided from invoice_document where issued_at is not null`.execute(
      db(),
    )
    expect(made).toBe(Number(rows[0]?.issued) + Number(rows[0]?.voided))
    // A second look finds nothing to do.
    expect(await makeMissingMessages(db(), { now: now(), by: 'test' })).toEqual({ made: 0, failures: [] })
  })

  it('documents that are older than the entry of the seller have the first one that was entered', async () => {
    await forgetMessages()
    // As a person enters it: the value counts from that day on, and the days before keep none.
    const admin = await signIn(server, 'admin')
    await sql`update code_table set value = null where code in ('EINVOICE.SELLER_TAX_NO', 'EINVOICE.SELLER_NAME')`.execute(
      server.database.db,
    )
    for (const [code, value] of [
      ['EINVOICE.SELLER_TAX_NO', '04595257'],
      ['EINVOICE.SELLER_NAME', '示範點數股份有限公司'],
    ]) {
      const { rows } = (await admin.get(`/api/settings/code_table/0/9?code=${code}`)).json<{ rows: Row[] }>()
      const entered = await admin.put(`/api/settings/code_table/${rows[0]?.id}`, { rowVersion: rows[0]?.rowVersion, value })
      expect([entered.statusCode, entered.body]).toEqual([200, expect.any(String)])
    }
    const { made, failures } = await makeMissingMessages(db(), { now: now(), by: 'test' })
    expect(failures).toEqual([])
    expect(made).toBeGreaterThan(0)
    expect((await messages()).every(({ xml }) => xml.includes('04595257'))).toBe(true)
  })

  it('messages are refused any change, and removal', async () => {
    for (const change of [`update einvoice_message set xml = ''`, 'delete from einvoice_message', 'truncate einvoice_message']) {
      await expect(sql.raw(change).execute(server.database.db)).rejects.toThrow('insert-only')
    }
  })
})

describe('the folder of Turnkey', () => {
  it('a folder that is not there is not made: it may not be mounted', async () => {
    await expect(handOverMessages(db(), join(upcast, 'gone'), { now: now(), signal })).rejects.toThrow('ENOENT')
    expect(existsSync(join(upcast, 'gone'))).toBe(false)
    // The claim of the failed process expires.
    await sql`update einvoice_message set claimed_until = now() - interval '1 second' where claimed_until is not null`.execute(db())
  })

  it('several that write at once hand over each file once, whole, under its name', async () => {
    const expected = (await messages()).filter(({ code }) => code === 'F0401')
    const counts = await Promise.all(Array.from({ length: 4 }, handOver))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(expected.length)
    expect(await filesIn('SRC')).toEqual(expected.map(({ fileName }) => fileName))
    for (const { fileName, xml } of expected) expect(await readFile(join(folderOf('F0401', 'SRC'), fileName), 'utf8')).toBe(xml)
    expect(expected[0]?.fileName).toMatch(/^F0401_[A-Z]{2}\d{8}_\d{14}\.xml$/)
    expect(await filesIn('.')).toEqual(expect.not.arrayContaining([expect.stringContaining('.xml')]))
  })

  it('after a crash between file and note the same file is not written twice, nor brought back', async () => {
    const [first, second] = await messages(sql`code = 'F0401'`)
    if (!first || !second) throw new Error('no messages')
    await turnkey('BAK', (name) => name === second.fileName)
    await sql`update einvoice_message set status = '1', handed_at = null where id in (${first.id}, ${second.id})`.execute(db())
    expect(await handOver()).toBe(2)
    expect((await filesIn('SRC')).filter((name) => name === first.fileName)).toHaveLength(1)
    expect(await filesIn('SRC')).not.toContain(second.fileName)
  })

  it('a cancellation and an allowance wait until what they are about is uploaded', async () => {
    expect((await filesIn('SRC')).every((name) => name.startsWith('F0401'))).toBe(true)
    await turnkey('BAK')
    const uploaded = await noteResults(db(), upcast, now())
    expect(uploaded).toBe((await messages(sql`code = 'F0401'`)).length)
    expect(await handOver()).toBe((await messages(sql`code in ('F0501', 'G0401')`)).length)
    expect(await noteResults(db(), upcast, now())).toBe(0)
  })

  it('what is refused says why, with the text that stands beside it', async () => {
    const [allowance] = await messages(sql`code = 'G0401' and document_id in (select id from point_invoice)`)
    if (!allowance) throw new Error('no allowance')
    await turnkey('ERR', (name) => name === allowance.fileName, '  原發票號碼\n不存在  ')
    await turnkey('BAK')
    await noteResults(db(), upcast, now())
    const [refused] = await messages(sql`id = ${allowance.id}`)
    expect(refused).toMatchObject({ status: '4', reason: '原發票號碼 不存在' })
    const rest = await messages(sql`id <> ${allowance.id}`)
    expect(new Set(rest.map(({ status }) => status))).toEqual(new Set(['3']))
    expect(taipeiDate(rest[0]?.finishedAt ?? new Date(0))).toBe(taipeiDate(now()))
  })
})

const base = '/api/accounting'
const today = () => taipeiDate(now())

async function refusedDocument(): Promise<Row> {
  const fin = await signIn(server, 'fin01')
  return (await fin.get(`${base}/point_invoice_discount/0/5?uploadStatus=4`)).json<{ rows: Row[] }>().rows[0] as Row
}

describe('what finance does by hand', () => {
  it('a refused document is on a card of the notice board, for those who can send it again', async () => {
    const cardsOf = async (userName: string) => {
      const cards = (await (await signIn(server, userName)).get('/api/noticeboard/todo')).json<Row[]>()
      return cards.filter(({ key }) => String(key).startsWith('point_invoice')).map(({ key, count }) => [key, count])
    }
    expect(await cardsOf('fin01')).toEqual([
      ['point_invoiceFailed', 1],
      ['point_invoiceDue', 1],
    ])
    expect(await cardsOf('aud01')).toEqual([])
  })

  it('a document is sent again as a new file; the old one stays as it was', async () => {
    const fin = await signIn(server, 'fin01')
    const { id, docNo } = await refusedDocument()
    const [old] = await messages(sql`subject_no = ${docNo} and attempt = 1`)
    const path = `${base}/point_invoice_discount/${id}/resend`
    expect((await (await signIn(server, 'aud01')).post(path, {})).statusCode).toBe(403)
    expect((await fin.post(path, {})).statusCode).toBe(200)
    const tries = await messages(sql`subject_no = ${docNo}`)
    expect(tries.map(({ attempt, status }) => [attempt, status]).sort()).toEqual([
      [1, '4'],
      [2, '1'],
    ])
    expect(tries.find(({ attempt }) => attempt === 1)).toEqual(old)
    expect(await handOver()).toBe(1)
    expect(await filesIn('SRC')).toEqual([tries.find(({ attempt }) => attempt === 2)?.fileName])
    await turnkey('BAK')
    await noteResults(db(), upcast, now())
    expect((await fin.post(path, {})).statusCode).toBe(409)
  })

  it('files of one and of many are fetched as they were sent, by people of the seller only', async () => {
    const fin = await signIn(server, 'fin01')
    const list = await fin.get(`${base}/point_invoice_discount/0/5?status=3&docType=1`)
    const voided = list.json<{ rows: Row[] }>().rows[0] as Row
    const one = await fin.post(`${base}/point_invoice_discount/${voided.id}/einvoice`, {})
    const files = unzipSync(one.rawPayload)
    expect(
      Object.keys(files)
        .map((name) => name.slice(0, 16))
        .sort(),
    ).toEqual([`F0401_${voided.docNo}`, `F0501_${voided.docNo}`])
    for (const { fileName, xml } of await messages(sql`subject_no = ${voided.docNo}`))
      expect(strFromU8(files[fileName] as Uint8Array)).toBe(xml)
    const many = await fin.post(`${base}/point_invoice_discount/einvoices`, { fromDate: '2020-01-01', toDate: today() })
    expect(Object.keys(unzipSync(many.rawPayload)).length).toBeGreaterThan(20)
    const merchant = await signIn(server, 'mer01')
    expect((await merchant.post(`${base}/point_invoice_discount/${voided.id}/einvoice`, {})).statusCode).toBe(403)
  })

  it('what was uploaded by other means is marked, with day and reason, not beyond today', async () => {
    const fin = await signIn(server, 'fin01')
    const [message] = await messages(sql`code = 'F0401' and document_id in (select id from invoice_document where source_kind = '1')`)
    await sql`update einvoice_message set status = '1', finished_at = null where id = ${message?.id}`.execute(db())
    const path = `${base}/point_invoice_discount/${message?.documentId}/mark_uploaded`
    const late = await fin.post(path, { uploadedOn: '2999-01-01', markReason: '平台網頁上傳' })
    expect(late.json<Row>().uploadedOn).toBe('日期不可晚於今日。')
    expect((await fin.post(path, { uploadedOn: today(), markReason: '平台網頁上傳' })).statusCode).toBe(200)
    const [marked] = await messages(sql`id = ${message?.id}`)
    expect(marked).toMatchObject({ status: '3', reason: '平台網頁上傳', markedBy: 'fin01' })
  })

  it('unused numbers of a track are declared after its two months, and not issued any more', async () => {
    const fin = await signIn(server, 'fin01')
    const values = { track: 'ZU', isEnabled: true }
    const made = async (taxPeriod: string, firstNo: number) =>
      (await fin.post(`${base}/invoice_track`, { ...values, taxPeriod, firstNo, lastNo: firstNo + 49 })).json<Row>()
    const past = taxPeriodsAround(today(), { ahead: 0, count: 2 }).at(-1) ?? ''
    const [first, current] = [await made(past, 0), await made(taxPeriodOf(today()), 0)]
    await made(past, 100)
    for (const call of ['unused', 'unused_file']) {
      expect((await fin.post(`${base}/invoice_track/2147483648/${call}`, {})).statusCode).toBe(404)
    }
    expect((await fin.post(`${base}/invoice_track/${current.id}/unused`, {})).statusCode).toBe(409)
    expect((await fin.post(`${base}/invoice_track/${first.id}/unused`, {})).statusCode).toBe(200)
    expect((await fin.post(`${base}/invoice_track/${first.id}/unused`, {})).body).toBe('此字軌已申報空白號碼。')
    const [message] = await messages(sql`code = 'E0402'`)
    expect(schemaErrorOf('E0402', message?.xml ?? '')).toBeNull()
    expect(message?.xml.match(/No>\d+/g)).toEqual(['No>00000000', 'No>00000049', 'No>00000100', 'No>00000149'])
    const { rowVersion } = (await fin.get(`${base}/invoice_track/${first.id}`)).json<Row>()
    const again = await fin.put(`${base}/invoice_track/${first.id}`, { rowVersion, isEnabled: true })
    expect([again.statusCode, again.body]).toEqual([409, '此字軌的空白號碼已申報，不可再啟用。'])
    expect(await handOver()).toBe(1)
    expect((await filesIn('SRC'))[0]).toMatch(new RegExp(`^E0402_ZU${past}_`))
    // The history of the track tells both steps.
    const mark = { uploadedOn: today(), markReason: '平台網頁上傳' }
    expect((await fin.post(`${base}/invoice_track/${first.id}/mark_uploaded`, mark)).statusCode).toBe(200)
    const history = (await fin.get(`${base}/invoice_track/${first.id}/history`)).json<Row[]>()
    expect(history).toMatchObject([
      { action: '標記已上傳', userName: 'fin01', remark: '平台網頁上傳' },
      { action: '申報空白字軌', userName: 'fin01' },
      { action: '新增' },
    ])
  })
})

describe('documents whose deadline has passed', () => {
  const screens = [
    ...['point_invoice_discount', 'pay_as_you_go_invoice'],
    ...['point_invoice_ap_fee_yr_dis', 'point_invoice_dp_proc_fee_yr_dis'],
  ]
  const late = async (user: string, screen: string) => {
    const answer = await (await signIn(server, user)).get(`/api/accounting/${screen}/0/1?view=uploadLate`)
    return { statusCode: answer.statusCode, count: answer.statusCode === 200 ? answer.json<{ totalCount: number }>().totalCount : null }
  }

  it('each screen of documents counts those not uploaded eight days after their issue, for the seller alone', async () => {
    await forgetMessages()
    const { rows } = await sql<{ screen: string; count: number }>`
      select case source_kind when '2' then 'pay_as_you_go_invoice' when '5' then
          case fee_type when '1' then 'point_invoice_ap_fee_yr_dis' else 'point_invoice_dp_proc_fee_yr_dis' end
        else 'point_invoice_discount' end as screen, count(*)::int as count
      from invoice_document
      where issued_at is not null
        and greatest(issue_date, (voided_at at time zone 'Asia/Taipei')::date) + 7 < (now() at time zone 'Asia/Taipei')::date
      group by 1`.execute(db())
    expect(rows.length).toBeGreaterThan(1)
    for (const screen of screens) {
      const expected = Number(rows.find((row) => row.screen === screen)?.count ?? 0)
      expect(await late('fin01', screen), screen).toEqual({ statusCode: 200, count: expected })
    }
  })

  it('merchants have no tab of what only the seller uploads late', async () => {
    const tabsOf = async (user: string, screen: string) => {
      const answer = await (await signIn(server, user)).get(`/api/screens/_accounting/${screen}`)
      return answer.json<{ list: { views: { name: string }[] } }>().list.views.map(({ name }) => name)
    }
    for (const screen of screens) {
      const [seller, merchant] = [await tabsOf('fin01', screen), await tabsOf('mer01', screen)]
      expect(seller, screen).toContain('uploadLate')
      expect(merchant, screen).toEqual(seller.filter((name) => name !== 'uploadLate'))
      expect((await late('mer01', screen)).statusCode, screen).toBe(400)
    }
  })

  it('drafts stand before all documents with a date, those that wait longest first', async () => {
    const { rows } = (await (await signIn(server, 'fin01')).get(`/api/accounting/point_invoice_discount/0/500`)).json<{
      rows: { status: string; issueDate: string | null; sourceNo: string }[]
    }>()
    const drafts = rows.filter(({ issueDate }) => issueDate === null)
    expect(drafts.length).toBeGreaterThan(0)
    expect(rows.slice(0, drafts.length)).toEqual(drafts)
    expect(drafts.map(({ sourceNo }) => sourceNo)).toEqual(drafts.map(({ sourceNo }) => sourceNo).sort())
    const dates = rows.slice(drafts.length).map(({ issueDate }) => String(issueDate))
    expect(dates).toEqual([...dates].sort().reverse())
  })

  it('the yearly allowances of one fee are fetched and marked on their own screen, by the seller alone', async () => {
    await forgetMessages()
    const fin = await signIn(server, 'fin01')
    const [own, other] = ['point_invoice_ap_fee_yr_dis', 'point_invoice_dp_proc_fee_yr_dis']
    const issued = async (feeType: string) => {
      const { rows } = await sql<{ id: number }>`
        select id from invoice_document where source_kind = '5' and fee_type = ${feeType} and issued_at is not null
        order by id`.execute(db())
      return rows
    }
    const [allowances, others] = [await issued('1'), await issued('2')]
    expect(Math.min(allowances.length, others.length)).toBeGreaterThan(0)
    const id = allowances[0]?.id
    const file = await fin.post(`${base}/${own}/${id}/einvoice`, {})
    expect([file.statusCode, Object.keys(unzipSync(file.rawPayload)).length > 0]).toEqual([200, true])
    expect((await fin.post(`${base}/${other}/${id}/einvoice`, {})).statusCode).toBe(404)
    expect((await (await signIn(server, 'mer01')).post(`${base}/${own}/${id}/einvoice`, {})).statusCode).toBe(403)

    const several = { fromDate: '2020-01-01', toDate: today(), uploadedOn: today(), markReason: '平台網頁上傳' }
    expect((await fin.post(`${base}/${own}/mark_uploaded`, several)).statusCode).toBe(200)
    const marked = await messages(sql`marked_by = 'fin01' and reason = '平台網頁上傳'`)
    const markedIds = new Set(marked.map(({ documentId }) => documentId))
    expect(allowances.every((each) => markedIds.has(each.id))).toBe(true)
    expect(others.some((each) => markedIds.has(each.id))).toBe(false)
  })
})
