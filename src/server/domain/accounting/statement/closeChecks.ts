import { sql } from 'kysely'
import { companyChangeStatus, remarkStatus, severity, statementStatus } from '../../../../rules/codes.generated.ts'
import { addDays } from '../../../../rules/dates.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { readNumber, readParameter } from '../../settings/public.ts'

interface PeriodFacts {
  readonly id: number
  readonly companyShortName: string
  readonly endDate: string
  /** The latest earlier period of the company and stream that is still open; null when there is none. */
  readonly openBefore: string | null
  readonly remarkCount: number
  readonly changeCount: number
  /** Of the bank's file, as it compares with the entries of this moment. */
  readonly differenceCount: number
  /** The named bank has points in the period and no file yet. */
  readonly isFileMissing: boolean
}

/**
 * Finds what prevents periods from being closed (domain 3.5): for each period id, one text for each condition that does not hold, and no
 * text when it can be closed. Each member of a group is checked by itself here.
 *
 * @param today YYYY-MM-DD in Taipei
 */
export async function readHindrances(
  db: Executor,
  ids: readonly number[],
  today: string,
): Promise<ReadonlyMap<number, { readonly companyShortName: string; readonly texts: readonly string[] }>> {
  if (ids.length === 0) return new Map()
  const graceDays = await readNumber(db, 'CLOSE.GRACE_DAYS', today)
  const facts = await readFacts(db, ids, await readParameter(db, 'CTBC.COMPANY_NO', today))
  return new Map(
    facts.map((period) => [period.id, { companyShortName: period.companyShortName, texts: hindrancesOf(period, graceDays, today) }]),
  )
}

/** Why a period that ends on a day cannot be closed yet; null when its grace days are over. Both dates are YYYY-MM-DD. */
export function notOverText(endDate: string, graceDays: number, today: string): string | null {
  const firstDay = addDays(endDate, graceDays + 1)
  return today < firstDay ? `帳期尚未結束，${firstDay} 起可關帳。` : null
}

function hindrancesOf(facts: PeriodFacts, graceDays: number, today: string): readonly string[] {
  const { endDate, openBefore, remarkCount, changeCount, differenceCount, isFileMissing } = facts
  const notOver = notOverText(endDate, graceDays, today)
  return [
    ...(notOver === null ? [] : [notOver]),
    ...(openBefore === null ? [] : [`前一帳期 ${openBefore} 尚未關帳。`]),
    ...(remarkCount > 0 ? [`尚有 ${remarkCount} 筆高嚴重度異常點數未處理。`] : []),
    ...(changeCount > 0 ? ['特約商有待審核的異動申請。'] : []),
    ...(isFileMissing ? ['尚未匯入銀行檔。'] : []),
    ...(differenceCount > 0 ? [`尚有 ${differenceCount} 筆差異未處理。`] : []),
  ]
}

/** @param bankNo the bank whose statement is compared with its file (domain 4.11); others may close without one */
async function readFacts(db: Executor, ids: readonly number[], bankNo: string | null): Promise<readonly PeriodFacts[]> {
  const { rows } = await sql<PeriodFacts>`
    select p.id, c.company_short_name, p.end_date,
      (select o.period_no from company_period o
        where o.company_no = p.company_no and o.stream = p.stream and o.start_date < p.start_date and o.status = ${statementStatus.open}
        order by o.start_date desc limit 1) as open_before,
      (select count(*)::int from aberrant_point_remark r
        where r.period_id = p.id and r.severity = ${severity.high}
          and r.status = ${remarkStatus.open}) as remark_count,
      (select count(*)::int from change_request q
        where q.entity = 'company' and q.record_id = c.id and q.status = ${companyChangeStatus.open}
          and q.effective_date <= p.end_date) as change_count,
      case when p.stream = 'BANK' then coalesce((select r.open_diff_count from bank_reconciliation r where r.period_id = p.id), 0)
        else 0 end as difference_count,
      p.stream = 'BANK' and p.company_no = ${bankNo}
        and not exists (select from bank_file f where f.period_id = p.id and f.in_force)
        and exists (select from point_entry e where e.company_no = p.company_no and e.period_id = p.id) as is_file_missing
    from company_period p join company c on c.company_no = p.company_no
    where p.id = any (${ids}::bigint[])`.execute(db)
  return rows
}
