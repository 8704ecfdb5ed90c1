import { isDate, isDateTime, isMonth } from '../../rules/dates.ts'
import type { Names } from '../catalog/known.ts'
import type { Entity, Property } from '../documents/entity.ts'
import type { Predicate } from '../documents/predicate.ts'
import { isMasked, maskedTest } from '../entity/maskedFields.ts'
import { fieldNames, findProperty } from '../entity/property.ts'
import type { Finding, Place } from '../findings/source.ts'
import { unknownName, withSuggestion } from '../findings/suggest.ts'
import { predicatePaths } from '../predicate/predicatePaths.ts'
import { writtenOption } from './optionNames.ts'
import { checkPermission } from './permissionRule.ts'

type Root = 'row' | 'form' | 'user' | 'now'

/** Members of the roots `user` and `now`, which no document declares. */
export const fixedMembers: Readonly<Record<'user' | 'now', readonly string[]>> = {
  user: ['userName', 'userType', 'companyNo', 'roles', 'permissions'],
  now: ['date', 'time'],
}

export interface PredicateUse {
  readonly entity: Entity
  readonly names: Names
  readonly roots: readonly Root[]
}

/** Checks that the paths of a predicate exist, its roots are allowed here, and its values have the type (and are options) of the field. */
export function checkPredicate(predicate: Predicate | undefined, place: Place, use: PredicateUse): readonly Finding[] {
  if (predicate === undefined) return []
  const paths = predicatePaths(predicate, place).flatMap((path) => checkPath(path.root, path.segments, path.place, use))
  return paths.length > 0 ? paths : checkValues(predicate, place, use)
}

function checkPath(root: string, segments: readonly string[], place: Place, use: PredicateUse): readonly Finding[] {
  const at = place.at(-1) === 'path' ? 'value' : 'key'
  const allowed: readonly string[] = use.roots
  if (!allowed.includes(root)) {
    return [
      {
        place,
        at,
        code: 'wrong-root',
        message: `此處的條件不能使用「${root}」；可用：${use.roots.join('、')}`,
        ...withSuggestion(root, allowed),
      },
    ]
  }
  const [field, ...deeper] = segments
  if (field === undefined) return [{ place, at, code: 'unknown-field', message: `條件的路徑「${root}」之後須接欄位名稱` }]
  const known = root === 'user' || root === 'now' ? fixedMembers[root] : fieldNames(use.entity)
  if (known.includes(field) && deeper.length === 0) return []
  if (deeper.length > 0) return [{ place, at, code: 'unknown-field', message: `條件的路徑只能有一層：「${root}.${segments.join('.')}」` }]
  return [{ place, at, code: 'unknown-field', ...unknownName(`條件中沒有「${root}.${field}」這個欄位`, field, known) }]
}

function checkValues(predicate: Predicate, place: Place, use: PredicateUse): readonly Finding[] {
  return Object.entries(predicate).flatMap(([key, condition]) => {
    const here = [...place, key]
    if (key === '$not') return checkValues(condition as Predicate, here, use)
    if (key.startsWith('$')) return (condition as readonly Predicate[]).flatMap((part, index) => checkValues(part, [...here, index], use))
    const property = propertyOfPath(key, use)
    return property === undefined ? [] : checkTests(condition as Readonly<Record<string, unknown>>, property, here, use)
  })
}

/** The property at a path: a field of the entity, or one of the fixed members. */
function propertyOfPath(path: string, { entity }: PredicateUse): Property | undefined {
  const [root = '', field = ''] = path.split('.')
  if (root === 'row' || root === 'form') return findProperty(entity, field)
  return field === 'roles' || field === 'permissions' ? { type: 'array', items: { type: 'string' } } : { type: 'string' }
}

