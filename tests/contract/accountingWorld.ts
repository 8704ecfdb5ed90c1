import { sql } from 'kysely'
import { feeType, settingStatus } from '../../src/rules/codes.generated.ts'
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
  /** A sale to post in a transaction of one's own: one point per NT$. */
  sale(companyNo: string, date: string, amount: number): Parameters<typeof ledger.issue>[1]
  /** Begins a month of a company that has none yet. */
  beginMonth(companyNo: string, periodNo: string): Promise<void>
  /** Three new companies of a group whose points are added up for their tiers. */
  group(): Promise<readonly string[]>
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
    sale(company, date, amount) {
      works += 1
      return { context: contextOf({ date, companyNo: company, retailStoreNo: null, workId: String(works) }), memberNo, amount, rule }
    },
    async beginMonth(company, periodNo) {
      const [year, month] = [periodNo.slice(0, 4), periodNo.slice(4)]
      await sql`
        insert into company_period (company_no, stream, period_no, start_date, end_date)
        select ${company}, 'MONTH', ${periodNo}, d.day, (d.day + interval '1 month - 1 day')::date
        from (select ${`${year}-${month}-01`}::date as day) d
        on conflict do nothing`.execute(db)
    },
    async group() {
      const members = ['C000781', 'C000782', 'C000783']
      const { rows } = await sql`select 1 from company where company_no = ${members[0]}`.execute(db)
      if (rows.length > 0) return members
      for (const [index, member] of members.entries()) await copyCompany(server, 'C000101', member, index + 2)
      await copyGroup(server, members)
      return members
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
async function copyCompany({ app }: TestServer, from: string, to: string, index = 1): Promise<void> {
  const copy = async (table: string, changes: object, where: string) => {
    await sql`
      insert into ${sql.table(table)}
      select (jsonb_populate_record(t, ${JSON.stringify(changes)}::jsonb || jsonb_build_object('id', random_id()))).*
      from ${sql.table(table)} t where ${sql.raw(where)} limit 1`.execute(app.db)
  }
  await copy(
    'company',
    {
      company_no: to,
      tax_number: `0007770${index}`,
      company_short_name: index === 1 ? '帳務測試' : `帳務測試${index}`,
      contract_start_date: '2024-01-01',
    },
    `company_no = '${from}'`,
  )
  await copy(
    'retail_store',
    { company_no: to, retail_store_no: `R07770${index}`, partner_store_code: `T7770${index}` },
    `company_no = '${from}'`,
  )
}

/** Makes companies a group that has a monthly discount of its own. */
async function copyGroup({ app }: TestServer, members: readonly string[]): Promise<void> {
  const joined = JSON.stringify(members.map((companyNo) => ({ companyNo, joinDate: '2024-01-01', leaveDate: null })))
  await sql`
    insert into company_group
    select (jsonb_populate_record(g, jsonb_build_object('id', random_id(), 'company_group_no', 'G00078', 'company_group_name', '測試集團', 'parent_company_no', ${String(members[0])}::text,
      'members', ${joined}::jsonb))).*
    from company_group g where g.combine_discount limit 1`.execute(app.db)
  // Each member has a discount of its own, at a tier that all of them reach together.
  for (const [index, companyNo] of members.entries())
    await sql`
      insert into company_discount
      select (jsonb_populate_record(d, jsonb_build_object('id', random_id(), 'discount_no', ${`MD20240100${97 + index}`}::text,
        'company_no', ${companyNo}::text, 'start_month', '202401', 'end_month', '209912'))).*
      from company_discount d where d.combine_group and d.fee_type = ${feeType.issue} and d.status = ${settingStatus.approved} limit 1`.execute(
      app.db,
    )
}

function contextOf(place: { date: string; companyNo: string; retailStoreNo: string | null; workId: string }) {
  const { date, workId, ...where } = place
  return {
    ...{ ...where, now: new Date(), businessAt: new Date(`${date}T04:00:00Z`), createdBy: 'test' },
    source: { work: 'accountingWorld', workId },
  }
}
