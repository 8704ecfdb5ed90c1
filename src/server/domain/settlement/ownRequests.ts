import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { RequestPage, RequestStage } from '../../../answers/settlement.ts'
import { orderSource, paymentStatus, serialBatchStatus } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { isUntouched } from './pointRequests.ts'
import { requestTexts } from './settlementRules.ts'

type OwnRequest = Static<typeof RequestPage>['rows'][number]

interface StoredRequest extends Omit<OwnRequest, 'stage' | 'isPaid' | 'reason' | 'canWithdraw'> {
  readonly status: string
  readonly rowVersion: number
  readonly paymentStatus: string
  readonly rejectReason: string | null
  readonly voidReason: string | null
}

/** The requests of a member, the newest first. */
export async function readOwnRequests(
  db: Executor,
  corporateNo: string,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly totalCount: number; readonly rows: readonly OwnRequest[] }> {
  const own = sql`from corporate_settlement where corporate_no = ${corporateNo} and order_source = ${orderSource.member}`
  const { rows } = await sql<StoredRequest>`
    select settlement_no, created_at as requested_at, delivery_method, points_per_serial, quantity, total_points, purpose, status,
      row_version, payment_status, reject_reason, void_reason, case when approved_at is not null then total_amount end as total_amount
    ${own} order by created_at desc, settlement_no desc limit ${page.limit} offset ${page.offset}`.execute(db)
  const counted = await sql<{ count: number }>`select count(*)::int as count ${own}`.execute(db)
  return { totalCount: counted.rows[0]?.count ?? 0, rows: rows.map(present) }
}

function present({ status, rowVersion, paymentStatus: payment, rejectReason, voidReason, ...shown }: StoredRequest): OwnRequest {
  const stage = stageOf({ status, rowVersion, voidReason })
  return {
    ...shown,
    totalAmount: shown.totalAmount === null ? null : Number(shown.totalAmount),
    stage,
    isPaid: payment === paymentStatus.paid,
    reason: stage === 'returned' ? rejectReason : stage === 'void' ? voidReason : null,
    canWithdraw: isUntouched({ status, rowVersion }),
  }
}

/** Drafts that staff work on and orders that wait for approval are one to the member. */
function stageOf({ status, rowVersion, voidReason }: Pick<StoredRequest, 'status' | 'rowVersion' | 'voidReason'>): RequestStage {
  if (status === serialBatchStatus.draft) return isUntouched({ status, rowVersion }) ? 'received' : 'processing'
  if (status === serialBatchStatus.void) return voidReason === requestTexts.withdrawn ? 'withdrawn' : 'void'
  return stages[status] ?? 'processing'
}

const stages: Readonly<Record<string, RequestStage>> = {
  [serialBatchStatus.approved]: 'approved',
  [serialBatchStatus.generated]: 'generated',
  [serialBatchStatus.delivered]: 'delivered',
  [serialBatchStatus.settled]: 'delivered',
  [serialBatchStatus.rejected]: 'returned',
}