function checkTests(tests: Readonly<Record<string, unknown>>, property: Property, place: Place, use: PredicateUse): readonly Finding[] {
  return Object.entries(tests).flatMap(([test, operand]) => {
    const unfit = unfitTest(test, property)
    if (unfit !== null) return [{ place: [...place, test], at: 'key' as const, code: 'test-not-for-type', message: unfit }]
    if (property['x-read'] !== undefined)
      return [{ place: [...place, test], at: 'key' as const, code: 'field-right', message: withheldText }]
    if (test === maskedTest) return []
    if (isMasked(property)) return [{ place: [...place, test], at: 'key' as const, code: 'masked-field', message: maskedText }]
    const single = property.type === 'array' ? (property.items ?? property) : property
    const operands = Array.isArray(operand)
      ? operand.map((value, index) => [value, [...place, test, index]] as const)
      : [[operand, [...place, test]] as const]
    return [
      ...operands.flatMap(([value, at]) => checkOperand(value, { property: single, place: at, use, test })),
      ...(place.at(-1) === 'user.permissions' && typeof operand === 'string'
        ? checkWholePermission(operand, [...place, test], use.names)
        : []),
      ...(test === 'between' ? checkRange(operand as readonly unknown[], [...place, test]) : []),
    ]
  })
}

/** The permissions of a user are whole ones, so a short name is one that nobody has. */
function checkWholePermission(permission: string, place: Place, names: Names): readonly Finding[] {
  if (permission.split('.').length === 3) return checkPermission(permission, place, names)
  const message = `登入者的權限是三段的完整權限，例如 company.companies.approve；沒有人有「${permission}」`
  return [{ place, code: 'impossible-permission', message, ...withSuggestion(permission, names.grantable) }]
}

/** A button or row that appears depending on a masked value would reveal the value. */
const maskedText = '條件對遮罩欄位只能用「empty」（有沒有填）；其他比較會透露遮罩的內容'

/** The same for a field that some people may not see at all. */
const withheldText = '條件不能用另須權限才看得到的欄位（x-read）：畫面的樣子會透露它的內容'

const orderTests: readonly string[] = ['lt', 'lte', 'gt', 'gte', 'between']

/** Why a test can never hold for a type; null when it can. */
export function unfitTest(test: string, property: Property): string | null {
  const isList = property.type === 'array'
  if (test === 'empty') return null
  if (test === 'has') return isList ? null : '「has」只能用於清單欄位'
  if (isList) return `清單欄位只能用「has」與「empty」，不能用「${test}」`
  if (test === 'contains') return property.type === 'string' ? null : '「contains」只能用於文字欄位'
  return orderTests.includes(test) && property.type === 'boolean' ? `「${test}」比較大小，不能用於是否欄位；請用 eq` : null
}

function checkRange([low, high]: readonly unknown[], place: Place): readonly Finding[] {
  const isReversed =
    (typeof low === 'number' && typeof high === 'number' && low > high) ||
    (typeof low === 'string' && typeof high === 'string' && low > high)
  return isReversed ? [{ place, code: 'empty-range', message: 'between 的起值大於迄值，永遠不成立' }] : []
}

const typeTexts: Readonly<Record<string, string>> = { string: '文字', number: '數字', boolean: ' true 或 false' }

interface CheckOperandInput {
  readonly property: Property
  readonly place: Place
  readonly use: PredicateUse
  readonly test: string
}

