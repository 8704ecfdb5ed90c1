import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContractStatus } from '../../src/rules/codes.generated.ts'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { writeOffDueDebts } from '../../src/server/domain/debts/autoWriteOff.ts'
import { debtLimitFor } from '../../src/server/domain/debts/debtLimit.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { registerMember } from '../../src/server/domain/points/members.ts'
import { verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

let server: TestServer
let ops: TestSession
let cs: TestSession
let fm: TestSession
let fm2: TestSession
let count = 0

interface Row {
  readonly id: number
  readonly rowVersion: number
  readonly status: string
  readonly [field: string]: unknown
}

const today = taipeiDate(new Date())
const debts = '/api/pending/member_pending_point'
const limits = '/api/pending/negative_restriction'

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
  cs = await signIn(server, 'cs01')
  fm = await signIn(server, 'fm01')
  fm2 = await signIn(server, 'fm02')
})

afterAll(() => server.close())

/** A new member. */
async function newMember(): Promise<string> {
  count += 1
  const person = { memberName: '測試', birthday: null, email: null, gender: null, consentVersion: null, platformNo: null }
  const mobile = `09888${String(count).padStart(5, '0')}`
  return registerMember(server.app.db, { ...person, mobile, registeredAt: new Date(), createdBy: 'test' })
}

function context(now: Date, companyNo: string) {
  count += 1
  const source = { work: 'TEST', workId: String(count) }
  return { now, businessAt: now, source, companyNo, retailStoreNo: null, createdBy: 'test' }
}

/** A member who owes points to C000101. */
async function newDebt(points: number, now = new Date()): Promise<{ memberNo: string; debt: Row }> {
  const memberNo = await newMember()
  const holder = { memberNo }
  await ledger.run(server.app.db, (trx) =>
    ledger.adjustDeduct(trx, { context: context(now, 'C000101'), holder, points, costBearer: { companyNo: 'C000101' }, limitPoints: 1000 }),
  )
  return { memberNo, debt: await debtOf(memberNo) }
}

async function debtOf(memberNo: string): Promise<Row> {
  const answer = await fm.get(`${debts}/0/1?memberNo=${memberNo}`)
  const { rows } = answer.json<{ rows: Row[] }>()
  if (!rows[0]) throw new Error(`no debt of ${memberNo}`)
  return rows[0]
}

async function repay(memberNo: string, points: number): Promise<void> {
  const costBearer = { companyNo: null }
  const expireDate = addDays(today, 100)
  await ledger.run(server.app.db, (trx) =>
    ledger.adjustAdd(trx, { context: context(new Date(), 'C000101'), holder: { memberNo }, points, costBearer, expireDate }),
  )
}

const ask = (row: Row, bearer = '2') => cs.post(`${debts}/${row.id}/writeoff`, { rowVersion: row.rowVersion, bearer, writeOffReason: '1' })
const approve = (session: TestSession, row: Row) => session.post(`${debts}/${row.id}/approve`, { rowVersion: row.rowVersion })

async function asked(points: number, bearer?: string): Promise<{ memberNo: string; debt: Row }> {
  const { memberNo, debt } = await newDebt(points)
  const answer = await ask(debt, bearer)
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return { memberNo, debt: answer.json<Row>() }
}

/** The lines of the write-off of a debt. */
async function linesOf(debt: Row) {
  const { rows } = await sql<{ accountClass: string; points: number; companyNo: string }>`
    select e.account_class, e.points, e.company_no from posting_source s join point_entry e on e.transaction_id = s.transaction_id
    where s.source = 'NEG_WRITEOFF' and s.source_id = ${debt.pendingNo} order by e.line_no`.execute(server.app.db)
  return rows
}

