import type { ScreenContext } from '../../../catalog/known.ts'
import type { Property } from '../../../documents/entity.ts'
import type { Measure, Report, ReportChart } from '../../../documents/screen.ts'
import { findProperty, isSortable, isSummable } from '../../../entity/property.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName } from '../../../findings/suggest.ts'
import { countMeasure, measureName } from '../../../resolve/report.ts'
import { checkField, checkRepeated } from '../../fieldRule.ts'

/** Checks that groups, figures and chart of a report use fields that can be grouped, summed, compared and drawn. */
export function reportFields(context: ScreenContext): readonly Finding[] {
  const { report } = context.screen
  if (report === undefined) return chartAlone(context)
  const groups = groupsOf(report)
  const { sums = [], measures = [] } = report
  const names = [...groups.map((group) => group.field), ...sums]
  const placeOf = (index: number): Place => {
    if (index >= groups.length) return ['report', 'sums', index - groups.length]
    return typeof report.groups[index] === 'string' ? ['report', 'groups', index] : ['report', 'groups', index, 'field']
  }
  return [
    ...groups.flatMap((group, index) => checkGroup(group, placeOf(index), ['report', 'groups', index, 'by'], context)),
    ...sums.flatMap((field, index) => checkSum(field, ['report', 'sums', index], context)),
    ...checkRepeated(names, placeOf, '欄位'),
    ...names.flatMap((name, index) => checkCountName(name, placeOf(index))),
    ...measures.flatMap((measure, index) => checkMeasure(measure, ['report', 'measures', index], context)),
    ...checkRepeated(measures.map(measureName), (index) => ['report', 'measures', index], '數值'),
    ...(report.count === false && sums.length === 0 && measures.length === 0
      ? [{ place: ['report', 'count'], code: 'no-measure', message: '沒有筆數也沒有加總的欄位' }]
      : []),
    ...checkPivot(report),
    ...checkCompare(report, context),
    ...checkChart(context),
  ]
}

function groupsOf({ groups }: Report): readonly { readonly field: string; readonly by?: string }[] {
  return groups.map((group) => (typeof group === 'string' ? { field: group } : group))
}

function chartAlone({ screen }: ScreenContext): readonly Finding[] {
  if (screen.chart === undefined) return []
  return [{ place: ['chart'], at: 'key', code: 'chart-without-report', message: '圖表畫的是彙總，請先寫 report' }]
}

function checkGroup(
  group: { readonly field: string; readonly by?: string },
  place: Place,
  periodPlace: Place,
  { entity }: ScreenContext,
): readonly Finding[] {
  const property = findProperty(entity, group.field)
  if (property === undefined) return checkField(group.field, place, entity)
  if (!isSortable(property)) return [{ place, code: 'cannot-group', message: `不能依欄位「${group.field}」分組` }]
  const isDate = property.format === 'date' || property.format === 'date-time'
  if (group.by === undefined || isDate) return []
  return [{ place: periodPlace, code: 'cannot-group', message: `欄位「${group.field}」不是日期，不能依日、月、年分組` }]
}

function checkSum(field: string, place: Place, { entity }: ScreenContext): readonly Finding[] {
  const property = findProperty(entity, field)
  if (property === undefined) return checkField(field, place, entity)
  if (isSummable(property)) return []
  return [{ place, code: 'cannot-total', message: `欄位「${field}」不是數字，不能加總` }]
}

function checkMeasure({ field, op }: Measure, place: Place, { entity }: ScreenContext): readonly Finding[] {
  const at = [...place, 'field']
  const property = findProperty(entity, field)
  if (property === undefined) return checkField(field, at, entity)
  if (op === 'average' && !isSummable(property)) return [{ place: at, code: 'cannot-total', message: `欄位「${field}」不是數字，沒有平均` }]
  if (op === 'distinct' && !isSortable(property))
    return [{ place: at, code: 'cannot-group', message: `欄位「${field}」不能分出不同的值：清單、圖片、HTML 與遮罩欄位` }]
  if (op !== 'min' && op !== 'max') return []
  if (isSummable(property) || (isSortable(property) && isDay(property))) return []
  return [{ place: at, code: 'cannot-total', message: `欄位「${field}」不是數字或日期，沒有最小與最大` }]
}

function isDay({ format }: Property): boolean {
  return format === 'date' || format === 'date-time' || format === 'month'
}

