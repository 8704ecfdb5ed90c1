import { type RawBuilder, sql } from 'kysely'
import type { ReportPeriod } from '../../../language/documents/vocabulary.ts'

const periodTexts: Readonly<Record<ReportPeriod, string>> = { day: 'YYYY-MM-DD', month: 'YYYYMM', year: 'YYYY' }

/** Text of the day, month or year in Taipei. */
export function periodSql(expression: RawBuilder<unknown>, by: ReportPeriod, isInstant: boolean): RawBuilder<unknown> {
  // A date would be read as an instant of the session's time zone for each row, which takes twice as long.
  const local = isInstant ? sql`(${expression}) at time zone 'Asia/Taipei'` : sql`(${expression})::timestamp`
  return sql`to_char(${local}, ${sql.lit(periodTexts[by])})`
}