describe('a debt', () => {
  it('a debt is written off by a second person, once, also when two approve at the same time', async () => {
    const { memberNo, debt } = await asked(120)
    expect(debt).toMatchObject({ status: '4', bearer: '2', submittedBy: 'cs01' })
    expect((await approve(cs, debt)).statusCode).toBe(403)
    const answers = await Promise.all([approve(fm, debt), approve(fm2, debt)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
    expect(await debtOf(memberNo)).toMatchObject({ status: '5', writtenOffPoints: 120, outstandingPoints: 0 })
    expect(await linesOf(debt)).toEqual([
      { accountClass: 'MEMBER', points: 120, companyNo: 'C000000' },
      { accountClass: 'WRITEOFF', points: -120, companyNo: 'C000000' },
    ])
  })

  it('a debt is billed to the company when it bears it', async () => {
    const { debt } = await asked(30, '1')
    expect((await approve(fm, debt)).statusCode).toBe(200)
    expect((await linesOf(debt))[1]).toEqual({ accountClass: 'WRITEOFF', points: -30, companyNo: 'C000101' })
  })

  it('a debt is not approved by who asked', async () => {
    const { debt } = await asked(10)
    await server.app.db
      .updateTable('memberPendingPoint')
      .set({ submittedBy: 'fm01' } as never)
      .where('id', '=', debt.id)
      .execute()
    const answer = await approve(fm, debt)
    expect([answer.statusCode, answer.body]).toEqual([409, '審核人員不可與申請人員相同。'])
  })

  it('a debt goes on being repaid while it waits; the write-off covers what is left, a rejection what it is by then', async () => {
    const first = await asked(100)
    await repay(first.memberNo, 40)
    const stale = await approve(fm, first.debt)
    expect([stale.statusCode, stale.headers['x-error-code']]).toEqual([409, 'M10'])
    expect((await approve(fm, await debtOf(first.memberNo))).statusCode).toBe(200)
    expect(await debtOf(first.memberNo)).toMatchObject({ status: '5', repaidPoints: 40, writtenOffPoints: 60 })
    const second = await asked(100)
    await repay(second.memberNo, 1)
    const { id, rowVersion } = await debtOf(second.memberNo)
    const bare = await fm.post(`${debts}/${id}/reject`, { rowVersion })
    expect([bare.statusCode, bare.json()]).toEqual([400, { rejectReason: '退回原因 必填' }])
    const rejected = await fm.post(`${debts}/${id}/reject`, { rowVersion, rejectReason: '請先聯絡會員' })
    expect(rejected.json()).toMatchObject({ status: '2', bearer: null, rejectReason: '請先聯絡會員' })
  })

  it('a debt that is settled cannot be asked for', async () => {
    const { memberNo } = await newDebt(5)
    await repay(memberNo, 5)
    const settled = await debtOf(memberNo)
    expect(settled.status).toBe('3')
    const answer = await ask(settled)
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([409, 'M09'])
  })

  it('a debt is never borne by a company whose contract has ended', async () => {
    const { debt } = await newDebt(8)
    const before = await server.app.db
      .selectFrom('company')
      .select('contractStatus')
      .where('companyNo', '=', 'C000101')
      .executeTakeFirstOrThrow()
    const set = (contractStatus: ContractStatus) =>
      server.app.db.updateTable('company').set({ contractStatus }).where('companyNo', '=', 'C000101').execute()
    await set('9')
    const answer = await ask(debt, '1')
    await set(before.contractStatus)
    expect([answer.statusCode, answer.body]).toEqual([409, '特約商合約已終止，請改由平台負擔。'])
  })
})

describe('負點上限設定', () => {
  const values = { limitPoints: 300, overLimitAction: '2', startDate: today, endDate: addDays(today, 30) }

  async function approved(own: object): Promise<Row> {
    const created = await ops.post(limits, { ...values, ...own })
    expect([created.statusCode, created.statusCode === 201 ? '' : created.body]).toEqual([201, ''])
    const { id, rowVersion } = created.json<Row>()
    const waiting = await ops.post(`${limits}/${id}/submit`, { rowVersion })
    const done = await fm.post(`${limits}/${id}/approve`, { rowVersion: waiting.json<Row>().rowVersion })
    expect([done.statusCode, done.statusCode === 200 ? '' : done.body]).toEqual([200, ''])
    return done.json<Row>()
  }

  it("負點上限設定 takes the member's own before the company's before the system's", async () => {
    const memberNo = await newMember()
    const limit = (companyNo: string | null, on = today) => debtLimitFor(server.app.db, { memberNo, companyNo, on })
    expect(await limit('C000103')).toEqual({ limitPoints: 1000, overLimitAction: '1' })
    await approved({ scope: '2', companyNo: 'C000103' })
    expect([await limit('C000103'), await limit('C000104')]).toMatchObject([{ limitPoints: 300 }, { limitPoints: 1000 }])
    const own = await approved({ scope: '3', memberNo, limitPoints: 0 })
    expect([await limit('C000103'), await limit(null)]).toMatchObject([{ limitPoints: 0 }, { limitPoints: 0 }])
    // A stopped setting is valid until the end of its day; from the next day on the general limit applies.
    const stopped = await fm.post(`${limits}/${own.id}/stop`, { rowVersion: own.rowVersion })
    expect([stopped.statusCode, stopped.json()]).toMatchObject([200, { status: '5', endDate: today }])
    expect([await limit(null), await limit(null, addDays(today, 1))]).toMatchObject([{ limitPoints: 0 }, { limitPoints: 1000 }])
  })

  it('refuses a second setting of the same company on the same days', async () => {
    const created = await ops.post(limits, { ...values, scope: '2', companyNo: 'C000103' })
    const answer = await ops.post(`${limits}/${created.json<Row>().id}/submit`, { rowVersion: 1 })
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([409, 'M19'])
  })

  it('負點上限設定 knows its members and the days of a write-off', async () => {
    const unknown = await ops.post(limits, { ...values, scope: '3', memberNo: '880000000999' })
    expect([unknown.statusCode, unknown.json()]).toEqual([400, { memberNo: '查無會員或會員已註銷。' }])
    const days = { autoWriteOffDays: 29, autoWriteOffMaxPoints: 50, writeOffBearer: '2' }
    const short = await ops.post(limits, { ...values, scope: '2', companyNo: 'C000104', ...days })
    expect([short.statusCode, short.json()]).toEqual([400, { autoWriteOffDays: '自動沖銷天數須為 0 或 30 至 3650。' }])
  })

  it('always keeps one for the whole system, changed by a new version only', async () => {
    const page = await fm.get(`${limits}/0/1?scope=1&status=3`)
    const system = page.json<{ rows: Row[] }>().rows[0] as Row
    const stopped = await fm.post(`${limits}/${system.id}/stop`, { rowVersion: system.rowVersion })
    expect([stopped.statusCode, stopped.body]).toEqual([409, '系統預設不可停用，請以變更方式調整。'])
    const draft = (await ops.post(`${limits}/${system.id}/change`)).json<Row>()
    const edited = await ops.put(`${limits}/${draft.id}`, { rowVersion: draft.rowVersion, limitPoints: 500, endDate: addDays(today, 5) })
    expect(edited.json()).toMatchObject({ endDate: '2999-12-31', limitPoints: 500 })
    const waiting = await ops.post(`${limits}/${draft.id}/submit`, { rowVersion: edited.json<Row>().rowVersion })
    const done = await fm.post(`${limits}/${draft.id}/approve`, { rowVersion: waiting.json<Row>().rowVersion })
    expect([done.statusCode, done.json<Row>().status]).toEqual([200, '3'])
    const question = { memberNo: '880000000999', companyNo: null }
    expect(await debtLimitFor(server.app.db, { ...question, on: today })).toMatchObject({ limitPoints: 500 })
    expect(await debtLimitFor(server.app.db, { ...question, on: addDays(today, -1) })).toMatchObject({ limitPoints: 1000 })
  })

  it('writes small old debts off by itself, as the one who approved the setting allowed, once', async () => {
    const old = await newDebt(20, new Date(Date.now() - 40 * 86_400_000))
    const large = await newDebt(51, new Date(Date.now() - 40 * 86_400_000))
    const young = await newDebt(20)
    const automatic = { autoWriteOffDays: 30, autoWriteOffMaxPoints: 50, writeOffBearer: '2' }
    await approved({ scope: '2', companyNo: 'C000101', ...automatic })
    expect((await writeOffDueDebts(server.app.db, new Date())).writtenOff).toBeGreaterThanOrEqual(1)
    expect(await debtOf(old.memberNo)).toMatchObject({ status: '5', submittedBy: '系統', approvedBy: 'fm01', bearer: '2' })
    expect([(await debtOf(large.memberNo)).status, (await debtOf(young.memberNo)).status]).toEqual(['1', '1'])
    expect(await writeOffDueDebts(server.app.db, new Date())).toEqual({ writtenOff: 0 })
  })

  it('負點上限設定 leaves a ledger that holds', async () => {
    expect((await verifyLedger(server.app.db)).filter((result) => result.violations > 0)).toEqual([])
  })
})
