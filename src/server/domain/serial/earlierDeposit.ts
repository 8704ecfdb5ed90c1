import { sql } from 'kysely'
import type { Executor } from '../../platform/database/tables.ts'
import { depositWork } from './depositSerial.ts'
import type { RedeemableCodeRef } from './redeemableCodes.ts'

/** What the deposit answered when it was made. */
export interface EarlierDeposit {
  readonly depositedPoints: number
  readonly balance: number
  readonly transactionNo: string
  readonly expireDate: string
  readonly depositedAt: Date
}

/**
 * The deposit into the account of a member that used a serial or card up. Whoever lost the answer sends the serial again, and gets this
 * one: "spent" would look as if somebody else had taken the points.
 *
 * @returns null when its last points went elsewhere
 */
export async function findEarlierDeposit(
  db: Executor,
  { kind, id }: RedeemableCodeRef,
  corporateNo: string,
): Promise<EarlierDeposit | null> {
  const { rows } = await sql<EarlierDeposit>`
    select t.transaction_no, t.posted_at as deposited_at, e.points as deposited_points, e.balance_after as balance, l.expire_date
    from (
      select id, use_kind from serial_use where bearer_kind = ${kind} and bearer_id = ${id} order by id desc limit 1
    ) u
    join posting_source s on s.source = ${depositWork} and s.source_id = u.id::text
    join point_transaction t on t.id = s.transaction_id and t.corporate_no = ${corporateNo}
    join point_entry e on e.transaction_id = t.id and e.points > 0
    join point_lot l on l.transaction_id = t.id
    where u.use_kind = 'deposit'`.execute(db)
  return rows[0] ?? null
}
