import { type RawBuilder, sql } from 'kysely'
import type { ReportPage } from '../../answers/records.ts'
import type { ReportPeriod } from '../../language/documents/vocabulary.ts'
import type { ListQuery } from '../../language/listQuery.ts'
import { reportTab } from '../../language/reportTab.ts'
import { countMeasure } from '../../language/resolve/report.ts'
import type { ResolvedReport } from '../../language/resolved.ts'
import { apiError, textError } from '../platform/errors.ts'
import type { RecordValues } from './hooks.ts'
import { readyQuery } from './listRules.ts'
import { selectTotals, whereSql } from './listSql.ts'
import { fieldOf } from './model.ts'
import { listContext } from './read.ts'
import type { PreparedCall } from './services.ts'

/** Most groups of a report. With more, the user should narrow the query or choose a longer period. */
const groupsMax = 1000

/**
 * Groups of a screen's report with counts and sums, computed by the database from the same query as the list.
 *
 * @param group tab of a report with tabs; null for the first
 */
export async function readReport(prepared: PreparedCall, query: ListQuery, group: string | null): Promise<ReportPage> {
  const { call, storage } = prepared
  const report = askedReport(call.screen?.report, group)
  const where = whereSql(listContext(prepared), await readyQuery(prepared, query))
  const places = sql.join(report.groups.map((_group, index) => sql.lit(index + 1)))
  const { rows } = await sql<RecordValues>`
    select ${sql.join([...groupSql(prepared, report), ...measureSql(prepared, report)])} from ${storage.source.from} where ${where}
    group by ${places} order by ${places} limit ${groupsMax + 1}
  `.execute(call.db.withoutPlugins())
  if (rows.length > groupsMax) throw textError(400, `彙總結果超過 ${groupsMax.toLocaleString('en-US')} 組，請縮小查詢範圍。`)
  const sums = report.measures.map((measure) => measure.field).filter((name) => name !== countMeasure)
  const { totalCount, totals } = await selectTotals(call.db, storage, where, { fields: sums })
  return { rows, totals: { ...totals, [countMeasure]: totalCount } }
}

/** @throws M08 when the screen has no report, M06 when it has no such tab */
function askedReport(report: ResolvedReport | undefined, group: string | null): ResolvedReport {
  if (!report) throw apiError('M08')
  if (report.tabs === undefined && group === null) return report
  const tab = reportTab(report, group ?? report.groups[0]?.field ?? '')
  if (!tab) throw apiError('M06', { title: 'group' })
  return tab
}

function groupSql({ storage, model }: PreparedCall, report: ResolvedReport): readonly RawBuilder<unknown>[] {
  return report.groups.map(({ field: name, by }) => {
    const field = fieldOf(model, name)
    const expression = storage.expression(field)
    return sql`${by === undefined ? expression : periodSql(expression, by, field.kind === 'dateTime')} as ${sql.id(name)}`
  })
}

const periodTexts: Readonly<Record<ReportPeriod, string>> = { day: 'YYYY-MM-DD', month: 'YYYYMM', year: 'YYYY' }

/** Text of the day, month or year in Taipei. */
export function periodSql(expression: RawBuilder<unknown>, by: ReportPeriod, isInstant: boolean): RawBuilder<unknown> {
  // A date would be read as an instant of the session's time zone for each row, which takes twice as long.
  const local = isInstant ? sql`(${expression}) at time zone 'Asia/Taipei'` : sql`(${expression})::timestamp`
  return sql`to_char(${local}, ${sql.lit(periodTexts[by])})`
}

function measureSql({ storage, model }: PreparedCall, report: ResolvedReport): readonly RawBuilder<unknown>[] {
  return report.measures.map(({ field: name }) => {
    if (name === countMeasure) return sql`count(*) as ${sql.id(name)}`
    return sql`coalesce(sum(${storage.expression(fieldOf(model, name))}), 0) as ${sql.id(name)}`
  })
}
