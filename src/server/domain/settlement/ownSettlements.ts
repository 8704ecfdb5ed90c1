import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { SettlementPage } from '../../../answers/settlement.ts'
import { cardStatus, serialBatchStatus, serialStatus } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** An order as its corporate member sees it; drafts of staff are not shown. */
export type OwnSettlement = Static<typeof SettlementPage>['rows'][number]

const shown = [
  serialBatchStatus.approved,
  serialBatchStatus.generated,
  serialBatchStatus.delivered,
  serialBatchStatus.settled,
  serialBatchStatus.void,
]

function select(corporateNo: string, now: Date) {
  return sql`
    select s.id, s.settlement_no, s.delivery_method, s.points_per_serial, s.quantity, s.total_points, s.used_points, s.remaining_points,
      (select count(*)::int from point_serial p where p.settlement_no = s.settlement_no and p.status = ${serialStatus.frozen})
        + (select count(*)::int from coupon_card c where c.settlement_no = s.settlement_no and c.status = ${cardStatus.frozen}) as frozen_count,
      s.total_amount, s.valid_from, s.valid_to, s.invoice_no, s.invoice_date, s.payment_status, s.status, s.delivered_at,
      f.downloads_max - f.download_count as downloads_left, f.valid_to as file_valid_to
    from corporate_settlement_view s
    left join serial_file f on f.holder_no = s.settlement_no and f.valid_to > ${now} and f.download_count < f.downloads_max
    where s.corporate_no = ${corporateNo} and s.status in (${sql.join(shown)}) and s.approved_at is not null`
}

/** The orders of a member, the newest first. */
export async function readOwnSettlements(
  db: Executor,
  corporateNo: string,
  page: { readonly offset: number; readonly limit: number },
  now: Date,
): Promise<{ readonly totalCount: number; readonly rows: readonly OwnSettlement[] }> {
  const own = select(corporateNo, now)
  const { rows } = await sql<OwnSettlement>`
    ${own} order by s.settlement_no desc limit ${page.limit} offset ${page.offset}`.execute(db)
  const counted = await sql<{ count: number }>`select count(*)::int as count from (${own}) as orders`.execute(db)
  return { totalCount: counted.rows[0]?.count ?? 0, rows }
}

/** One order of a member; undefined for those of others. */
export async function readOwnSettlement(
  db: Executor,
  corporateNo: string,
  settlementNo: string,
  now: Date,
): Promise<OwnSettlement | undefined> {
  const { rows } = await sql<OwnSettlement>`${select(corporateNo, now)} and s.settlement_no = ${settlementNo}`.execute(db)
  return rows[0]
}
