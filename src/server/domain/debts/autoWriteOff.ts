import { sql } from 'kysely'
import { costBearer, negativeScope, pendingStatus, settingStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { literals } from '../../platform/database/literals.ts'
import type { Database, Executor, Trx } from '../../platform/database/tables.ts'
import { LedgerRefusal, ledger } from '../points/public.ts'
import { hasContract, postWriteOff, type WriteOffOrder } from './writeOff.ts'

const system = '系統'
const batchSize = 500
/** 逾期無法追回, of the dictionary WriteOffReason. */
const reasonTooOld = 1

interface DueDebt extends WriteOffOrder {
  /** Who approved the setting that cancels it. */
  readonly settingApprovedBy: string | null
}

/**
 * Open debts that the setting in force for them cancels: old enough, and small enough. The setting of a debt is chosen as its limit is:
 * the member's before the company's before the system's.
 */
async function findDue(db: Executor, today: string, afterId: number): Promise<readonly DueDebt[]> {
  const { rows } = await sql<DueDebt>`
    select p.id, p.pending_no, p.member_no, p.company_no, p.retail_store_no, n.write_off_bearer as bearer,
      n.approved_by as setting_approved_by
    from member_pending_point p
    cross join lateral (
      select r.* from negative_restriction r
      where r.status in (${literals(settingStatus.approved, settingStatus.stopped)}) and r.start_date <= ${today} and r.end_date >= ${today}
        and (r.scope = ${sql.lit(negativeScope.system)} or (r.scope = ${sql.lit(negativeScope.company)} and r.company_no = p.company_no)
          or (r.scope = ${sql.lit(negativeScope.member)} and r.member_no = p.member_no))
      order by r.scope desc, r.start_date desc limit 1
    ) as n
    where p.id > ${afterId} and p.status in (${literals(pendingStatus.untouched, pendingStatus.partlyRepaid)}) and n.auto_write_off_days > 0
      and p.outstanding_points <= n.auto_write_off_max_points
      and (p.created_at at time zone 'Asia/Taipei')::date <= ${today}::date - n.auto_write_off_days
    order by p.id limit ${batchSize}`.execute(db)
  return rows
}

/** A company without a contract cannot be charged, so the platform bears the cost. A person would have to choose the same. */
async function payable(trx: Trx, debt: DueDebt): Promise<DueDebt> {
  if (debt.bearer !== costBearer.company || (await hasContract(trx, debt.companyNo))) return debt
  return { ...debt, bearer: costBearer.platform }
}

/** Cancels one debt; false when it was settled, or its write-off requested, meanwhile. */
async function writeOffOne(trx: Trx, due: DueDebt, now: Date): Promise<boolean> {
  const debt = await payable(trx, due)
  try {
    await postWriteOff(trx, debt, now, system)
  } catch (error) {
    if (error instanceof LedgerRefusal && error.refusal === 'E1304') return false
    throw error
  }
  await sql`
    update member_pending_point set bearer = ${debt.bearer}, write_off_reason = ${String(reasonTooOld)}, submitted_by = ${system}, submitted_at = ${now},
      approved_by = ${debt.settingApprovedBy}, approved_at = ${now}
    where id = ${debt.id}`.execute(trx)
  return true
}

/** Daily: cancels old small debts under approved settings; one transaction per debt, safe to repeat and beside any posting. */
export async function writeOffDueDebts(db: Database, now: Date): Promise<{ writtenOff: number }> {
  let writtenOff = 0
  let afterId = 0
  for (;;) {
    const due = await findDue(db, taipeiDate(now), afterId)
    for (const debt of due) {
      if (await ledger.run(db, (trx) => writeOffOne(trx, debt, now))) writtenOff += 1
      afterId = debt.id
    }
    if (due.length < batchSize) return { writtenOff }
  }
}
