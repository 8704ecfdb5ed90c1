import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { registerMember } from '../../src/server/domain/points/members.ts'
import { verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

let server: TestServer
let ops: TestSession
let fin: TestSession
let fm: TestSession
let fm2: TestSession
let members: readonly string[]

interface Sheet {
  readonly id: number
  readonly rowVersion: number
  readonly sheetNo: string
  readonly status: string
  readonly [field: string]: unknown
}

const today = taipeiDate(new Date())
const maker = '/api/points/adjustmentslist'
const checker = '/api/points/adjustments'

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
  fin = await signIn(server, 'fin01')
  fm = await signIn(server, 'fm01')
  fm2 = await signIn(server, 'fm02')
  const numbers: string[] = []
  for (const last of [1, 2, 3, 4]) {
    numbers.push(
      await registerMember(server.app.db, {
        mobile: `099999999${last}`,
        memberName: `測試${last}`,
        birthday: null,
        email: null,
        gender: null,
        consentVersion: null,
        platformNo: null,
        registeredAt: new Date(),
        createdBy: 'test',
      }),
    )
  }
  members = numbers
})

afterAll(() => server.close())

const add = {
  adjustKind: '1',
  reasonCode: '101',
  costBearer: '1',
  companyNo: 'C000101',
  businessDate: today,
  description: '門市漏贈，依發票補點。',
}

const line = (member: number, points: number) => ({ memberNo: members[member] ?? '', points })

it('a sheet names an outlet that was disabled since, as it was when its transactions were made', async () => {
  const { db } = server.app
  const store = await db
    .selectFrom('retailStore')
    .select(['id', 'retailStoreNo', 'storeName'])
    .where('companyNo', '=', 'C000101')
    .executeTakeFirstOrThrow()
  await db.updateTable('retailStore').set({ status: '0' }).where('id', '=', store.id).execute()
  const ask = (intArg?: number) => ops.put('/api/shared/dictionary', { parameter: 'RetailStore', strArg: 'C000101', intArg })
  const options = (await ask(3)).json<{ key: string; value: string; ended?: true }[]>()
  expect(options.find(({ key }) => key === store.retailStoreNo)).toEqual({
    key: store.retailStoreNo,
    value: `${store.storeName}（已停用）`,
  })
  const others = (await ask()).json<{ key: string; ended?: true }[]>()
  expect(others.find(({ key }) => key === store.retailStoreNo)?.ended).toBe(true)
  const sheet = await create({ ...add, retailStoreNo: store.retailStoreNo, lines: [line(0, 5)] })
  expect(sheet.retailStoreNo).toBe(store.retailStoreNo)
  await db.updateTable('retailStore').set({ status: '1' }).where('id', '=', store.id).execute()
})

