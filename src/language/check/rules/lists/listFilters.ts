import type { Names, ScreenContext } from '../../../catalog/known.ts'
import type { Entity, Property } from '../../../documents/entity.ts'
import type { Filter, List, Screen } from '../../../documents/screen.ts'
import { isMasked, maskedFilterOp } from '../../../entity/maskedFields.ts'
import { findProperty } from '../../../entity/property.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { withSuggestion } from '../../../findings/suggest.ts'
import { movingDefault } from '../../../query/defaultFilter.ts'
import { opsOfKind } from '../../../query/filterKinds.ts'
import { reservedParams } from '../../../query/listQuery.ts'
import { parseFilterValue } from '../../../query/listQueryFilters.ts'
import { filterKindOf, takesSeveral } from '../../../resolve/filters.ts'
import type { ResolvedFilter } from '../../../resolved.ts'
import { checkField, checkRepeated } from '../../fieldRule.ts'
import { checkPermission } from '../../permissionRule.ts'
import { checkOption } from '../../predicateRule.ts'

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

/** Checks that filters name fields that can be filtered, with an operator and a default that fit the type of the field. */
export function listFilters({ screen, entity, names }: ScreenContext): readonly Finding[] {
  const filters = (screen.list.filters ?? []).map((filter) => (typeof filter === 'string' ? { field: filter } : filter))
  const place = (index: number): Place => ['list', 'filters', index]
  const repeated = checkRepeated(
    filters.map((filter) => filter.field),
    place,
    '查詢條件',
  )
  const fields = filters.map((filter) => filter.field)
  return [
    ...filters.flatMap((filter, index) => [
      ...checkFilter(filter, place(index), entity, names),
      ...checkRangeNames(filter, fields, place(index), entity),
      ...checkIdentifies(filter, filters, place(index), entity),
    ]),
    ...repeated,
    ...checkNeeds(screen.list.needs, fields, entity),
    ...checkHead(screen, fields),
    ...checkNotices(screen.list),
  ]
}

/** The records of a notice are counted without any condition of the user, so the list must be readable without one. */
function checkNotices({ views, filters = [], needs }: List): readonly Finding[] {
  const required = filters.flatMap((filter) => (typeof filter !== 'string' && filter.required === true ? [filter.field] : []))
  const fields = [...(needs?.fields ?? []), ...required]
  if (fields.length === 0) return []
  return Object.entries(views ?? {}).flatMap(([name, { notice }]) =>
    notice === undefined
      ? []
      : [
          {
            place: ['list', 'views', name, 'notice'],
            code: 'notice-needs-filter',
            message: `清單須先有查詢條件（${fields.join('、')}），不能計算提醒的筆數`,
          },
        ],
  )
}

/** Without a filter that only some people see, the others could never load the list. */
function checkNeeds(needs: List['needs'], filters: readonly string[], entity: Entity): readonly Finding[] {
  return (needs?.fields ?? []).flatMap((field, index): readonly Finding[] => {
    const place = ['list', 'needs', 'fields', index]
    if (findProperty(entity, field)?.['x-read'] === undefined) return missingFilter(field, filters, place)
    return [{ place, code: 'field-right', message: `「${field}」另須權限才看得到（x-read），沒有的人永遠不能查詢` }]
  })
}

/** The record above the list must be identified by the conditions of the list. */
function checkHead({ list, children = {} }: Screen, filters: readonly string[]): readonly Finding[] {
  if (list.head === undefined) return []
  const child = Object.hasOwn(children, list.head) ? children[list.head] : undefined
  const place = ['list', 'head']
  if (child === undefined) {
    const known = Object.keys(children)
    return [{ place, code: 'unknown-child', message: `此畫面的 children 沒有「${list.head}」`, ...withSuggestion(list.head, known) }]
  }
  const sources = typeof child.by === 'string' ? [child.by] : Object.values(child.by)
  return sources.flatMap((field) => missingFilter(field, filters, place))
}

function missingFilter(field: string, filters: readonly string[], place: Place): readonly Finding[] {
  if (filters.includes(field)) return []
  return [{ place, code: 'unknown-filter', message: `查詢條件（filters）沒有「${field}」`, ...withSuggestion(field, filters) }]
}

