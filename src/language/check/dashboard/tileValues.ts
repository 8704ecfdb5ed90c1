import type { ChartTile, ListTile, NumberTile } from '../../documents/dashboard.ts'
import type { Entity } from '../../documents/entity.ts'
import type { ReportGroup } from '../../documents/screen.ts'
import { isMasked } from '../../entity/maskedFields.ts'
import { findProperty, isSortable, isSummable } from '../../entity/property.ts'
import type { Finding, Place } from '../../findings/source.ts'
import { checkField, checkRepeated } from '../fieldRule.ts'
import { checkColumns, checkSort } from '../rules/lists/listFields.ts'

/** Checks that a number is one number, and that only a number with a date is compared or a stock. */
export function numberFindings(tile: NumberTile, place: Place, entity: Entity): readonly Finding[] {
  const { count, sum, average, date } = tile
  const dated = (['compare', 'stock'] as const).filter((key) => tile[key] === true && date === undefined)
  return [
    ...oneMeasure([count && 'count', sum && 'sum', average && 'average'], place),
    ...(sum === undefined ? [] : checkSum(sum, [...place, 'sum'], entity)),
    ...(average === undefined ? [] : checkSum(average, [...place, 'average'], entity)),
    ...dated.map((key): Finding => {
      const message = `「${key}」要知道看哪個日期，請加上 date`
      return { place: [...place, key], at: 'key', code: 'needs-date', message }
    }),
    ...(tile.stock === true && average !== undefined
      ? [{ place: [...place, 'stock'], at: 'key', code: 'stock-of-average', message: '存量是合計，不能與 average 併用' } as const]
      : []),
  ]
}

export function chartFindings(tile: ChartTile, place: Place, entity: Entity): readonly Finding[] {
  const { count, sum, series, chart, groupBy } = tile
  const sums = [sum ?? []].flat()
  const sumPlace = (index: number): Place => (Array.isArray(sum) ? [...place, 'sum', index] : [...place, 'sum'])
  const parts = series !== undefined || sums.length > 1
  const crowded = series !== undefined && sums.length > 1
  return [
    ...oneMeasure([count && 'count', sum && 'sum'], place),
    ...sums.flatMap((field, index) => checkSum(field, sumPlace(index), entity)),
    ...checkRepeated(sums, sumPlace, '欄位'),
    ...checkGroup(groupBy, [...place, 'groupBy'], entity),
    ...(series === undefined ? [] : checkGroup(series, [...place, 'series'], entity)),
    ...(crowded ? [problem(place, 'series', 'two-kinds-of-series', '有 series 時只能加總一個欄位')] : []),
    ...(chart === 'stacked' && !parts
      ? [problem(place, 'chart', 'nothing-to-stack', '堆疊長條要有幾個部分：請寫 series，或在 sum 寫兩個以上的欄位；只有一個請用 bar')]
      : []),
    ...(chart === 'share' && parts ? [problem(place, 'chart', 'share-of-several', '占比圖只畫一個數值，不能有 series 或多個欄位')] : []),
    ...(series !== undefined && series === fieldOfGroup(groupBy)
      ? [problem(place, 'series', 'duplicate-name', `series 與 groupBy 是同一個欄位「${series}」`)]
      : []),
  ]
}

/** A list shows records by its columns, or the first groups by one number. */
export function listFindings(tile: ListTile, place: Place, entity: Entity): readonly Finding[] {
  const { columns, sort, groupBy, count, sum } = tile
  if (groupBy === undefined) {
    const unused = (['count', 'sum'] as const).filter((key) => tile[key] !== undefined)
    return [
      ...checkColumns(columns ?? [], [...place, 'columns'], entity),
      ...checkSort(sort, [...place, 'sort'], entity),
      ...unused.map((key) => problem(place, key, 'needs-group', `「${key}」是前幾名的數值，請加上 groupBy；列出資料請寫 columns`)),
    ]
  }
  const unused = (['columns', 'sort'] as const).filter((key) => tile[key] !== undefined)
  return [
    ...oneMeasure([count && 'count', sum && 'sum'], place),
    ...checkGroup(groupBy, [...place, 'groupBy'], entity),
    ...(sum === undefined ? [] : checkSum(sum, [...place, 'sum'], entity)),
    ...unused.map((key) => problem(place, key, 'ranked-list', `有 groupBy 時是前幾名，由大到小，不寫「${key}」`)),
  ]
}

function oneMeasure(written: readonly (string | false | undefined)[], place: Place): readonly Finding[] {
  const keys = written.filter((key) => typeof key === 'string')
  if (keys.length === 1) return []
  if (keys.length === 0) return [{ place, code: 'no-measure', message: '沒有數值：請寫 count（筆數）或 sum（加總的欄位）' }]
  return [problem(place, String(keys[1]), 'two-measures', `數值只能有一種，已經有「${keys[0]}」`)]
}

function checkSum(field: string, place: Place, entity: Entity): readonly Finding[] {
  const property = findProperty(entity, field)
  if (property === undefined) return checkField(field, place, entity)
  return isSummable(property) ? [] : [{ place, code: 'cannot-total', message: `欄位「${field}」不是數字，不能加總` }]
}

function fieldOfGroup(group: ReportGroup): string {
  return typeof group === 'string' ? group : group.field
}

function checkGroup(group: ReportGroup, place: Place, entity: Entity): readonly Finding[] {
  const field = fieldOfGroup(group)
  const here = typeof group === 'string' ? place : [...place, 'field']
  const property = findProperty(entity, field)
  if (property === undefined) return checkField(field, here, entity)
  if (isMasked(property)) return [{ place: here, code: 'masked-field', message: `遮罩欄位「${field}」不能分組` }]
  if (!isSortable(property)) return [{ place: here, code: 'cannot-group', message: `不能依欄位「${field}」分組` }]
  const isDate = property.format === 'date' || property.format === 'date-time'
  if (typeof group === 'string' || group.by === undefined || isDate) return []
  return [{ place: [...place, 'by'], code: 'cannot-group', message: `欄位「${field}」不是日期，不能依日、月、年分組` }]
}

function problem(place: Place, key: string, code: string, message: string): Finding {
  return { place: [...place, key], at: 'key', code, message }
}
