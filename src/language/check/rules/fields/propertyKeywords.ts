import type { EntityContext } from '../../../catalog/known.ts'
import { commonProperties } from '../../../documents/commonProperties.ts'
import type { Property } from '../../../documents/entity.ts'
import { dictionaryOf, isContent } from '../../../entity/property.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { colleagues } from '../../../rights/ownAccount.ts'

type Type = Property['type']

/** Types for which a keyword has a meaning; keywords not listed fit any type. */
export const typesOfKeyword: Readonly<Partial<Record<keyof Property, readonly Type[]>>> = {
  format: ['string'],
  minLength: ['string'],
  maxLength: ['string'],
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  exclusiveMinimum: ['integer', 'number'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
  items: ['array'],
  properties: ['object'],
  required: ['object'],
  'x-decimals': ['number'],
  'x-search': ['string'],
  'x-unique': ['string', 'integer'],
  'x-number': ['string'],
  'x-ref': ['string'],
  'x-after': ['string'],
  'x-notBefore': ['string', 'integer', 'number'],
  'x-mask': ['string'],
  'x-details': ['array'],
  'x-me': ['string'],
  'x-link': ['string', 'integer', 'array'],
}

/**
 * Checks that keywords fit their type, ranges are not empty, defaults have the right type, titles exist, and common fields are not
 * redefined.
 */
export function propertyKeywords({ entity }: EntityContext): readonly Finding[] {
  const inputs = Object.entries(entity.transitions ?? {}).flatMap(([name, transition]) =>
    checkProperties(transition.input?.properties ?? {}, ['transitions', name, 'input', 'properties']),
  )
  return [
    ...checkProperties(entity.properties, ['properties']),
    ...Object.keys(entity.properties).flatMap((field) => checkCommon(field, entity.properties[field])),
    ...inputs,
  ]
}

/** Also used for the input forms of screen actions. */
export function checkProperties(properties: Readonly<Record<string, Property>>, place: Place): readonly Finding[] {
  return Object.entries(properties).flatMap(([field, property]) => {
    const here = [...place, field]
    const title: readonly Finding[] =
      property.title === undefined
        ? [{ place: here, at: 'key', severity: 'warning', code: 'missing-title', message: `欄位「${field}」沒有標題，畫面會顯示英文名稱` }]
        : []
    return [...title, ...checkProperty(property, here)]
  })
}

/** Keywords about a whole record. In a row of a list, or in the small form of a step, nothing obeys them. */
export const keywordsOfRecords = ['x-number', 'x-rollup', 'x-details', 'x-unique', 'x-search', 'x-immutable', 'x-approval'] as const
/** The form of a step only asks; nothing computes its values. */
export const keywordsOfInputs = [...keywordsOfRecords, 'x-computed', 'x-formula', 'x-read', 'x-write'] as const
/** The small form of an action of a screen asks for a call of our code, which knows nothing of references. */
const ofActions = [...keywordsOfInputs, 'x-ref'] as const

function withoutRecord(property: Property, place: Place): readonly Finding[] {
  const isInput = place[0] !== 'properties'
  const isRow = place.length > 2
  const useless = !isInput ? keywordsOfRecords : place[0] === 'transitions' ? keywordsOfInputs : ofActions
  return useless.flatMap((keyword): readonly Finding[] => {
    if ((!isInput && !isRow) || property[keyword] === undefined) return []
    const where = isInput ? '輸入表單' : '多列資料的一列'
    return [
      {
        place: [...place, keyword],
        at: 'key',
        code: 'no-effect',
        message: `「${keyword}」只對實體的欄位有作用，在${where}中不會生效，請移除`,
      },
    ]
  })
}

/** A computed member of a row is never asked for, so it cannot be required. */
function requiredMembers({ properties = {}, required = [] }: Property, place: Place): readonly Finding[] {
  return required.flatMap((member, index): readonly Finding[] =>
    Object.hasOwn(properties, member) && properties[member]?.['x-computed'] === true
      ? [
          {
            place: [...place, 'required', index],
            code: 'required-computed',
            message: `「${member}」由伺服器計算（x-computed），不可列為必填`,
          },
        ]
      : [],
  )
}

function checkProperty(property: Property, place: Place): readonly Finding[] {
  const misplaced = (Object.keys(property) as (keyof Property)[]).flatMap((keyword): readonly Finding[] => {
    const types = typesOfKeyword[keyword]
    if (types === undefined || types.includes(property.type)) return []
    return [
      {
        place: [...place, keyword],
        at: 'key',
        code: 'keyword-not-for-type',
        message: `「${keyword}」只能用於型別 ${types.join('、')}，此欄位的型別是 ${property.type}`,
      },
    ]
  })
  const missing: readonly Finding[] =
    property.type === 'array' && property.items === undefined && property['x-details'] === undefined
      ? [{ place, code: 'missing-key', message: '清單欄位須以 items 說明每一筆的型別' }]
      : bareContent(property, place)
  return [
    ...misplaced,
    ...withoutRecord(property, place),
    ...requiredMembers(property, place),
    ...missing,
    ...checkRanges(property, place),
    ...checkDefault(property, place),
    ...checkToday(property, place),
    ...checkMe(property, place),
    // Rows that are records of another entity are checked there.
    ...(property.items === undefined || property.items['x-child'] !== undefined ? [] : checkProperty(property.items, [...place, 'items'])),
    ...(property.properties === undefined ? [] : checkProperties(property.properties, [...place, 'properties'])),
  ]
}

/** A list without rows is edited as short texts: a picture would be the text of its data URL. In rows it has its own control. */
function bareContent({ items }: Property, place: Place): readonly Finding[] {
  if (items === undefined || !isContent(items)) return []
  const member = `"${items.format === 'imageDataUrl' ? 'image": {"title": "圖片' : 'content": {"title": "內容'}", "type": "string", "format": "${items.format}"}`
  const message = `清單的每一筆若直接是 ${items.format}，只能當成文字編輯；請改為多列資料："items": {"type": "object", "properties": {${member}}}`
  return [{ place: [...place, 'items', 'format'], code: 'content-in-list', message }]
}

function checkRanges(property: Property, place: Place): readonly Finding[] {
  const pairs = [
    ['minimum', 'maximum'],
    ['minLength', 'maxLength'],
    ['minItems', 'maxItems'],
  ] as const
  return pairs.flatMap(([low, high]) => {
    const [least, most] = [property[low], property[high]]
    return least !== undefined && most !== undefined && least > most
      ? [{ place: [...place, low], code: 'empty-range', message: `${low}（${least}）大於 ${high}（${most}），沒有值能通過` }]
      : []
  })
}

function checkDefault(property: Property, place: Place): readonly Finding[] {
  if (property.default === undefined || hasType(property.default, property.type)) return []
  return [{ place: [...place, 'default'], code: 'wrong-type', message: `預設值的型別應為 ${property.type}${quoteHint(property)}` }]
}

/** Only a date that nothing else fills can default to today. */
function checkToday(property: Property, place: Place): readonly Finding[] {
  if (property['x-today'] !== true) return []
  const here: Place = [...place, 'x-today']
  if (property.format !== 'date')
    return [{ place: here, at: 'key', code: 'keyword-not-for-type', message: '「x-today」只能用於日期（"format": "date"）' }]
  if (isInside(place)) return [noEffectInside('x-today', here)]
  if (property.default === undefined && property['x-computed'] !== true) return []
  return [{ place: here, at: 'key', code: 'no-effect', message: '此日期已有 default 或由伺服器計算，x-today 沒有作用，請移除' }]
}

/** Within a row or an object; forms start with values of their own fields only. */
function isInside(place: Place): boolean {
  return place.length > (place[0] === 'properties' ? 2 : 5)
}

function noEffectInside(keyword: string, place: Place): Finding {
  return { place, at: 'key', code: 'no-effect', message: `「${keyword}」只對實體的欄位與輸入有作用，在一列或物件中不會生效，請移除` }
}

/** Only the account of a colleague that nothing else fills can start with one's own. */
function checkMe(property: Property, place: Place): readonly Finding[] {
  if (property['x-me'] !== true || property.type !== 'string') return []
  const here: Place = [...place, 'x-me']
  if (dictionaryOf(property)?.name !== colleagues) {
    const message = '「x-me」只能用於選同事的欄位（"x-dictionary": "User"），先填入登入者的帳號'
    return [{ place: here, at: 'key', code: 'keyword-not-for-type', message }]
  }
  if (isInside(place)) return [noEffectInside('x-me', here)]
  if (property.default === undefined) return []
  return [{ place: here, at: 'key', code: 'no-effect', message: '此欄位已有 default，x-me 沒有作用，請移除其中一個' }]
}

/** Hint for the usual mistake: a number or boolean in quotation marks. */
function quoteHint({ type, default: value }: Property): string {
  return typeof value === 'string' && type !== 'string' && type !== 'array' && type !== 'object' ? '，不加引號' : ''
}

function hasType(value: unknown, type: Type): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isSafeInteger(value)
  return type === 'object' ? typeof value === 'object' && value !== null && !Array.isArray(value) : typeof value === type
}

function checkCommon(field: string, property: Property | undefined): readonly Finding[] {
  if (property === undefined || !Object.hasOwn(commonProperties, field)) return []
  const common = commonProperties[field as keyof typeof commonProperties]
  if (property.type === common.type && property['x-computed'] === true) return []
  return [
    {
      place: ['properties', field],
      at: 'key',
      code: 'common-field',
      message: `「${field}」是每個實體都有的共同欄位（${common.type}，由系統維護），不可改作他用`,
    },
  ]
}
