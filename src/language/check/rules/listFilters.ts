import type { Filter } from '../../documents/screen.ts'
import { reservedParams } from '../../listQuery.ts'
import { parseFilterValue } from '../../listQueryFilters.ts'
import { filterKindOf, opsOfKind } from '../../resolve/filters.ts'
import { findProperty } from '../../resolve/property.ts'
import type { ResolvedFilter } from '../../resolved.ts'
import { checkField, checkRepeated } from '../fieldRule.ts'
import type { ScreenContext } from '../known.ts'
import type { Finding, Place } from '../source.ts'
import { withSuggestion } from '../suggest.ts'

type Kind = ResolvedFilter['kind']
type Declared = Exclude<Filter, string>

const kindTexts: { readonly [K in Kind]: string } = {
  text: '文字',
  number: '數字',
  boolean: '是否',
  date: '日期',
  dateTime: '時間',
  month: '月份',
  option: '選項',
}

/** Filters name fields that can be filtered, with an operator and a default that fit the field's type. */
export function listFilters({ screen, entity }: ScreenContext): readonly Finding[] {
  const filters = (screen.list.filters ?? []).map((filter) => (typeof filter === 'string' ? { field: filter } : filter))
  const place = (index: number): Place => ['list', 'filters', index]
  const repeated = checkRepeated(
    filters.map((filter) => filter.field),
    place,
    '查詢條件',
  )
  return [...filters.flatMap((filter, index) => checkFilter(filter, place(index), entity)), ...repeated]
}

function checkFilter(filter: Declared, place: Place, entity: ScreenContext['entity']): readonly Finding[] {
  const property = findProperty(entity, filter.field)
  if (property === undefined) return checkField(filter.field, place, entity)
  if ((reservedParams as readonly string[]).includes(filter.field)) {
    return [{ place, code: 'reserved-name', message: `「${filter.field}」是查詢網址保留的名稱，不能作為查詢條件` }]
  }
  const kind = filterKindOf(property)
  if (kind === null) return [{ place, code: 'cannot-filter', message: `欄位「${filter.field}」的內容不能作為查詢條件` }]
  return [...checkOp(filter, kind, place), ...checkDefault(filter, kind, place), ...checkMaxDays(filter, kind, place)]
}

function checkOp(filter: Declared, kind: Kind, place: Place): readonly Finding[] {
  const ops = opsOfKind[kind]
  if (filter.op === undefined || ops.includes(filter.op)) return []
  const message = `「${filter.op}」不適用於${kindTexts[kind]}欄位「${filter.field}」；可用：${ops.join('、')}`
  return [{ place: [...place, 'op'], code: 'op-not-for-type', message, ...withSuggestion(filter.op, ops) }]
}

function checkDefault(filter: Declared, kind: Kind, place: Place): readonly Finding[] {
  if (filter.default === undefined || fits(filter.default, filter, kind)) return []
  const expected = isRange(filter, kind) ? '{"lastDays": 天數}' : `一個${kindTexts[kind]}`
  return [{ place: [...place, 'default'], code: 'wrong-type', message: `預設值不符，應為${expected}` }]
}

function fits(value: unknown, filter: Declared, kind: Kind): boolean {
  if (isRange(filter, kind)) return isLastDays(value)
  const values = Array.isArray(value) && filter.op === 'in' ? value : [value]
  const types: Partial<Record<Kind, string>> = { number: 'number', boolean: 'boolean' }
  return values.every((one) => typeof one === (types[kind] ?? 'string') && parseFilterValue(String(one), kind) !== null)
}

function isRange(filter: Declared, kind: Kind): boolean {
  return (kind === 'date' || kind === 'dateTime') && (filter.op ?? opsOfKind[kind][0]) === 'between'
}

function isLastDays(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'lastDays') return false
  const { lastDays } = value as { lastDays: unknown }
  return Number.isSafeInteger(lastDays) && Number(lastDays) >= 1
}

function checkMaxDays(filter: Declared, kind: Kind, place: Place): readonly Finding[] {
  if (filter.maxDays === undefined || isRange(filter, kind)) return []
  return [{ place: [...place, 'maxDays'], at: 'key', code: 'op-not-for-type', message: 'maxDays 只能用於日期區間' }]
}
