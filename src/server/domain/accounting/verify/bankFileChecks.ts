import { sql } from 'kysely'
import { bankResult, statementStatus } from '../../../../rules/codes.generated.ts'
import type { AreaCheck } from '../../points/public.ts'

const open = sql.lit(statementStatus.open)
const equal = sql.lit(bankResult.equal)

/** Files that closed periods were compared with. */
const closedFile = sql`
  select f.*, f.company_no || ' ' || p.period_no as place from bank_file f join company_period p on p.id = f.period_id
  where f.in_force and p.status <> ${open}`

/** Files of banks against their lines, and the lines against our entries. */
export const bankFileChecks: readonly AreaCheck[] = [
  {
    id: 'B1',
    title: '已關帳帳期的銀行檔，每筆的比對結果等於重新比對的結果',
    violations: sql`
      with file as materialized (${closedFile}), found as materialized (
        select f.id as file_id, m.* from file f cross join lateral bank_matching(f.id) m
      ), stored as materialized (
        select l.* from bank_line l join file f on f.id = l.file_id
      ), told as (
        -- A line of the bank is known by itself, one that it lacks by ours.
        select file_id, row_no is null as is_ours, case when row_no is null then transaction_id else id end as key, bank_item, transaction_id,
          platform_points, result, matched_by from stored
      ), expected as (
        select file_id, line_id is null as is_ours, coalesce(line_id, transaction_id) as key, bank_item, transaction_id, platform_points,
          result, matched_by from found
      )
      select distinct f.place
      from ((select * from told except all select * from expected) union all (select * from expected except all select * from told)) as d
      join file f on f.id = d.file_id`,
  },
  {
    id: 'B2',
    title: '銀行檔的筆數與點數等於其明細之和',
    violations: sql`
      select f.company_no || ' ' || p.period_no as place
      from bank_file f
      join company_period p on p.id = f.period_id
      left join bank_line l on l.file_id = f.id and l.row_no is not null
      where f.matched_at is not null
      group by f.id, p.id
      having (count(l.id), coalesce(sum(l.bank_points), 0)) <> (f.line_count, f.bank_points)`,
  },
  {
    id: 'B3',
    title: '已關帳帳期的銀行檔差異皆已處理，有說明或同一特約商的調整單',
    violations: sql`
      select distinct f.place
      from (${closedFile}) f
      join bank_line l on l.file_id = f.id and l.result <> ${equal}
      left join adjustment_sheet s on s.sheet_no = l.sheet_no and s.company_no = f.company_no
      where l.handled_at is null or coalesce(l.remark, l.sheet_no) is null or (l.sheet_no is not null and s.id is null)`,
  },
  {
    id: 'B4',
    title: '已關帳帳期的銀行檔比對了全部分錄',
    violations: sql`
      select f.place
      from (${closedFile}) f
      where f.entry_count <> (select count(*) from point_entry e where e.company_no = f.company_no and e.period_id = f.period_id)`,
  },
]
