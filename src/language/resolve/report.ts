import type { Entity } from '../documents/entity.ts'
import type { Measure, Report, ReportGroup, Screen } from '../documents/screen.ts'
import type { DisplayFormat, MeasureOp, ReportPeriod } from '../documents/vocabulary.ts'
import { getProperty, titleOf } from '../entity/property.ts'
import type { ResolvedMeasure, ResolvedReport } from '../resolved.ts'
import { resolveColumn } from './columns.ts'

/** The measure that counts rows. */
export const countMeasure = 'count'

/** Display formats of time spans; the server returns `2026-01-31`, `202601` or `2026`. */
const formatOfPeriod: { readonly [Period in ReportPeriod]: DisplayFormat } = { day: 'date', month: 'month', year: 'text' }

export function resolveReport(screen: Pick<Screen, 'report' | 'chart' | 'title'>, entity: Entity): ResolvedReport | undefined {
  const { report, chart } = screen
  if (report === undefined) return undefined
  const groups = report.groups.map((group) => resolveGroup(group, entity))
  const measures = measuresOf(report, entity)
  const [group, measure] = [groups[0], measures[0]]
  const resolved = {
    groups,
    measures,
    ...(report.tabs === true && groups.length > 1 && { tabs: true as const }),
    ...(report.pivot !== undefined && { pivot: report.pivot }),
    ...(report.compare !== undefined && { compare: report.compare }),
  }
  if (chart === undefined || group === undefined || measure === undefined) return resolved
  const { type, title = screen.title, by = group.field, values = [measure.field], series } = chart
  return { ...resolved, chart: { type, title, by, values, ...(series !== undefined && { series }) } }
}

function measuresOf({ count, sums = [], measures = [] }: Report, entity: Entity): readonly ResolvedMeasure[] {
  return [
    ...(count === false ? [] : [countColumn]),
    ...sums.map((field) => resolveColumn(field, entity)),
    ...measures.map((measure) => resolveMeasure(measure, entity)),
  ]
}

/** Name of a measure that is no sum: `price.average`. */
export function measureName({ field, op }: Pick<Measure, 'field' | 'op'>): string {
  return `${field}.${op}`
}

const titles: { readonly [Op in MeasureOp]: (title: string) => string } = {
  average: (title) => `平均${title}`,
  min: (title) => `最小${title}`,
  max: (title) => `最大${title}`,
  distinct: (title) => `不同${title}數`,
}

/** Decimals of an average, unless its field has more. */
const averageDecimals = 2

function resolveMeasure({ field, op, title }: Measure, entity: Entity): ResolvedMeasure {
  const column = resolveColumn(field, entity)
  const own = { field: measureName({ field, op }), title: title ?? titles[op](titleOf(getProperty(entity, field), field)), sortable: false }
  const made = { op, field }
  if (op === 'distinct') return { ...countColumn, ...own, made }
  if (op !== 'average') return { ...column, ...own, made }
  // The average of whole numbers is none.
  const format = getProperty(entity, field).type === 'integer' ? 'price' : column.format
  return { ...column, ...own, format, align: 'end', decimals: Math.max(averageDecimals, column.decimals ?? 0), made }
}

/** Instants must be grouped by a time span, because otherwise each would be a group of its own. */
export function resolveGroup(group: ReportGroup, entity: Entity): ResolvedReport['groups'][number] {
  const given = typeof group === 'string' ? { field: group } : group
  const { title, field } = given
  const column = resolveColumn({ field, ...(title && { title }) }, entity)
  const by = given.by ?? (getProperty(entity, field).format === 'date-time' ? 'day' : undefined)
  return by === undefined ? column : { ...column, by, format: formatOfPeriod[by], align: 'center' }
}

export const countColumn: ResolvedMeasure = {
  field: countMeasure,
  title: '筆數',
  format: 'integer',
  sortable: false,
  hidden: false,
  align: 'end',
}
