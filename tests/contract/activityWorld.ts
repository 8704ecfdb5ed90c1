import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Cell } from '../../src/server/records/export/cells.ts'
import { workbookOf } from '../../src/server/records/testing/workbookOf.ts'
import { postFile } from '../support/files.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { makerAndChecker, signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

export const activities = '/api/activity/activity'
export const audits = '/api/activity/activityadjustments'
export const histories = '/api/activity/activity_history'

const names = ['mkt01', 'ops01', 'ops02', 'fm01', 'cs01', 'aud01', 'mer01', 'fin01', 'admin'] as const
const dayMs = 86_400_000
export const inDays = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * dayMs).toISOString()

export const draft = (changes: object = {}) => ({
  ...{ activityName: '測試活動', companyNo: 'C000101', activityType: '2', costBearer: '1', fixedPoints: 50, minAmount: 500 },
  ...{ startAt: inDays(1), endAt: inDays(30), storeScope: '1', memberScope: '1', requireCode: true, budgetPoints: 5000, expiryRule: '1' },
  ...changes,
})
/** What makes a draft one that multiplies, or one for a list, without what only the others have. */
export const multiplying = { activityType: '1', fixedPoints: null, minAmount: null }
export const forList = { activityType: '4', fixedPoints: 100, minAmount: null, requireCode: false }

type People = Readonly<Record<(typeof names)[number], TestSession>>

/** A server with the demo data, and what people do with campaigns there. */
export class ActivityWorld {
  readonly server: TestServer
  readonly people: People
  /** May write as well as decide: only the rule of two people stands between. */
  readonly both: TestSession

  private constructor(server: TestServer, people: People, both: TestSession) {
    this.server = server
    this.people = people
    this.both = both
  }

  static async open(): Promise<ActivityWorld> {
    const server = await startTestServer({ demo: true })
    const sessions: [string, TestSession][] = []
    for (const name of names) sessions.push([name, await signIn(server, name)])
    const people = Object.fromEntries(sessions) as People
    return new ActivityWorld(server, people, await signInWriterAndApprover(server, people.admin))
  }

  async create(changes: object = {}, session = this.people.mkt01): Promise<Row> {
    const answer = await session.post(activities, draft(changes))
    expect([answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([201, ''])
    return answer.json<Row>()
  }

  async read(id: number): Promise<Row> {
    return (await this.people.ops01.get(`${activities}/${id}`)).json<Row>()
  }

  async step(session: TestSession, row: Row, name: string, input: object = {}) {
    return session.post(`${activities}/${row.id}/${name}`, { rowVersion: (await this.read(row.id)).rowVersion, ...input })
  }

  /** The request about a campaign that waits for a decision. */
  async waiting(row: Row): Promise<Row> {
    const url = `${audits}/0/25?status=2&activityCode=${row.activityCode}`
    return (await this.people.ops01.get(url)).json<{ rows: Row[] }>().rows[0] as Row
  }

  async decide(session: TestSession, row: Row, name: 'approve' | 'reject' | 'withdraw', input: object = {}) {
    const request = await this.waiting(row)
    return session.post(`${audits}/${request.id}/${name}`, { rowVersion: request.rowVersion, ...input })
  }

  async approved(changes: object = {}): Promise<Row> {
    const row = await this.create(changes)
    expect((await this.step(this.people.mkt01, row, 'submit')).statusCode).toBe(200)
    expect((await this.decide(this.people.ops01, row, 'approve')).statusCode).toBe(200)
    return this.read(row.id)
  }

  /** Moves the start of an approved campaign into the past, as time would. */
  async running(changes: object = {}): Promise<Row> {
    const row = await this.approved(changes)
    await sql`update activity set start_at = now() - interval '2 days' where id = ${row.id}`.execute(this.server.database.db)
    return this.read(row.id)
  }

  async change(session: TestSession, row: Row, changes: object) {
    const { rowVersion } = await this.read(row.id)
    return session.put(`${activities}/${row.id}`, { rowVersion, changeReason: '測試變更', ...changes })
  }

  async historyOf(row: Row): Promise<readonly Row[]> {
    const url = `${histories}/0/100?activityCode=${row.activityCode}&sort=occurredAt`
    return (await this.people.ops01.get(url)).json<{ rows: Row[] }>().rows
  }

  async memberNos(count: number): Promise<readonly string[]> {
    const members = this.server.app.db.selectFrom('member').select('memberNo').where('status', '=', '1')
    return (await members.orderBy('memberNo').limit(count).execute()).map(({ memberNo }) => memberNo)
  }

  async importList(row: Row, lines: Iterable<readonly Cell[]>, { session = this.people.mkt01, check = false } = {}) {
    return postFile(session, `${activities}/${row.id}/members${check ? '?check=true' : ''}`, await workbookOf(lines))
  }
}

/** A user of a role that holds both the permissions to write campaigns and to decide on them. */
async function signInWriterAndApprover(server: TestServer, admin: TestSession): Promise<TestSession> {
  await makerAndChecker(server, admin)
  const writing = ['view', 'create', 'edit', 'submit'].map((action) => `activity.activity.${action}`)
  const permissions = [...writing, 'activity.activityadjustments.view', 'activity.activityadjustments.approve']
  await sql`
    insert into app_role (role_code, role_name, user_type, permissions)
    values ('ACTALL', '活動全權', '1', ${JSON.stringify(permissions)}::jsonb)`.execute(server.database.db)
  await sql`update app_user set roles = '["ACTALL"]' where user_name = 'both01'`.execute(server.database.db)
  return signIn(server, 'both01', 'Xiao!58231y')
}
