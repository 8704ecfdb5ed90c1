import { takenNames } from '../check/rules/entity/entityShape.ts'
import { keywordsOfInputs, keywordsOfRecords, typesOfKeyword } from '../check/rules/fields/propertyKeywords.ts'
import { type Shape, shapesOfFormat, shapesOfWidget } from '../check/rules/fields/widgetsAndFormats.ts'
import { commonProperties } from '../documents/commonProperties.ts'
import type { Property } from '../documents/entity.ts'
import { colleagues } from '../rights/ownAccount.ts'
import type { JsonSchema } from '../schema/languageSchema.ts'
import { allOf, eachOf, members, oneOf, unfit, where } from './schemaParts.ts'

const types: readonly Property['type'][] = ['string', 'integer', 'number', 'boolean', 'array', 'object']

/** What the checker says of one field by itself: keywords, widgets and formats that fit its type. */
export function propertyRules(): JsonSchema {
  return allOf(
    ...types.map((type) => where('type', { const: type }, members({ ...keywordsNotFor(type), ...valuesOf(type) }))),
    where('type', { enum: ['integer', 'number'] }, fittingShape('number')),
    where('type', { const: 'string' }, fittingShape('text')),
    where('type', { const: 'boolean' }, fittingShape('boolean')),
    where('items', { properties: { type: { const: 'object' } }, required: ['type'] }, fittingShape('rows')),
    where('items', { properties: { type: { not: { const: 'object' } } }, required: ['type'] }, fittingShape('list')),
    unlessUsed(where('type', { const: 'array' }, { anyOf: [{ required: ['items'] }, { required: ['x-details'] }] })),
    unlessUsed(where('x-widget', { enum: ['select', 'radio'] }, optionsOrBoolean)),
    unlessUsed(
      where(
        'x-from',
        { pattern: '^dictionary:' },
        { required: ['x-dictionary'], errorMessage: 'x-from 由字典帶入，此欄位須有 x-dictionary' },
      ),
    ),
    unlessUsed(where('x-today', { const: true }, members({ format: { const: 'date' } }))),
    unlessUsed(where('x-me', { const: true }, ofColleagues)),
    where('items', {}, members({ items: allOf({ $ref: '#/$defs/propertyRules' }, members({ properties: eachOf(rowRules) })) })),
    where('properties', {}, members({ properties: eachOf({ $ref: '#/$defs/propertyRules' }) })),
  )
}

const optionsOrBoolean: JsonSchema = {
  anyOf: [{ required: ['x-dictionary'] }, { required: ['enum'] }, { properties: { type: { const: 'boolean' } }, required: ['type'] }],
  errorMessage: '這個元件需要選項，請加上 x-dictionary 或 enum',
}

const ofColleagues: JsonSchema = {
  required: ['x-dictionary'],
  properties: { 'x-dictionary': { anyOf: [{ const: colleagues }, { properties: { name: { const: colleagues } }, required: ['name'] }] } },
  errorMessage: '「x-me」只能用於選同事的欄位（"x-dictionary": "User"）',
}

/** A part that takes from a preset may get there what it does not say itself. */
export const unlessUsed = (rule: JsonSchema): JsonSchema => ({ if: { required: ['use'] }, else: rule })

function keywordsNotFor(type: Property['type']): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(typesOfKeyword).flatMap(([keyword, fitting]) =>
      fitting.includes(type) ? [] : [[keyword, unfit(`「${keyword}」只能用於型別 ${fitting.join('、')}，此欄位的型別是 ${type}`)]],
    ),
  )
}

function valuesOf(type: Property['type']): Readonly<Record<string, JsonSchema>> {
  const ofType: JsonSchema = { type: [type, 'null'], errorMessage: `值的型別應為 ${type}` }
  return type === 'array' || type === 'object' ? { default: ofType } : { default: ofType, enum: { items: ofType } }
}

function fittingShape(shape: Shape): JsonSchema {
  const fitting = (table: Readonly<Record<string, readonly Shape[]>>) => [
    ...Object.keys(table).filter((name) => table[name]?.includes(shape)),
    null,
  ]
  return members({
    'x-widget': oneOf(fitting(shapesOfWidget), '這個元件不適用於此欄位的型別'),
    'x-format': oneOf(fitting(shapesOfFormat), '這個顯示方式不適用於此欄位的型別'),
  })
}

const onlyIn = (keywords: readonly string[], place: string) =>
  members(Object.fromEntries(keywords.map((keyword) => [keyword, unfit(`「${keyword}」在${place}中沒有作用`)])))

/** Fields of an entity have a title, are no inputs, and common fields stay what they are. */
export function entityFieldRules(): JsonSchema {
  const common = Object.entries(commonProperties).map(([name, { type }]) => {
    const message = `「${name}」是每個實體都有的共同欄位（${type}，由系統維護），不可改作他用`
    return [name, members({ type: { const: type, errorMessage: message } })] as const
  })
  const each = allOf({ $ref: '#/$defs/propertyRules' }, titled, onlyIn(['x-start', 'x-single'], '實體的欄位'))
  return allOf(eachOf(each), members(Object.fromEntries(common)))
}

/** @param isOfStep an action of a screen asks for a call of code, which knows nothing of references */
export function inputRules(isOfStep: boolean): JsonSchema {
  const useless = isOfStep ? keywordsOfInputs : [...keywordsOfInputs, 'x-ref']
  // Without titles: the input of a step may take a field from a preset, and only add to it.
  const each = allOf({ $ref: '#/$defs/propertyRules' }, onlyIn(useless, '輸入表單'))
  return allOf(eachOf(each), members(Object.fromEntries(takenNames.map((name) => [name, reserved]))))
}

const titled = unlessUsed({ required: ['title'] })
const reserved = unfit('這是呼叫本身使用的名稱，請改用其他欄位名稱')

/** Keywords of a row of several. */
const rowRules = onlyIn(keywordsOfRecords, '多列資料的一列')
