import type { ReportFigures, ReportPage } from '../../../answers/records.ts'
import { dictionaryOf } from '../../../language/entity/property.ts'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import { reportTab } from '../../../language/reports/reportTab.ts'
import type { ResolvedReport } from '../../../language/resolved.ts'
import { apiError, textError } from '../../platform/errors.ts'
import type { RecordValues } from '../hooks.ts'
import { fieldOf } from '../model.ts'
import { readyQuery } from '../read/listRules.ts'
import { whereSql } from '../read/listSql.ts'
import { forQuery } from '../read/querySource.ts'
import { listContext } from '../read/read.ts'
import type { PreparedCall } from '../services.ts'
import { storedValue } from '../storage/values.ts'
import { queryBefore } from './periodBefore.ts'
import { levelColumn, levelOf, reportSql, sourceOf } from './reportSql.ts'

/** Most groups of a report. With more, the user should narrow the query or choose a longer period. */
const groupsMax = 1000
/** Most values of a group that are columns. */
const columnsMax = 60

/**
 * Groups of a screen's report with their figures, computed by the database from the same query as the list.
 *
 * @param prepared call of {@link query}
 * @param group tab of a report with tabs; null for the first
 */
export async function readReport(prepared: PreparedCall, query: ListQuery, group: string | null): Promise<ReportPage> {
  const report = askedReport(prepared.call.screen?.report, group)
  const ready = await readyQuery(prepared, query)
  const figures = await readFigures(prepared, report, ready)
  const before = report.compare === undefined ? null : queryBefore(ready, report.compare)
  if (before === null) return figures
  const former = await readFigures(forQuery(prepared, before.query), report, before.query)
  return { ...figures, before: { ...former, from: before.period.from, to: before.period.to } }
}

/** @throws M08 when the screen has no report, M06 when it has no such tab */
function askedReport(report: ResolvedReport | undefined, group: string | null): ResolvedReport {
  if (!report) throw apiError('M08')
  if (report.tabs === undefined && group === null) return report
  const tab = reportTab(report, group ?? report.groups[0]?.field ?? '')
  if (!tab) throw apiError('M06', { title: 'group' })
  return tab
}

async function readFigures(prepared: PreparedCall, report: ResolvedReport, ready: ListQuery): Promise<ReportFigures> {
  const names = report.groups.map(({ field }) => field)
  const parts = partsOf(report)
  const sets = [names, ...parts, []]
  // No grouping has more rows than the whole one.
  const limit = groupsMax * sets.length
  const order = optionOrder(prepared, report)
  const statement = reportSql(prepared, { report, where: whereSql(listContext(prepared), ready), sets, limit: limit + 1, order })
  const { rows } = await statement.execute(prepared.call.db.withoutPlugins())
  const rowsOf = (set: readonly string[]) => {
    const level = levelOf(report, set)
    return rows.filter((row) => row[levelColumn] === level).map((row) => shown(prepared, report, row, set))
  }
  const all = rowsOf(names)
  if (rows.length > limit || all.length > groupsMax)
    throw textError(400, `彙總結果超過 ${groupsMax.toLocaleString('en-US')} 組，請縮小查詢範圍。`)
  const read = parts.map((groups) => ({ groups, rows: rowsOf(groups) }))
  const columns = read.find(({ groups }) => groups.length === 1 && groups[0] === report.pivot)?.rows.length ?? 0
  if (columns > columnsMax) throw textError(400, `交叉表超過 ${columnsMax} 欄，請縮小查詢範圍。`)
  return { rows: all, parts: read, totals: rowsOf([])[0] ?? {} }
}

/** Groups with the options of a document come in their order; lists of records, such as companies, have none of their own. */
function optionOrder({ services, model }: PreparedCall, { groups }: ResolvedReport): ReadonlyMap<string, readonly string[]> {
  return new Map(
    groups.flatMap(({ field, by }) => {
      const dictionary = by === undefined ? dictionaryOf(fieldOf(model, field).property) : undefined
      const keys = dictionary && services.fixedKeys?.(dictionary.name)
      return keys === undefined ? [] : [[field, keys] as const]
    }),
  )
}

/**
 * The groupings between the whole one and the total: subtotals of the first of several groups, of the group whose values are columns, and of
 * those of the chart.
 */
function partsOf({ groups, pivot, chart }: ResolvedReport): readonly (readonly string[])[] {
  const [first] = groups
  if (first === undefined || groups.length === 1) return []
  const wanted = [[first.field], ...(pivot === undefined ? [] : [[pivot]]), ...(chart === undefined ? [] : [chartGroups(chart)])]
  const known = new Set([
    levelOf(
      { groups, measures: [] },
      groups.map(({ field }) => field),
    ),
  ])
  return wanted.filter((set) => {
    const level = levelOf({ groups, measures: [] }, set)
    if (known.has(level)) return false
    known.add(level)
    return true
  })
}

function chartGroups({ by, series }: NonNullable<ResolvedReport['chart']>): readonly string[] {
  return series === undefined ? [by] : [by, series]
}

/** A row with its groups and figures alone. */
function shown({ model }: PreparedCall, report: ResolvedReport, row: RecordValues, set: readonly string[]): RecordValues {
  const figures = report.measures.map((measure) => {
    const source = sourceOf(measure)
    const kind = measure.made && measure.made.op !== 'distinct' && source !== null ? fieldOf(model, source).kind : 'number'
    return [measure.field, storedValue(kind, row[measure.field])]
  })
  return Object.fromEntries([...set.map((field) => [field, row[field] ?? null]), ...figures])
}
