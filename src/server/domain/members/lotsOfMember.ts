import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { MemberLots } from '../../../answers/members.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** Most lots of one answer; the lots of a member with more are looked up in the list. */
const lotsMax = 500

const columns = [
  { field: 'expireDate', title: '到期日', format: 'date' },
  { field: 'remainingPoints', title: '剩餘點數', format: 'points' },
  { field: 'issuedPoints', title: '發點', format: 'points' },
  { field: 'issuerCompanyNo', title: '發點特約商', format: 'text', dictionary: 'Company' },
  { field: 'activityCode', title: '活動代碼', format: 'text' },
  { field: 'effectiveDate', title: '生效日', format: 'date' },
  { field: 'transactionNo', title: '交易編號', format: 'text' },
] as const

type Answer = Static<typeof MemberLots>
type Lot = Answer['lots']['rows'][number]

/** 點數效期 of one member as an answer that the screen shows: what is left, and until when, first to expire first. The sum is of all. */
export async function lotsOfMember(db: Executor, memberNo: string): Promise<Answer> {
  const { rows } = await sql<Lot & { readonly wholePoints: number }>`
    select expire_date as "expireDate", remaining_points as "remainingPoints", issued_points as "issuedPoints",
      issuer_company_no as "issuerCompanyNo", activity_code as "activityCode", effective_date as "effectiveDate",
      transaction_no as "transactionNo", (sum(remaining_points) over ())::bigint as "wholePoints"
    from member_lot where member_no = ${memberNo} order by expire_date, effective_date, id limit ${lotsMax}
  `.execute(db.withoutPlugins())
  const lots = rows.map(({ wholePoints: _, ...lot }) => lot)
  return {
    remaining: { title: '剩餘點數合計', value: (rows[0]?.wholePoints ?? 0).toLocaleString('en-US') },
    lots: { title: lots.length < lotsMax ? '點數效期' : `點數效期（最先到期的 ${lotsMax} 筆）`, columns, rows: lots },
  }
}
