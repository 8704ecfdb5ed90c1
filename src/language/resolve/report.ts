import type { Entity } from '../documents/entity.ts'
import type { ReportGroup, Screen } from '../documents/screen.ts'
import type { DisplayFormat, ReportPeriod } from '../documents/vocabulary.ts'
import type { ResolvedColumn, ResolvedReport } from '../resolved.ts'
import { resolveColumn } from './columns.ts'
import { getProperty } from './property.ts'

/** The measure that counts rows. */
export const countMeasure = 'count'

/** Display formats of time spans; the server returns `2026-01-31`, `202601` or `2026`. */
const formatOfPeriod: { readonly [Period in ReportPeriod]: DisplayFormat } = { day: 'date', month: 'month', year: 'text' }

export function resolveReport(screen: Pick<Screen, 'report' | 'chart' | 'title'>, entity: Entity): ResolvedReport | undefined {
  const { report, chart } = screen
  if (report === undefined) return undefined
  const groups = report.groups.map((group) => resolveGroup(group, entity))
  const measures = [...(report.count === false ? [] : [countColumn]), ...(report.sums ?? []).map((field) => resolveColumn(field, entity))]
  const [group, measure] = [groups[0], measures[0]]
  const tabs = report.tabs === true && groups.length > 1 ? { tabs: true as const } : {}
  if (chart === undefined || group === undefined || measure === undefined) return { groups, measures, ...tabs }
  const { type, title = screen.title, by = group.field, values = [measure.field] } = chart
  return { groups, measures, ...tabs, chart: { type, title, by, values } }
}

/** Instants must be grouped by a time span, because otherwise each would be a group of its own. */
export function resolveGroup(group: ReportGroup, entity: Entity): ResolvedReport['groups'][number] {
  const given = typeof group === 'string' ? { field: group } : group
  const { title, field } = given
  const column = resolveColumn({ field, ...(title && { title }) }, entity)
  const by = given.by ?? (getProperty(entity, field).format === 'date-time' ? 'day' : undefined)
  return by === undefined ? column : { ...column, by, format: formatOfPeriod[by], align: 'center' }
}

export const countColumn: ResolvedColumn = {
  field: countMeasure,
  title: '筆數',
  format: 'integer',
  sortable: false,
  hidden: false,
  align: 'end',
}
