import type { ScreenContext } from '../../../catalog/known.ts'
import type { Entity } from '../../../documents/entity.ts'
import type { Column, List } from '../../../documents/screen.ts'
import { findProperty, isSortable, isSummable } from '../../../entity/property.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { withSuggestion } from '../../../findings/suggest.ts'
import { searchFields } from '../../../resolve/list.ts'
import { checkField, checkFields, checkRepeated } from '../../fieldRule.ts'

/** Checks that all parts of a list name existing fields, and that those of columns, sort, totals and expanded rows support this use. */
export function listFields({ screen, entity }: ScreenContext): readonly Finding[] {
  const { list } = screen
  const byColumn = list.columns.flatMap((column, index) =>
    typeof column === 'object' && column.total === true ? checkTotal(column.field, ['list', 'columns', index, 'total'], entity) : [],
  )
  return [
    ...checkColumns(list.columns, ['list', 'columns'], entity),
    ...checkSort(list.sort, ['list', 'sort'], entity),
    ...checkTotals(list, ['list', 'totals'], entity),
    ...byColumn,
    ...checkExpand(),
    ...checkSearch(list, entity),
    ...checkFields(list.bulkEdit, ['list', 'bulkEdit'], entity),
    ...checkFields(list.inlineEdit, ['list', 'inlineEdit'], entity),
    ...checkLayouts(list.layouts, ['list', 'layouts'], entity),
  ]

  function checkExpand(): readonly Finding[] {
    if (list.expand === undefined) return []
    if (typeof list.expand !== 'string') return checkFields(list.expand, ['list', 'expand'], entity)
    const children = Object.keys(screen.children ?? {})
    if (children.includes(list.expand)) return []
    const message = `沒有名為「${list.expand}」的明細清單（children）；要展開欄位請寫成清單`
    return [{ place: ['list', 'expand'], code: 'unknown-child', message, ...withSuggestion(list.expand, children) }]
  }
}

/** Totals are of numbers, and each is shown below its column, so the column must exist. */
export function checkTotals({ columns, totals = [] }: Pick<List, 'columns' | 'totals'>, place: Place, entity: Entity): readonly Finding[] {
  const shown = columns.map((column) => (typeof column === 'string' ? column : column.field))
  return [
    ...totals.flatMap((field, index) => checkTotal(field, [...place, index], entity)),
    ...totals.flatMap((field, index) =>
      shown.includes(field) || findProperty(entity, field) === undefined
        ? []
        : [{ place: [...place, index], code: 'total-without-column', message: `總計顯示在欄位下方，請把「${field}」也放進 columns` }],
    ),
  ]
}

function checkSearch(list: List, entity: Entity): readonly Finding[] {
  if (list.search !== true || searchFields(entity).length > 0) return []
  const message = `實體 ${entity.name} 沒有 "x-search": true 的欄位，不會出現關鍵字查詢`
  return [{ place: ['list', 'search'], code: 'nothing-to-search', message }]
}

function checkLayouts({ board, ...dated }: NonNullable<List['layouts']> = {}, place: Place, entity: Entity): readonly Finding[] {
  const { cards, ...single } = board ?? {}
  const parts = Object.entries({ ...(board && { board: single }), ...dated })
  return [
    ...parts.flatMap(([name, part]) =>
      Object.entries(part).flatMap(([key, field]) => (field === undefined ? [] : checkField(field, [...place, name, key], entity))),
    ),
    ...checkFields(cards, [...place, 'board', 'cards'], entity),
  ]
}

/** Also used for child lists. */
export function checkColumns(columns: readonly Column[], place: Place, entity: Entity): readonly Finding[] {
  const names = columns.map((column) => (typeof column === 'string' ? column : column.field))
  const at = (index: number): Place => (typeof columns[index] === 'string' ? [...place, index] : [...place, index, 'field'])
  return [...names.flatMap((name, index) => checkField(name, at(index), entity)), ...checkRepeated(names, at, '欄位')]
}

export function checkSort(sort: readonly string[] | undefined, place: Place, entity: Entity): readonly Finding[] {
  const repeated = checkRepeated(
    (sort ?? []).map((key) => key.replace(/^-/, '')),
    (index) => [...place, index],
    '排序欄位',
  )
  const wrong = (sort ?? []).flatMap((key, index): readonly Finding[] => {
    const field = key.replace(/^-/, '')
    const missing = checkField(field, [...place, index], entity)
    const property = findProperty(entity, field)
    if (property?.['x-read'] !== undefined)
      return [{ place: [...place, index], code: 'field-right', message: `「${field}」另須權限才看得到（x-read），固定依它排序會透露先後` }]
    if (property === undefined || isSortable(property)) return missing
    return [{ place: [...place, index], code: 'cannot-sort', message: `欄位「${field}」不能排序：清單、圖片、HTML 與遮罩欄位沒有順序` }]
  })
  return [...wrong, ...repeated]
}

function checkTotal(field: string, place: Place, entity: Entity): readonly Finding[] {
  const property = findProperty(entity, field)
  if (property === undefined) return checkField(field, place, entity)
  return isSummable(property) ? [] : [{ place, code: 'cannot-total', message: `欄位「${field}」不是數字，不能加總` }]
}
