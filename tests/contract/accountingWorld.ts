import { sql } from 'kysely'
import type { SaleRule } from '../../src/server/domain/points/domain/saleRule.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const rule: Omit<SaleRule, 'extraRoom'> = {
  ...{ pointPart: 0, extra: null, activities: [], effectiveDelayDays: 0 },
  expiry: { rule: '2', months: 60 },
  reward: { kind: 'perSpend', spendAmount: 1, rewardPoints: 1, rounding: 'floor', excludePointPart: true, minSpend: 0, maxPoints: null },
}

export interface Posted {
  readonly transactionId: number
  readonly transactionNo: string
}

/** A server with demo data, the users of accounting, and a member who buys. */
export interface AccountingWorld {
  readonly server: TestServer
  readonly fin: TestSession
  readonly fm: TestSession
  readonly companyNo: string
  readonly memberNo: string
  /** Place and time of a posting; `date` is YYYY-MM-DD. */
  contextOn(date: string, retailStoreNo?: string): ReturnType<typeof contextOf>
  /** One point per NT$, unless the sale says otherwise. */
  issue(date: string, amount: number, sale?: { readonly retailStoreNo?: string; readonly rule?: Partial<SaleRule> }): Promise<Posted>
  takeBack(date: string, sale: Posted, points: number): Promise<void>
  /** The row of a company and month in 月結關帳作業. */
  month(companyNo: string, periodNo: string): Promise<Row>
  /** A step on such a row, with the version that was read. */
  step(person: TestSession, row: Row, name: string, input?: object): ReturnType<TestSession['post']>
}

const months = '/api/accounting/statement_close'

export async function startAccountingWorld(): Promise<AccountingWorld> {
  const server = await startTestServer({ demo: true })
  const { db } = server.app
  const [companyNo, memberNo] = ['C000777', '889999999991']
  await copyCompany(server, 'C000101', companyNo)
  await sql`insert into member (member_no, mobile, member_name, registered_at) values (${memberNo}, '0999123457', '林測試', now())`.execute(
    db,
  )
  const fin = await signIn(server, 'fin01')
  let works = 0
  const contextOn = (date: string, retailStoreNo: string | null = null) => {
    works += 1
    return contextOf({ date, companyNo, retailStoreNo, workId: String(works) })
  }
  return {
    ...{ server, fin, companyNo, memberNo, contextOn },
    fm: await signIn(server, 'fm01'),
    async issue(date, amount, { retailStoreNo, rule: own } = {}) {
      const sale = { context: contextOn(date, retailStoreNo), memberNo, amount, rule: { ...rule, ...own } }
      const { posted } = await ledger.run(db, (trx) => ledger.issue(trx, sale))
      if (!posted) throw new Error('nothing was posted')
      return { transactionId: Number(posted.transactionId), transactionNo: posted.transactionNo }
    },
    async takeBack(date, { transactionId }, points) {
      const request = { kind: 'points', points } as const
      const limit = { limitPoints: 10_000_000, overLimitAction: '1' } as const
      const back = { context: contextOn(date), original: { transactionId }, request, limit, acceptPartial: false }
      await ledger.run(db, (trx) => ledger.issueReturn(trx, back))
    },
    async month(company, periodNo) {
      const answer = await fin.get(`${months}/0/5?companyNo=${company}&periodNo=${periodNo}`)
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json<{ rows: Row[] }>().rows[0] as Row
    },
    step: (person, row, name, input = {}) => person.post(`${months}/${row.id}/${name}`, { rowVersion: row.rowVersion, ...input }),
  }
}

/** A new company with an outlet, whose months are untouched. */
async function copyCompany({ app }: TestServer, from: string, to: string): Promise<void> {
  const copy = async (table: string, changes: object, where: string) => {
    await sql`
      insert into ${sql.table(table)}
      select (jsonb_populate_record(t, ${JSON.stringify(changes)}::jsonb || jsonb_build_object('id', random_id()))).*
      from ${sql.table(table)} t where ${sql.raw(where)} limit 1`.execute(app.db)
  }
  await copy(
    'company',
    { company_no: to, tax_number: '00077701', company_short_name: '帳務測試', contract_start_date: '2024-01-01' },
    `company_no = '${from}'`,
  )
  await copy('retail_store', { company_no: to, retail_store_no: 'R077701', partner_store_code: 'T77701' }, `company_no = '${from}'`)
}

function contextOf(place: { date: string; companyNo: string; retailStoreNo: string | null; workId: string }) {
  const { date, workId, ...where } = place
  return {
    ...{ ...where, now: new Date(), businessAt: new Date(`${date}T04:00:00Z`), createdBy: 'test' },
    source: { work: 'accountingWorld', workId },
  }
}
