import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

let server: TestServer
const sessions = new Map<string, TestSession>()

beforeAll(async () => {
  server = await startTestServer({ demo: true })
})
afterAll(() => server.close())

async function as(userName: string): Promise<TestSession> {
  const session = sessions.get(userName) ?? (await signIn(server, userName))
  sessions.set(userName, session)
  return session
}

async function rows(userName: string, url: string): Promise<readonly Row[]> {
  const answer = await (await as(userName)).get(url)
  expect([url, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([url, 200, ''])
  return answer.json<{ rows: Row[] }>().rows
}

/** Status and text of a call; for a success, the body. */
async function post(userName: string, url: string, body: object = {}) {
  const answer = await (await as(userName)).post(url, body)
  return { status: answer.statusCode, body: answer.headers['content-type']?.toString().includes('json') ? answer.json() : answer.body }
}

const rules = '/api/warning/warning'
const warnings = '/api/warning/warning_transaction'
const exceptions = '/api/warning/log_activity_exception'

/** The only warning of a rule in the demo data. */
async function warningOf(ruleCode: string, userName = 'ops01'): Promise<Row> {
  const [row] = await rows(userName, `${warnings}/0/25?ruleCode=${ruleCode}`)
  if (!row) throw new Error(`no warning of ${ruleCode}`)
  return row
}

describe('the demo data', () => {
  it('meets every rule, and leaves cases in every state', async () => {
    const all = await rows('ops01', `${warnings}/0/100`)
    expect(new Set(all.map((row) => row.ruleCode)).size).toBe(12)
    expect(new Set(all.map((row) => row.status))).toEqual(new Set(['1', '2', '3']))
    expect(all.some((row) => row.wasRefused === true && row.transactionNo === null)).toBe(true)
    expect(await rows('ops01', `${exceptions}/0/25`)).toHaveLength(10)
    expect((await rows('ops01', `${rules}/0/25`)).length).toBeGreaterThanOrEqual(12)
  })

  it('the demo data has a use of several codes at once', async () => {
    expect(await rows('ops01', `${exceptions}/0/25?exceptionType=13`)).toHaveLength(1)
  })

  it('counts the hits of the last 30 days beside the parameters', async () => {
    const counts = (await rows('ops01', `${rules}/0/25?ruleCode=R11`)).map((row) => row.hitCount30)
    expect(counts).toEqual([1])
  })
})

describe('異常警示參數設定', () => {
  const own = { ruleCode: 'R11', scope: '2', companyNo: 'C000104', thresholdCount: 5, severity: '2', action: '1', isEnabled: true }

  it('異常警示參數設定 takes a row per rule and company, and no second one', async () => {
    const created = await post('ops01', rules, own)
    expect(created).toMatchObject({ status: 201, body: { warningRuleNo: expect.stringMatching(/^WR\d{6}$/), windowMinutes: null } })
    expect(await post('ops01', rules, own)).toMatchObject({ status: 409, body: '警示規則與適用範圍 已存在，請重新輸入。' })
    const { id, rowVersion } = created.body as Row
    const changed = await (await as('ops01')).put(`${rules}/${id}`, { rowVersion, thresholdCount: 6 })
    expect(changed.json()).toMatchObject({ thresholdCount: 6 })
    expect((await (await as('ops01')).delete(`${rules}/${id}?rowVersion=${rowVersion + 1}`)).statusCode).toBe(200)
  })

  it('refuses transactions only by rules of the posting itself', async () => {
    expect(await post('ops01', rules, { ...own, action: '2' })).toMatchObject({ status: 400, body: '此規則不支援拒絕交易。' })
  })

  it.each([
    ['R01', { thresholdCount: 3 }, { windowMinutes: '統計區間（分） 必填' }],
    ['R06', { windowMinutes: 60, thresholdCount: 3 }, { thresholdRatio: '比率門檻 % 必填' }],
    ['R10', { windowMinutes: 60 }, { thresholdCount: '筆數門檻、點數門檻至少填一項' }],
    ['R12', { windowMinutes: 60, thresholdCount: 3 }, { scope: '此規則只適用全系統' }],
    ['R02', { thresholdPoints: 3, activeFrom: '22:00' }, { activeTo: '監控時段起、迄須同時填寫' }],
    ['R02', { thresholdPoints: 3, activeFrom: '22:00', activeTo: '22:00' }, { activeTo: '監控時段起、迄不可相同' }],
  ])('asks %s for its own parameters', async (ruleCode, given, expected) => {
    const { thresholdCount: _, ...rest } = own
    expect(await post('ops01', rules, { ...rest, ruleCode, companyNo: 'C000106', ...given })).toMatchObject({ status: 400, body: expected })
  })

  it('異常警示參數設定 is seen by auditors and finance, written by operations only', async () => {
    for (const name of ['admin', 'fm01', 'aud01']) {
      expect((await rows(name, `${rules}/0/25`)).length).toBeGreaterThan(0)
      expect((await post(name, rules, own)).status).toBe(403)
    }
    for (const name of ['cs01', 'mer01', 'fin01']) expect((await (await as(name)).get(`${rules}/0/25`)).statusCode).toBe(403)
  })
})

describe('回測', () => {
  const backtest = async (userName: string, ruleCode: string, scope: string, days: number) => {
    const [rule] = await rows('ops01', `${rules}/0/25?ruleCode=${ruleCode}&scope=${scope}`)
    return post(userName, `${rules}/${rule?.id}/backtest`, { days, rowVersion: rule?.rowVersion })
  }

  it('lists what the parameters would have met, masked, and stores nothing', async () => {
    const before = await sql`select count(*) from warning_transaction`.execute(server.database.db)
    const answer = await backtest('fm01', 'R02', '2', 14)
    expect(answer).toMatchObject({ status: 200, body: { hitCount: { value: '1 筆' } } })
    const { hits } = answer.body as { hits: { rows: readonly Record<string, unknown>[] } }
    expect(hits.rows).toMatchObject([{ companyNo: 'C000101', points: 1400, measuredValue: '1,400 點', thresholdValue: '1,200 點' }])
    expect(String(hits.rows[0]?.memberNo)).toMatch(/^88\d\d\*{4}\d{4}$/)
    expect((await sql`select count(*) from warning_transaction`.execute(server.database.db)).rows).toEqual(before.rows)
  })

  it.each(['R01', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R09', 'R10', 'R11', 'R12'])('runs %s over real history', async (ruleCode) => {
    const own = ['R03', 'R04', 'R05', 'R06', 'R09', 'R10'].includes(ruleCode)
    const answer = await backtest('ops01', ruleCode, own ? '2' : '1', 31)
    expect([ruleCode, answer.status]).toEqual([ruleCode, 200])
    // The redeem that R03 refused was never posted.
    const count = Number.parseInt((answer.body as { hitCount: { value: string } }).hitCount.value, 10)
    if (ruleCode !== 'R03') expect(count).toBeGreaterThan(0)
  })

  it('looks back 31 days at most, for those who see the parameters', async () => {
    expect((await backtest('ops01', 'R02', '1', 32)).status).toBe(400)
    expect((await backtest('cs01', 'R02', '1', 7)).status).toBe(403)
  })
})

describe('點數交易異常', () => {
  it('點數交易異常 is taken up, closed with a conclusion, and reopened, each by whom it is for', async () => {
    const { id, rowVersion } = await warningOf('R11')
    const closing = { conclusion: '1', remark: '員工團購' }
    expect((await post('ops01', `${warnings}/${id}/close`, { rowVersion, ...closing })).status).toBe(409)
    expect((await post('aud01', `${warnings}/${id}/handle`, { rowVersion })).status).toBe(403)
    expect(await post('cs01', `${warnings}/${id}/handle`, { rowVersion })).toMatchObject({
      status: 200,
      body: { status: '2', handledBy: 'cs01' },
    })
    expect((await post('cs01', `${warnings}/${id}/close`, { rowVersion: rowVersion + 1, conclusion: '1' })).status).toBe(400)
    const unnamed = await post('cs01', `${warnings}/${id}/close`, { rowVersion: rowVersion + 1, ...closing, conclusion: '4' })
    expect(unnamed).toMatchObject({ status: 400, body: '請輸入關聯調整單編號。' })
    const unknown = await post('cs01', `${warnings}/${id}/close`, { rowVersion: rowVersion + 1, ...closing, sheetNo: 'AJ000000000000' })
    expect(unknown).toMatchObject({ status: 400, body: { sheetNo: '查無此調整單。' } })
    const closed = await post('cs01', `${warnings}/${id}/close`, { rowVersion: rowVersion + 1, ...closing })
    expect(closed).toMatchObject({ status: 200, body: { status: '3', conclusion: '1', remark: '員工團購' } })
    expect((await post('cs01', `${warnings}/${id}/reopen`, { rowVersion: rowVersion + 2 })).status).toBe(403)
    expect(await post('ops01', `${warnings}/${id}/reopen`, { rowVersion: rowVersion + 2 })).toMatchObject({
      body: { status: '2', conclusion: null },
    })
  })

  it('點數交易異常 is handled several at a time, with a verdict each', async () => {
    const [first, closed] = [await warningOf('R12'), (await rows('ops01', `${warnings}/0/25?status=3`))[0]]
    const answer = await post('ops01', `${warnings}/handle`, { ids: [first.id, closed?.id] })
    expect(answer).toMatchObject({ status: 200, body: { okCount: 1, failedCount: 1 } })
  })

  it('freezes the member and ends the freeze, each once, and writes down who did', async () => {
    const { id } = await warningOf('R11')
    expect((await post('cs01', `${warnings}/${id}/freeze`)).status).toBe(403)
    expect((await post('ops01', `${warnings}/${id}/unfreeze`)).status).toBe(409)
    expect((await post('ops01', `${warnings}/${id}/freeze`)).status).toBe(200)
    expect(await warningOf('R11')).toMatchObject({ memberNo: expect.stringContaining('****') })
    const record = (await (await as('ops01')).get(`${warnings}/${id}`)).json<Row>()
    expect(record.memberStatus).toBe('2')
    expect((await post('ops01', `${warnings}/${id}/freeze`)).status).toBe(409)
    expect((await post('ops01', `${warnings}/${id}/unfreeze`)).status).toBe(200)
    const { rows: actions } = await sql<{ action: string }>`
      select action from user_action_log where user_name = 'ops01' and action like '%凍結會員兌點%' order by occurred_at`.execute(
      server.database.db,
    )
    expect(actions.map(({ action }) => action.split(' ')[0])).toEqual(['凍結會員兌點', '解除凍結會員兌點'])
  })

  it('drafts an adjustment sheet once, for those who may make one', async () => {
    const { id } = await warningOf('R02')
    expect((await post('aud01', `${warnings}/${id}/create_sheet`)).status).toBe(403)
    const made = await post('cs01', `${warnings}/${id}/create_sheet`)
    expect(made).toMatchObject({ status: 200, body: { sheetNo: expect.stringMatching(/^AJ\d{12}$/) } })
    expect((await post('cs01', `${warnings}/${id}/create_sheet`)).status).toBe(409)
    const { sheetNo } = made.body as { sheetNo: string }
    const { rows: sheets } = await sql`
      select adjust_kind, reason_code, company_no, status, lines from adjustment_sheet where sheet_no = ${sheetNo}`.execute(
      server.database.db,
    )
    expect(sheets).toMatchObject([{ adjustKind: '2', reasonCode: '202', companyNo: 'C000101', status: '1', lines: [{ points: 1400 }] }])
    const refused = (await rows('ops01', `${warnings}/0/25?wasRefused=true`))[0]
    expect((await post('ops01', `${warnings}/${refused?.id}/create_sheet`)).status).toBe(409)
  })

  it('shows a merchant its own cases, and of what is related its own part', async () => {
    const seen = await rows('mer01', `${warnings}/0/100`)
    expect(seen.length).toBeGreaterThan(0)
    expect(new Set(seen.map((row) => row.companyNo))).toEqual(new Set(['C000101']))
    expect(seen.every((row) => row.memberNo === null || String(row.memberNo).includes('*'))).toBe(true)
    const foreign = await warningOf('R08')
    expect((await (await as('mer01')).get(`${warnings}/${foreign.id}`)).statusCode).toBe(404)
    expect((await post('mer01', `${warnings}/${seen[0]?.id}/handle`, { rowVersion: seen[0]?.rowVersion })).status).toBe(403)
    const related = { transactionNo: 'T20250101000000001', companyNo: 'C000106', points: 1 }
    await sql`update warning_transaction set related_transactions = related_transactions || ${JSON.stringify([related])}::jsonb
      where id = ${seen[0]?.id}`.execute(server.database.db)
    const companies = async (userName: string) => {
      const record = (await (await as(userName)).get(`${warnings}/${seen[0]?.id}`)).json<{ relatedTransactions: { companyNo: string }[] }>()
      return new Set(record.relatedTransactions.map(({ companyNo }) => companyNo))
    }
    expect(await companies('mer01')).toEqual(new Set(['C000101']))
    expect((await companies('ops01')).has('C000106')).toBe(true)
  })

  it('點數交易異常 is exported by those who may', async () => {
    expect((await (await as('ops01')).get(`${warnings}/export`)).statusCode).toBe(200)
    expect((await (await as('cs01')).get(`${warnings}/export`)).statusCode).toBe(403)
  })
})

describe('行銷活動代碼異常', () => {
  it('行銷活動代碼異常 is taken up and closed with a remark', async () => {
    const [row] = await rows('mkt01', `${exceptions}/0/25?status=1`)
    if (!row) throw new Error('no new exception')
    const { id, rowVersion } = row
    expect((await post('mkt01', `${exceptions}/${id}/close`, { rowVersion, remark: '已通知' })).status).toBe(409)
    expect((await post('fm01', `${exceptions}/${id}/handle`, { rowVersion })).status).toBe(403)
    expect(await post('mkt01', `${exceptions}/${id}/handle`, { rowVersion })).toMatchObject({ body: { status: '2', handledBy: 'mkt01' } })
    expect((await post('mkt01', `${exceptions}/${id}/close`, { rowVersion: rowVersion + 1 })).status).toBe(400)
    expect(await post('mkt01', `${exceptions}/${id}/close`, { rowVersion: rowVersion + 1, remark: '已通知' })).toMatchObject({
      body: { status: '3' },
    })
  })

  it('makes one draft sheet of the chosen rows of one company', async () => {
    const own = await rows('ops01', `${exceptions}/0/25?companyNo=C000101&exceptionType=4`)
    const other = await rows('ops01', `${exceptions}/0/25?companyNo=C000102`)
    expect((await post('mkt01', `${exceptions}/make_up`, { ids: own.map((row) => row.id) })).status).toBe(403)
    // This user may make sheets, but does not see exceptions.
    expect((await post('fin01', `${exceptions}/make_up`, { ids: own.map((row) => row.id) })).status).toBe(403)
    const mixed = await post('ops01', `${exceptions}/make_up`, { ids: [own[0]?.id, other[0]?.id] })
    expect(mixed).toMatchObject({ status: 409, body: '所選資料須屬於同一特約商。' })
    const made = await post('ops01', `${exceptions}/make_up`, { ids: own.map((row) => row.id) })
    expect(made).toMatchObject({ status: 200, body: { okCount: 4, failedCount: 0 } })
    const { rows: sheets } = await sql<{ lines: { points: number }[] }>`
      select adjust_kind, reason_code, company_no, status, lines from adjustment_sheet order by created_at desc limit 1`.execute(
      server.database.db,
    )
    expect(sheets[0]).toMatchObject({ adjustKind: '1', reasonCode: '102', companyNo: 'C000101', status: '1' })
    const expected = own.reduce((total, row) => total + Number(row.expectedPoints), 0)
    expect(sheets[0]?.lines.reduce((total, line) => total + line.points, 0)).toBe(expected)
    expect((await post('ops01', `${exceptions}/make_up`, { ids: [own[0]?.id] })).status).toBe(409)
  })

  it('shows a merchant its own rows only', async () => {
    const seen = await rows('mer01', `${exceptions}/0/100`)
    expect(new Set(seen.map((row) => row.companyNo))).toEqual(new Set(['C000101']))
    const [foreign] = await rows('ops01', `${exceptions}/0/25?companyNo=C000102`)
    expect((await (await as('mer01')).get(`${exceptions}/${foreign?.id}`)).statusCode).toBe(404)
  })
})
