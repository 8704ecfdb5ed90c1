import { sql } from 'kysely'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { workbookOf } from '../../src/server/records/testing/workbookOf.ts'
import { postFile } from '../support/files.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

export const bankScreen = '/api/accounting/ctbc_period_statement'
export const bankHeadings = ['交易日', '卡號後四碼', '外部交易序號', '類別', '點數', '金額']

export type Cells = readonly (string | number | null)[]

/** A bank of its own whose cycles nobody has touched, with two members: one card each, and one of them has a second. */
export interface BankWorld {
  readonly server: TestServer
  readonly fin: TestSession
  readonly fm: TestSession
  readonly bankNo: string
  readonly members: readonly { readonly memberNo: string; readonly cards: readonly string[] }[]
  /** A posting of the bank's own programme, on a day of the cycle that `date` lies in. */
  convert(
    date: string,
    externalTxnNo: string,
    posting: { readonly points: number; readonly member?: number; readonly isOut?: boolean },
  ): Promise<number>
  /** The row of a cycle on 中國信託期別對帳單. */
  period(periodNo: string): Promise<Row>
  send(person: TestSession, period: Row, file: Uint8Array, check?: boolean): ReturnType<TestSession['post']>
  import(period: Row, rows: readonly Cells[]): Promise<void>
  lines(period: Row, view?: string): Promise<readonly Row[]>
  step(person: TestSession, period: Row, name: string, input?: object): ReturnType<TestSession['post']>
  handle(person: TestSession, line: Row, input: object): ReturnType<TestSession['post']>
}

export const xlsxOf = (rows: readonly Cells[], headings: Cells = bankHeadings): Promise<Uint8Array<ArrayBuffer>> =>
  workbookOf([headings, ...rows])

export function csvOf(rows: readonly Cells[], headings: Cells = bankHeadings): Uint8Array {
  return new TextEncoder().encode([headings, ...rows].map((row) => row.map((cell) => cell ?? '').join(',')).join('\r\n'))
}

export async function startBankWorld(): Promise<BankWorld> {
  const server = await startTestServer({ demo: true })
  const { db } = server.app
  const bankNo = 'C000779'
  await sql`
    insert into company
    select (jsonb_populate_record(c, ${JSON.stringify({
      ...{ company_no: bankNo, tax_number: '00077901', company_short_name: '測試銀行', contract_start_date: '2024-01-01', cycle_day: 25 },
    })}::jsonb || jsonb_build_object('id', random_id()))).* from company c where company_no = 'C000900'`.execute(db)
  const members = [
    { memberNo: '889999999901', cards: ['4000000000001234'] },
    { memberNo: '889999999902', cards: ['4000000000005678', '4000000000009999'] },
  ]
  for (const [index, { memberNo, cards }] of members.entries()) {
    await sql`insert into member (member_no, mobile, member_name, registered_at)
      values (${memberNo}, ${`099912345${index}`}, '林測試', now())`.execute(db)
    for (const card of cards) {
      await sql`insert into member_card (member_no, card_no, bound_at) values (${memberNo}, ${card}, '2024-01-01')`.execute(db)
    }
  }
  const fin = await signIn(server, 'fin01')
  const checked = (answer: Awaited<ReturnType<TestSession['get']>>) => {
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
    return answer
  }
  const send: BankWorld['send'] = (person, { id }, file, check = false) =>
    postFile(person, `${bankScreen}/${id}/bank_file${check ? '?check=true' : ''}`, new Uint8Array(file), { name: 'bank' })
  return {
    ...{ server, fin, bankNo, members, send },
    fm: await signIn(server, 'fm01'),
    async convert(date, externalTxnNo, { points, member = 0, isOut = false }) {
      const context = {
        ...{ now: new Date(), businessAt: new Date(`${date}T04:00:00Z`), createdBy: 'P0003', companyNo: bankNo, retailStoreNo: null },
        source: { platformNo: 'P0003', externalTxnNo, requestHash: externalTxnNo },
      }
      const { memberNo } = members[member] as { memberNo: string }
      const input = { context, memberNo, points, unitPrice: 0.98 }
      const expireDate = addDays(taipeiDate(new Date()), 400)
      const { posted } = await ledger.run(db, async (trx) =>
        isOut ? { ...(await ledger.convertOut(trx, input)) } : { ...(await ledger.convertIn(trx, { ...input, expireDate })) },
      )
      return Number(posted.transactionId)
    },
    async period(periodNo) {
      const { rows } = checked(await fin.get(`${bankScreen}/0/5?companyNo=${bankNo}&periodNo=${periodNo}`)).json<{ rows: Row[] }>()
      return rows[0] as Row
    },
    async import(period, rows) {
      checked(await send(fin, period, await xlsxOf(rows)))
    },
    async lines(period, view) {
      const path = `${bankScreen}/${period.id}/children/bankLines/0/100${view === undefined ? '' : `?view=${view}`}`
      return checked(await fin.get(path)).json<{ rows: Row[] }>().rows
    },
    step: (person, period, name, input = {}) =>
      person.post(`${bankScreen}/${period.id}/${name}`, { rowVersion: period.rowVersion, ...input }),
    handle: (person, line, input) =>
      person.post(`${bankScreen}/bank_lines/${line.id}/reconcile`, { rowVersion: line.rowVersion, ...input }),
  }
}
