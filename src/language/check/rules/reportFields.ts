import { findProperty, isSortable, isSummable } from '../../resolve/property.ts'
import { countMeasure } from '../../resolve/report.ts'
import { checkField, checkRepeated } from '../fieldRule.ts'
import type { ScreenContext } from '../known.ts'
import type { Finding, Place } from '../source.ts'
import { unknownName } from '../suggest.ts'

/** Checks that groups, sums and chart of a report use fields that can be grouped, summed and drawn. */
export function reportFields(context: ScreenContext): readonly Finding[] {
  const { report } = context.screen
  if (report === undefined) return chartAlone(context)
  const groups = report.groups.map((group) => (typeof group === 'string' ? { field: group } : group))
  const sums = report.sums ?? []
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
    ...(report.count === false && sums.length === 0
      ? [{ place: ['report', 'count'], code: 'no-measure', message: '沒有筆數也沒有加總的欄位' }]
      : []),
    ...checkChart(context),
  ]
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

function checkCountName(name: string, place: Place): readonly Finding[] {
  return name === countMeasure ? [{ place, code: 'reserved-name', message: `「${countMeasure}」是筆數的名稱，不能是欄位` }] : []
}

interface UnknownInput {
  readonly place: Place
  readonly known: readonly string[]
  readonly code: string
  readonly what: string
}

function checkChart({ screen: { chart, report } }: ScreenContext): readonly Finding[] {
  if (chart === undefined || report === undefined) return []
  const groups = report.groups.map((group) => (typeof group === 'string' ? group : group.field))
  const measures = [...(report.count === false ? [] : [countMeasure]), ...(report.sums ?? [])]
  const unknown = (name: string, { place, known, code, what }: UnknownInput): readonly Finding[] =>
    known.includes(name) ? [] : [{ place, code, ...unknownName(`${what}沒有「${name}」`, name, known) }]
  const values = chart.values ?? []
  return [
    ...(chart.by === undefined
      ? []
      : unknown(chart.by, { place: ['chart', 'by'], known: groups, code: 'unknown-group', what: '彙總的群組' })),
    ...values.flatMap((name, index) =>
      unknown(name, { place: ['chart', 'values', index], known: measures, code: 'unknown-measure', what: '彙總的數值' }),
    ),
    ...checkRepeated(values, (index) => ['chart', 'values', index], '數值'),
  ]
}