/** A range uses the parameters `fieldFrom` and `fieldTo`, so no other filter may have these names. */
function checkRangeNames(filter: Declared, fields: readonly string[], place: Place, entity: Entity): readonly Finding[] {
  const property = findProperty(entity, filter.field)
  const kind = property === undefined ? null : filterKindOf(property)
  if (kind === null || !opsOfKind[kind].includes('between')) return []
  const taken = [`${filter.field}From`, `${filter.field}To`].find((name) => fields.includes(name))
  if (taken === undefined) return []
  return [
    { place, code: 'reserved-name', message: `「${filter.field}」的區間在網址上名為 ${taken}，與查詢條件「${taken}」相同，請只留一個` },
  ]
}

/** A filter that lifts the date range must compare a complete number, and there must be a range to lift. */
function checkIdentifies(filter: Declared, filters: readonly Declared[], place: Place, entity: Entity): readonly Finding[] {
  if (filter.identifies !== true) return []
  const here: Place = [...place, 'identifies']
  const property = findProperty(entity, filter.field)
  const kind = property === undefined ? null : filterKindOf(property)
  if (kind !== null && (filter.op ?? opsOfKind[kind][0]) !== 'eq') {
    return [{ place: here, at: 'key', code: 'op-not-for-type', message: 'identifies 須以完整的值查詢，請寫 "op": "eq"' }]
  }
  const hasRange = filters.some((one) => (one.required === true || one.maxDays !== undefined) && isRangeOf(one, entity))
  const message = '清單沒有必填（required）或限制天數（maxDays）的日期區間，identifies 沒有作用，請移除'
  return hasRange ? [] : [{ place: here, at: 'key', code: 'no-effect', message }]
}

function isRangeOf(filter: Declared, entity: Entity): boolean {
  const property = findProperty(entity, filter.field)
  const kind = property === undefined ? null : filterKindOf(property)
  return kind !== null && isRange(filter, kind)
}

function checkFilter(filter: Declared, place: Place, entity: Entity, names: Names): readonly Finding[] {
  const property = findProperty(entity, filter.field)
  if (property === undefined) return checkField(filter.field, place, entity)
  if ((reservedParams as readonly string[]).includes(filter.field)) {
    return [{ place, code: 'reserved-name', message: `「${filter.field}」是查詢網址保留的名稱，不能作為查詢條件` }]
  }
  const kind = filterKindOf(property)
  if (kind === null)
    return [{ place, code: 'cannot-filter', message: `欄位「${filter.field}」的內容（圖片、HTML、JSON、多筆資料或機密）不能查詢，請移除` }]
  if (isMasked(property)) return checkLookup(filter, place, names)
  if (filter.lookup !== undefined)
    return [
      { place: [...place, 'lookup'], at: 'key', code: 'masked-field', message: `lookup 只用於遮罩欄位，「${filter.field}」沒有 x-mask` },
    ]
  return [
    ...checkOp(filter, kind, place),
    ...checkDefault(filter, { kind, place, property, names }),
    ...checkMaxDays(filter, kind, place),
    ...checkSingle(filter, kind, place),
  ]
}

/** Keys of a filter that make no sense for a masked field, which is only searched by a complete value that a user typed. */
const lookupNever = ['default', 'required', 'maxDays', 'identifies', 'single'] as const

/** A masked field is only searched by a complete value, and only by users with the named permission. */
function checkLookup(filter: Declared, place: Place, names: Names): readonly Finding[] {
  const { field, op, lookup } = filter
  if (lookup === undefined) {
    const example = `{ "field": "${field}", "op": "eq", "lookup": "unmask" }`
    const message = `遮罩欄位「${field}」不可查詢；確有需要時，以 lookup 指名可用完整的值查詢的權限，例如 ${example}`
    return [{ place, code: 'masked-field', message }]
  }
  const wrongOp: readonly Finding[] =
    op === maskedFilterOp
      ? []
      : [
          {
            place: op === undefined ? place : [...place, 'op'],
            code: 'masked-field',
            message: `遮罩欄位「${field}」只能以完整的值查詢，請寫 "op": "eq"`,
          },
        ]
  const never = lookupNever
    .filter((key) => filter[key] !== undefined)
    .map((key): Finding => ({ place: [...place, key], at: 'key', code: 'masked-field', message: `遮罩欄位的查詢條件不可使用「${key}」` }))
  return [...wrongOp, ...never, ...checkPermission(lookup, [...place, 'lookup'], names)]
}