async function create(values: object): Promise<Sheet> {
  const answer = await ops.post(maker, values)
  expect([answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([201, ''])
  return answer.json<Sheet>()
}

async function submitted(values: object): Promise<Sheet> {
  const draft = await create(values)
  const answer = await ops.post(`${maker}/${draft.id}/submit`, { rowVersion: draft.rowVersion })
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json<Sheet>()
}

async function balanceOf(member: number): Promise<number> {
  const account = await server.app.db
    .selectFrom('pointAccount')
    .select('balance')
    .where('class', '=', 'MEMBER')
    .where('ownerId', '=', members[member] ?? '')
    .executeTakeFirst()
  return account?.balance ?? 0
}

/** A debt limit of the member's own: no debt allowed. */
async function forbidDebt(member: number): Promise<void> {
  const unused = { companyNo: null, autoWriteOffMaxPoints: null, writeOffBearer: null, previousId: null, rejectReason: null }
  const decided = { submittedBy: 'a', submittedAt: new Date(), approvedBy: 'b', approvedAt: new Date(), createdBy: 'a' }
  const period = { startDate: addDays(today, -1), endDate: addDays(today, 1), updatedBy: null, updatedAt: null }
  const own = {
    restrictionNo: 'NR-TEST',
    scope: '3',
    memberNo: members[member] ?? '',
    limitPoints: 0,
    overLimitAction: '1',
    status: '3',
  } as const
  await server.app.db
    .insertInto('negativeRestriction')
    .values({ ...unused, ...decided, ...period, ...own })
    .execute()
}

/**
 * What fm02 may do while one of its roles lacks a permission. Afterwards the role gets it back; sessions are read again within a second.
 */
async function withoutPermission<T>(permission: string, act: (session: TestSession) => Promise<T>): Promise<T> {
  const { id, permissions } = await server.app.db
    .selectFrom('appRole')
    .select(['id', 'permissions'])
    .where('roleCode', '=', 'FM')
    .executeTakeFirstOrThrow()
  const store = (names: readonly string[]) =>
    server.app.db
      .updateTable('appRole')
      .set({ permissions: JSON.stringify(names) as never })
      .where('id', '=', id)
      .execute()
  await store(permissions.filter((name) => name !== permission))
  try {
    return await act(await signIn(server, 'fm02'))
  } finally {
    await store(permissions)
  }
}

const approve = (session: TestSession, sheet: Sheet) => session.post(`${checker}/${sheet.id}/approve`, { rowVersion: sheet.rowVersion })

describe('a draft of an adjustment sheet', () => {
  it('gets a number, its sums and the end of next year as expiry', async () => {
    const draft = await create({ ...add, lines: [line(0, 30), line(1, 12)] })
    expect(draft).toMatchObject({ status: '1', lineCount: 2, totalPoints: 42, expireDate: `${Number(today.slice(0, 4)) + 1}-12-31` })
    expect(draft.sheetNo).toMatch(new RegExp(`^AJ${today.replaceAll('-', '')}\\d{4}$`))
  })

  it('a draft of an adjustment sheet names the line of a member that stands twice, is unknown, or has not enough', async () => {
    const twice = await ops.post(maker, { ...add, lines: [line(0, 1), line(1, 1), line(0, 1)] })
    expect([twice.statusCode, twice.json()]).toEqual([400, { 'lines.2.memberNo': '第 3 列會員重複。' }])
    const unknown = await ops.post(maker, { ...add, lines: [{ memberNo: '880000000999', points: 1 }] })
    expect([unknown.statusCode, unknown.json()]).toEqual([400, { 'lines.0.memberNo': '第 1 列查無會員或會員已註銷。' }])
    const deduct = { ...add, adjustKind: '2', reasonCode: '203' }
    const short = await ops.post(maker, { ...deduct, lines: [{ ...line(3, 1001) }] })
    expect([short.statusCode, short.json()]).toEqual([400, { 'lines.0.points': '第 1 列點數不足。' }])
  })

  it('a draft of an adjustment sheet is refused for a day to come, a reason of another kind, a past expiry and a missing company', async () => {
    const lines = [line(0, 1)]
    const later = await ops.post(maker, { ...add, lines, businessDate: addDays(today, 1), expireDate: today })
    expect([later.statusCode, later.json()]).toEqual([
      400,
      { businessDate: '歸屬日期不可晚於今日。', expireDate: '點數到期日不可早於明日。' },
    ])
    expect((await ops.post(maker, { ...add, lines, reasonCode: '201' })).json()).toEqual({ reasonCode: '調整原因 格式錯誤' })
    const { companyNo: _without, ...rest } = add
    expect((await ops.post(maker, { ...rest, lines })).json()).toEqual({ companyNo: '特約商 必填' })
  })

  it('a draft of an adjustment sheet is voided, never deleted, and only before it is decided', async () => {
    const draft = await create({ ...add, lines: [line(0, 1)] })
    expect((await ops.delete(`${maker}/${draft.id}?rowVersion=${draft.rowVersion}`)).statusCode).toBe(404)
    const gone = await ops.post(`${maker}/${draft.id}/void`, { rowVersion: draft.rowVersion })
    expect([gone.statusCode, gone.json<Sheet>().status]).toEqual([200, '5'])
    const again = await ops.post(`${maker}/${draft.id}/submit`, { rowVersion: gone.json<Sheet>().rowVersion })
    expect([again.statusCode, again.headers['x-error-code']]).toEqual([409, 'M09'])
  })
})

describe('the way of a sheet', () => {
  it('the way of a sheet goes back to its maker by 撤回, which nobody else may do', async () => {
    const sheet = await submitted({ ...add, lines: [line(0, 5)] })
    const other = await fin.post(`${maker}/${sheet.id}/withdraw`, { rowVersion: sheet.rowVersion })
    expect(other.statusCode).toBe(409)
    const back = await ops.post(`${maker}/${sheet.id}/withdraw`, { rowVersion: sheet.rowVersion })
    expect([back.statusCode, back.json<Sheet>().status]).toEqual([200, '1'])
  })

  it('the way of a sheet cannot be changed while it waits; a rejection with a reason opens it, and a change makes it a draft', async () => {
    const sheet = await submitted({ ...add, lines: [line(0, 5)] })
    const changed = await ops.put(`${maker}/${sheet.id}`, { rowVersion: sheet.rowVersion, description: '改寫' })
    expect([changed.statusCode, changed.headers['x-error-code']]).toEqual([409, 'M09'])
    const bare = await fm.post(`${checker}/${sheet.id}/reject`, { rowVersion: sheet.rowVersion })
    expect([bare.statusCode, bare.json()]).toEqual([400, { rejectReason: '退回原因 必填' }])
    const rejected = await fm.post(`${checker}/${sheet.id}/reject`, { rowVersion: sheet.rowVersion, rejectReason: '缺發票' })
    expect(rejected.json()).toMatchObject({ status: '4', rejectReason: '缺發票' })
    const rowVersion = rejected.json<Sheet>().rowVersion
    const draft = await ops.put(`${maker}/${sheet.id}`, { rowVersion, lines: [line(0, 6)] })
    expect(draft.json()).toMatchObject({ status: '1', totalPoints: 6 })
  })

  it('the way of a sheet is approved by a second person only, and by nobody without the permission', async () => {
    const sheet = await submitted({ ...add, lines: [line(0, 5)] })
    expect((await approve(ops, sheet)).statusCode).toBe(403)
    expect((await approve(fin, sheet)).statusCode).toBe(403)
    await server.app.db
      .updateTable('adjustmentSheet')
      .set({ submittedBy: 'fm01' } as never)
      .where('id', '=', sheet.id)
      .execute()
    const byMaker = await approve(fm, sheet)
    expect([byMaker.statusCode, byMaker.body]).toEqual([409, '審核人員不可與申請人員相同。'])
    expect((await approve(fm2, sheet)).statusCode).toBe(200)
  })
})

describe('an approval', () => {
  it('posts a transaction per line through the ledger, once, also when two approve at the same time', async () => {
    const sheet = await submitted({ ...add, lines: [line(1, 40), line(2, 60)] })
    const answers = await Promise.all([approve(fm, sheet), approve(fm2, sheet)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
    expect([await balanceOf(1), await balanceOf(2)]).toEqual([40, 60])
    const done = answers.find((answer) => answer.statusCode === 200)?.json<Sheet>()
    expect(done).toMatchObject({ status: '3', transactionNos: [expect.stringMatching(/^T\d{17}$/), expect.stringMatching(/^T\d{17}$/)] })
    const third = await fm2.post(`${checker}/${sheet.id}/approve`, { rowVersion: done?.rowVersion })
    expect([third.statusCode, third.headers['x-error-code']]).toEqual([409, 'M09'])
  })

  it('an approval keeps nothing when one line fails, tells which, and leaves the sheet waiting', async () => {
    await forbidDebt(2)
    const deduct = { ...add, adjustKind: '2', reasonCode: '203' }
    const sheet = await submitted({ ...deduct, lines: [line(1, 10), line(2, 50)] })
    const other = await submitted({ ...deduct, lines: [line(2, 20)] })
    expect((await approve(fm, other)).statusCode).toBe(200)
    const refused = await approve(fm, sheet)
    expect([refused.statusCode, refused.body]).toEqual([409, '第 2 列點數不足。'])
    expect(await balanceOf(1)).toBe(40)
    const waiting = await fm.get(`${checker}/${sheet.id}`)
    expect(waiting.json()).toMatchObject({ status: '2', rowVersion: sheet.rowVersion })
  })

  it('an approval of a large sheet needs a further permission', async () => {
    const sheet = await submitted({ ...add, lines: [line(3, 100_001)] })
    const refused = await withoutPermission('points.adjustments.approvelarge', (modest) => approve(modest, sheet))
    expect([refused.statusCode, refused.body]).toEqual([409, '調整點數超過您的核准權限。'])
    expect((await approve(fm, sheet)).statusCode).toBe(200)
  })

  it('an approval of the accounting of a company moves its account against the platform', async () => {
    const values = {
      adjustKind: '3',
      reasonCode: '301',
      companyNo: 'C000101',
      companyAdjustment: '3',
      businessDate: today,
      description: '對帳',
    }
    const sheet = await submitted({ ...values, lines: [{ points: 77 }, { points: 5 }] })
    const done = await approve(fm, sheet)
    expect([done.statusCode, done.statusCode === 200 ? '' : done.body]).toEqual([200, ''])
    const { transactionNos } = done.json<{ transactionNos: string[] }>()
    const entries = await server.app.db
      .selectFrom('pointEntry as e')
      .innerJoin('pointTransaction as t', 't.id', 'e.transactionId')
      .select(['e.accountClass', 'e.points'])
      .where('t.transactionNo', 'in', transactionNos)
      .orderBy('t.id')
      .orderBy('e.lineNo')
      .execute()
    expect(entries).toEqual([
      { accountClass: 'DEDUCT', points: 77 },
      { accountClass: 'PLATFORM', points: -77 },
      { accountClass: 'DEDUCT', points: 5 },
      { accountClass: 'PLATFORM', points: -5 },
    ])
  })

  it('tells beforehand that a closed period will not take it', async () => {
    const month = today.slice(0, 7)
    const { id } = await server.app.db
      .selectFrom('companyPeriod')
      .select('id')
      .where('companyNo', '=', 'C000101')
      .where('stream', '=', 'MONTH')
      .where('startDate', '=', `${month}-01`)
      .executeTakeFirstOrThrow()
    await server.app.db
      .updateTable('companyPeriod')
      .set({ status: '2', closedAt: new Date(), closedBy: 'test' })
      .where('id', '=', id)
      .execute()
    const answer = await ops.post(maker, { ...add, lines: [line(0, 1)] })
    const hint = decodeURIComponent(String(answer.headers['x-message-text']))
    expect(hint).toMatch(/^該帳期已關帳，將入帳至 \d{6}。$/)
    expect(hint).not.toContain(month.replace('-', ''))
  })

  it('an approval leaves a ledger that holds', async () => {
    const results = await verifyLedger(server.app.db)
    expect(results.filter((result) => result.violations > 0)).toEqual([])
  })
})
