import { sql } from 'kysely'
import { type MonthRunKind, monthRunKind, statementStatus, userActionType } from '../../../../rules/codes.generated.ts'
import { lastDateOfMonth, taipeiDate } from '../../../../rules/dates.ts'
import type { Actor } from '../../../platform/actor.ts'
import { writeUserAction } from '../../../platform/audit.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { textError } from '../../../platform/errors.ts'
import { nextDatedNumber } from '../../numbers.ts'
import { readNumber } from '../../settings/public.ts'
import { notOverText } from '../statement/closeChecks.ts'

export interface WantedRun {
  readonly periodNo: string
  readonly kind: MonthRunKind
}

/**
 * Starts a run over all open periods of a calendar month. It covers the companies that have an open period now.
 *
 * @returns its id and number
 * @throws 409 before the month can be closed, when no period is open, or while another run of the month has not ended
 */
export async function startMonthRun(
  trx: Trx,
  { periodNo, kind }: WantedRun,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<{ readonly id: number; readonly runNo: string }> {
  if (kind === monthRunKind.close) await assertOver(trx, periodNo, taipeiDate(now))
  const runNo = await nextDatedNumber(trx, 'MR', taipeiDate(now), 4)
  const run = await trx
    .insertInto('monthRun')
    .values({ runNo, periodNo, kind, requestedBy: actor.userName, requestedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!run) throw textError(409, '此帳期的整月作業正在執行，請至「整月作業紀錄」查看進度。')
  const { rows } = await sql<{ count: number }>`
    with added as (
      insert into month_run_verdict (run_id, period_id, company_no)
      select ${run.id}, id, company_no from company_period
      where stream = 'MONTH' and period_no = ${periodNo} and status = ${statementStatus.open}
      returning 1
    )
    select count(*)::int as count from added`.execute(trx)
  if (rows[0]?.count === 0) throw textError(409, '此帳期沒有未關帳的特約商。')
  const action = `${kind === monthRunKind.close ? '整月關帳' : '整月試算'} ${periodNo}`
  await writeUserAction(trx, { actor, userActionType: userActionType.other, action, entity: 'monthRun', entityId: run.id })
  return { id: run.id, runNo }
}

/** Before its end no period of the month can be closed. This check gives one error for the run instead of one for each company. */
async function assertOver(trx: Trx, periodNo: string, today: string): Promise<void> {
  const notOver = notOverText(lastDateOfMonth(periodNo), await readNumber(trx, 'CLOSE.GRACE_DAYS', today), today)
  if (notOver !== null) throw textError(409, notOver)
}