function checkOp(filter: Declared, kind: Kind, place: Place): readonly Finding[] {
  const ops = opsOfKind[kind]
  if (filter.op === undefined || ops.includes(filter.op)) return []
  const message = `「${filter.op}」不適用於${kindTexts[kind]}欄位「${filter.field}」；可用：${ops.join('、')}`
  return [{ place: [...place, 'op'], code: 'op-not-for-type', message, ...withSuggestion(filter.op, ops) }]
}

interface CheckDefaultInput {
  readonly kind: Kind
  readonly place: Place
  readonly property: Property
  readonly names: Names
}

function checkDefault(filter: Declared, { kind, place, property, names }: CheckDefaultInput): readonly Finding[] {
  if (filter.default === undefined) return []
  const here = [...place, 'default']
  if (!fits(filter.default, filter, kind, property)) {
    return [{ place: here, code: 'wrong-type', message: `預設值不符，應為${expectedDefault(filter, kind, property)}` }]
  }
  const moving = movingDefault(filter.default)
  if (moving?.kind === 'monthsAgo') return []
  const days = moving?.count ?? 0
  if (filter.maxDays !== undefined && days > filter.maxDays) {
    return [{ place: here, code: 'wrong-size', message: `預設 ${days} 天超過 maxDays 的 ${filter.maxDays} 天，一進畫面就會被擋下` }]
  }
  const values = Array.isArray(filter.default) ? filter.default : [filter.default]
  const single = property.type === 'array' ? { ...property, ...property.items } : property
  return kind === 'option' ? values.flatMap((value) => checkOption(value, single, here, names)) : []
}

function expectedDefault(filter: Declared, kind: Kind, property: Property): string {
  if (isRange(filter, kind)) return '{"lastDays": 天數}'
  const op = filter.op ?? opsOfKind[kind][0]
  if (op === 'between') return `兩個${kindTexts[kind]}的清單，例如 [起, 迄]`
  const plain = op === 'in' ? `${kindTexts[kind]}的清單` : `一個${kindTexts[kind]}`
  return isMonth(kind, property) ? `${plain}，或 {"monthsAgo": 幾個月前}` : plain
}

function fits(value: unknown, filter: Declared, kind: Kind, property: Property): boolean {
  const moving = movingDefault(value)?.kind
  if (isRange(filter, kind)) return moving === 'lastDays'
  if (moving === 'monthsAgo') return isMonth(kind, property) && filter.op !== 'between'
  const op = filter.op ?? opsOfKind[kind][0]
  if (op === 'between' && !(Array.isArray(value) && value.length === 2)) return false
  const values: readonly unknown[] = Array.isArray(value) && (op === 'in' || op === 'between') ? value : [value]
  const types: Partial<Record<Kind, string>> = { number: 'number', boolean: 'boolean' }
  return values.every((one) => typeof one === (types[kind] ?? 'string') && parseFilterValue(String(one), kind) !== null)
}

function isRange(filter: Declared, kind: Kind): boolean {
  return (kind === 'date' || kind === 'dateTime') && (filter.op ?? opsOfKind[kind][0]) === 'between'
}

/** True for a month, or a choice from the list of months. */
function isMonth(kind: Kind, property: Property): boolean {
  return kind === 'month' || property['x-dictionary'] === 'Period'
}

function checkMaxDays(filter: Declared, kind: Kind, place: Place): readonly Finding[] {
  if (filter.maxDays === undefined || isRange(filter, kind)) return []
  return [{ place: [...place, 'maxDays'], at: 'key', code: 'op-not-for-type', message: 'maxDays 只能用於日期區間' }]
}

/** `single` is superfluous where a filter takes one value anyway. */
function checkSingle(filter: Declared, kind: Kind, place: Place): readonly Finding[] {
  if (filter.single !== true || takesSeveral(filter.op ?? opsOfKind[kind][0], kind)) return []
  const message = 'single 只用於以 eq 比對、可選多個值的條件，請移除'
  return [{ place: [...place, 'single'], at: 'key', code: 'no-effect', message }]
}
