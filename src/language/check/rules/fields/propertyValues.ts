import { formats } from '../../../../rules/formats.ts'
import type { EntityContext, Names } from '../../../catalog/known.ts'
import type { Property } from '../../../documents/entity.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { checkOption } from '../../predicateRule.ts'

/** Checks that literal values in a document (defaults, enum, tag colours) meet the rules of their field. */
export function propertyValues({ entity, names }: EntityContext): readonly Finding[] {
  const inputs = Object.entries(entity.transitions ?? {}).flatMap(([name, transition]) =>
    valuesOf(transition.input?.properties ?? {}, ['transitions', name, 'input', 'properties'], names),
  )
  return [...valuesOf(entity.properties, ['properties'], names), ...inputs]
}

/** Also used for the input forms of screen actions. */
export function valuesOf(properties: Readonly<Record<string, Property>>, place: Place, names: Names): readonly Finding[] {
  // What is shown of another record is checked there.
  const own = Object.entries(properties).filter(([, property]) => property['x-borrowed'] === undefined)
  return own.flatMap(([field, property]) => {
    const here = [...place, field]
    return [
      ...checkDefault(property, here),
      ...checkEnum(property, [...here, 'enum']),
      ...checkEnum(property.items, [...here, 'items', 'enum']),
      ...checkTags(property, [...here, 'x-tags'], names),
      ...checkFilled(property, here),
      ...checkMoney(property, here),
      ...valuesOf(property.items?.properties ?? {}, [...here, 'items', 'properties'], names),
    ]
  })
}

/** A default that violates a rule of its field would make every new record fail at a field that nobody touched. */
function checkDefault(property: Property, place: Place): readonly Finding[] {
  const problem = defaultProblem(property, property.default)
  return problem === null
    ? []
    : [{ place: [...place, 'default'], code: 'wrong-default', message: `預設值不符合此欄位自己的規則：${problem}` }]
}

function defaultProblem(property: Property, value: unknown): string | null {
  if (typeof value === 'number') {
    if (property.minimum !== undefined && value < property.minimum) return `小於 minimum（${property.minimum}）`
    if (property.maximum !== undefined && value > property.maximum) return `大於 maximum（${property.maximum}）`
    if (property.exclusiveMinimum !== undefined && value <= property.exclusiveMinimum) return `須大於 ${property.exclusiveMinimum}`
  }
  if (typeof value === 'string') {
    const length = Array.from(value).length
    if (property.maxLength !== undefined && length > property.maxLength) return `超過 maxLength（${property.maxLength}）`
    if (property.minLength !== undefined && length < property.minLength) return `少於 minLength（${property.minLength}）`
    if (property.format !== undefined && !keepsFormat(property.format, value)) return `不符合格式 ${property.format}`
  }
  const isScalar = typeof value === 'string' || typeof value === 'number'
  return isScalar && property.enum !== undefined && !property.enum.includes(value) ? `不在 enum 之中` : null
}

function keepsFormat(format: NonNullable<Property['format']>, value: string): boolean {
  return formats[format](value)
}

function checkEnum(property: Property | undefined, place: Place): readonly Finding[] {
  if (property?.enum === undefined) return []
  const expected = property.type === 'integer' ? 'number' : property.type
  return property.enum.flatMap((value, index): readonly Finding[] => {
    if (typeof value !== expected)
      return [{ place: [...place, index], code: 'wrong-type', message: `enum 的值須與欄位型別 ${property.type} 相同` }]
    if (property.enum?.indexOf(value) === index) return []
    return [{ place: [...place, index], code: 'duplicate-name', message: `enum 的值「${value}」重複` }]
  })
}

/** A colour for a value that the field cannot have is never shown. */
function checkTags(property: Property, place: Place, names: Names): readonly Finding[] {
  return Object.keys(property['x-tags'] ?? {}).flatMap((value): readonly Finding[] => {
    if (property.enum === undefined)
      return checkOption(value, property, [...place, value], names).map((one) => ({
        ...one,
        at: 'key' as const,
        severity: 'warning' as const,
      }))
    if (property.enum.map(String).includes(value)) return []
    return [
      {
        place: [...place, value],
        at: 'key',
        severity: 'warning',
        code: 'unknown-option',
        message: `enum 沒有「${value}」，此顏色不會出現`,
      },
    ]
  })
}

/** Money is shown in whole dollars: a sum of what is shown would not be the sum that is shown. */
function checkMoney(property: Property, place: Place): readonly Finding[] {
  if (property['x-format'] !== 'money' || property['x-decimals'] === undefined) return []
  const message = 'money 以整數元顯示，看不到 x-decimals 的小數；請移除 "x-format": "money"（小數照 x-decimals 顯示），或移除 x-decimals'
  return [{ place: [...place, 'x-format'], severity: 'warning', code: 'hidden-decimals', message }]
}

/** `x-from` takes the single option of the field's own dictionary. */
function checkFilled(property: Property, place: Place): readonly Finding[] {
  if (!property['x-from']?.startsWith('dictionary:') || property['x-dictionary'] !== undefined) return []
  return [{ place: [...place, 'x-from'], at: 'key', code: 'missing-key', message: 'x-from 由字典帶入，此欄位須有 x-dictionary' }]
}