function checkPivot(report: Report): readonly Finding[] {
  const { pivot, tabs } = report
  if (pivot === undefined) return []
  const place = ['report', 'pivot']
  const groups = groupsOf(report)
  const last = groups.at(-1)?.field ?? ''
  if (tabs === true) return [{ place, code: 'pivot', message: '頁籤各有一個群組，不能展開成交叉表；請移除 tabs 或 pivot' }]
  if (groups.length !== 2) return [{ place, code: 'pivot', message: '交叉表恰有兩個群組：第一個是列，第二個橫向展開成欄' }]
  return pivot === last
    ? []
    : [{ place, code: 'pivot', message: `橫向展開的須是最後一個群組「${last}」；請改寫，或調換 groups 的順序`, suggestion: last }]
}

function checkCompare(report: Report, { screen, entity }: ScreenContext): readonly Finding[] {
  const { compare, tabs, pivot } = report
  if (compare === undefined) return []
  const place = ['report', 'compare']
  const finding = (message: string): readonly Finding[] => [{ place, code: 'compare', message }]
  const property = findProperty(entity, compare)
  if (property === undefined) return checkField(compare, place, entity)
  if (property.format !== 'date' && property.format !== 'date-time') return finding(`欄位「${compare}」不是日期，不能與前期比較`)
  const filters = (screen.list.filters ?? []).map((filter) => (typeof filter === 'string' ? { field: filter } : filter))
  const filter = filters.find(({ field }) => field === compare)
  if (filter === undefined || ('op' in filter && filter.op !== undefined && filter.op !== 'between'))
    return finding(`與前期比較須有日期區間；請在查詢條件（filters）加上 {"field": "${compare}", "op": "between"}`)
  const groups = groupsOf(report).filter(({ field }) => field !== compare)
  if (groups.length === 0 || (tabs !== true && groups.length < report.groups.length))
    return finding(`依「${compare}」分組的彙總本身就按期間排列，不能再與前期比較`)
  return pivot === undefined ? [] : finding('交叉表不能與前期比較；請移除 pivot 或 compare')
}

function checkCountName(name: string, place: Place): readonly Finding[] {
  return name === countMeasure ? [{ place, code: 'reserved-name', message: `「${countMeasure}」是筆數的名稱，不能是欄位` }] : []
}

interface UnknownInput {
  readonly place: Place
  readonly known: readonly string[]
  readonly code: string
  readonly what: string
}

function checkChart({ screen: { chart, report }, entity }: ScreenContext): readonly Finding[] {
  if (chart === undefined || report === undefined) return []
  const groups = groupsOf(report).map(({ field }) => field)
  const { sums = [], measures = [] } = report
  const drawn = measures.filter(({ field, op }) => op === 'distinct' || !isDay(findProperty(entity, field) ?? { type: 'string' }))
  const known = [...(report.count === false ? [] : [countMeasure]), ...sums, ...drawn.map(measureName)]
  const unknown = (name: string, { place, known: names, code, what }: UnknownInput): readonly Finding[] =>
    names.includes(name) ? [] : [{ place, code, ...unknownName(`${what}沒有「${name}」`, name, names) }]
  const values = chart.values ?? []
  return [
    ...(chart.by === undefined
      ? []
      : unknown(chart.by, { place: ['chart', 'by'], known: groups, code: 'unknown-group', what: '彙總的群組' })),
    ...values.flatMap((name, index) =>
      unknown(name, { place: ['chart', 'values', index], known, code: 'unknown-measure', what: '彙總可畫的數值' }),
    ),
    ...checkRepeated(values, (index) => ['chart', 'values', index], '數值'),
    ...(chart.series === undefined ? [] : checkSeries({ ...chart, series: chart.series }, report, groups)),
  ]
}

function checkSeries(
  { series, by, type, values = [] }: ReportChart & { readonly series: string },
  { tabs }: Report,
  groups: readonly string[],
): readonly Finding[] {
  const place = ['chart', 'series']
  const finding = (message: string): readonly Finding[] => [{ place, code: 'chart-series', message }]
  if (!groups.includes(series)) return [{ place, code: 'unknown-group', ...unknownName(`彙總的群組沒有「${series}」`, series, groups) }]
  if (series === (by ?? groups[0])) return finding(`「${series}」已是橫軸，請改用另一個群組`)
  if (tabs === true) return finding('頁籤各有一個群組，圖表沒有另一個群組可分；請移除 tabs 或 series')
  if (type === 'pie') return finding('圓餅圖不分序列；請改用 bar 或 line')
  return values.length > 1 ? finding('分序列的圖只畫一個數值，請在 values 留一個') : []
}