function checkOperand(value: unknown, { property, place, use, test }: CheckOperandInput): readonly Finding[] {
  const expected = typeOf(property)
  const isPath = typeof value === 'object' && value !== null
  const other = isPath ? propertyOfPath((value as { readonly path: string }).path, use) : undefined
  if (isPath && other === undefined) return []
  if (other?.['x-read'] !== undefined) return [{ place, code: 'field-right', message: withheldText }]
  if (other !== undefined && isMasked(other)) return [{ place, code: 'masked-field', message: maskedText }]
  const given = other === undefined ? typeof value : typeOf(other)
  if (given !== expected) {
    const example = typeof value === 'number' && expected === 'string' ? `，例如 "${value}"` : ''
    const text = typeTexts[expected] ?? expected
    return [{ place, code: 'wrong-type', message: `欄位的值是${text}，比較的值也必須是${text}${example}；型別不同永遠不成立` }]
  }
  if (typeof value === 'string') {
    const text = meantPath(value, use) ?? notADate(value, property, test)
    if (text !== null) return [{ place, code: 'wrong-value', message: text }]
  }
  if (isPath && isItself(value as { readonly path: string }, place)) {
    return [{ place, code: 'never-true', message: '這是與自己比較；請與另一個欄位或值比較' }]
  }
  const isWhole = test !== 'contains' && !isPath && (property.enum === undefined || !orderTests.includes(test))
  return isWhole ? checkOption(value, property, place, use.names) : []
}

/** For a text that is the way to a value, as people write it who compare two values. */
function meantPath(written: string, { entity, roots }: PredicateUse): string | null {
  const [root = '', field = '', ...deeper] = written.split('.')
  if (deeper.length > 0 || !(roots as readonly string[]).includes(root)) return null
  const known = root === 'user' || root === 'now' ? fixedMembers[root] : fieldNames(entity)
  return known.includes(field) ? `「${written}」在此是一段文字；要與那個值比較，請寫 { "path": "${written}" }` : null
}

const dateTexts: Readonly<Record<string, readonly [is: (text: string) => boolean, text: string]>> = {
  date: [isDate, '是日期，比較的值應為 "2026-01-31" 這樣的日期；今天請寫 { "path": "now.date" }'],
  'date-time': [
    (text) => isDate(text) || isDateTime(text),
    '是時間，比較的值應為 "2026-01-31T00:00:00+08:00" 這樣的時間；現在請寫 { "path": "now.time" }',
  ],
  month: [isMonth, '是月份，比較的值應為 "202601" 這樣的六位數字'],
}

/** For a text that is compared with dates although it is none: no record would ever be before or after it as its author means. */
function notADate(written: string, { format, title }: Property, test: string): string | null {
  const known = format !== undefined && Object.hasOwn(dateTexts, format) ? dateTexts[format] : undefined
  if (known === undefined || test === 'contains') return null
  const [isOne, text] = known
  return isOne(written) ? null : `${title === undefined ? '欄位' : `「${title}」`}${text}`
}

/** True for an operand that reads the very path that it is compared with: `"row.points": { "gt": { "path": "row.points" } }`. */
function isItself({ path }: { readonly path: string }, place: Place): boolean {
  return place.some((part) => part === path)
}

function typeOf({ type }: Property): string {
  return type === 'integer' ? 'number' : type
}

/** Checks that a value is an option of the field's fixed dictionary or `enum`, because the field can have no other value. */
export function checkOption(value: unknown, property: Property, place: Place, names: Names): readonly Finding[] {
  const use = property['x-dictionary']
  if (property.enum !== undefined && !property.enum.includes(value as string)) {
    return [{ place, code: 'unknown-option', ...unknownName(`enum 沒有「${String(value)}」`, String(value), property.enum.map(String)) }]
  }
  const name = typeof use === 'string' ? use : use?.name
  const dictionary = name === undefined ? undefined : names.dictionaryDocuments.get(name)
  const keys = dictionary?.options.map((option) => option.key) ?? []
  if (dictionary === undefined || keys.includes(String(value))) return []
  const words = dictionary.options.map(writtenOption)
  const titled = dictionary.options.find((option) => option.value === value)
  const listed = dictionary.options.slice(0, 20).map((option) => `${writtenOption(option)}（${option.value}）`)
  return [
    {
      place,
      code: 'unknown-option',
      message: `字典 ${name} 沒有代碼「${String(value)}」；可用：${listed.join('、')}`,
      ...(titled === undefined ? withSuggestion(String(value), words) : { suggestion: writtenOption(titled) }),
    },
  ]
}
