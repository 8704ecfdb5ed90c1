import type { EntityContext, Names } from '../../../catalog/known.ts'
import type { Entity, Property } from '../../../documents/entity.ts'
import type { Rollup } from '../../../documents/relations.ts'
import { findProperty } from '../../../entity/property.ts'
import { whyNotShown } from '../../../entity/references.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName } from '../../../findings/suggest.ts'
import { checkField } from '../../fieldRule.ts'
import { filledElsewhere, type SystemFilled, uselessKeys } from '../fields/systemFilled.ts'

const byRollup: SystemFilled = { key: 'x-rollup', name: '彙總', code: 'rollup-input', allowed: [] }

/** Checks roll-ups: that the child names this entity, that their value fits the field, and that nothing else fills it. */
export function rollups({ entity, names }: EntityContext): readonly Finding[] {
  const own = Object.entries(entity.properties).flatMap(([field, property]): readonly Finding[] => {
    const rollup = property['x-rollup']
    if (rollup === undefined) return []
    const place = ['properties', field]
    const at = [...place, 'x-rollup']
    return [
      ...uselessKeys(property, place, byRollup),
      ...ownTable(entity, at),
      ...twice(property, field, at),
      ...missingField(rollup, at),
      ...ofChild(entity, { rollup, property, at, names }),
    ]
  })
  return [...own, ...filledElsewhere(entity, byRollup)]
}

function ownTable({ table }: Entity, at: Place): readonly Finding[] {
  if (table === undefined) return []
  const message = `資料表 ${table} 的資料由程式彙總；x-rollup 只用於沒有 table 的實體`
  return [{ place: at, at: 'key', code: 'rollup-input', message }]
}

function twice(property: Property, field: string, at: Place): readonly Finding[] {
  const other = (['x-formula', 'x-number', 'x-ref'] as const).find((key) => property[key] !== undefined)
  if (other === undefined) return []
  return [{ place: at, at: 'key', code: 'rollup-input', message: `「${field}」已有 ${other}，不能同時彙總其他資料；請擇一` }]
}

function missingField({ op, field }: Rollup, at: Place): readonly Finding[] {
  if (op === 'count' && field !== undefined)
    return [{ place: [...at, 'field'], at: 'key', code: 'no-effect', message: 'count 數的是筆數，field 沒有作用，請移除' }]
  if (op !== 'count' && field === undefined) return [{ place: at, code: 'missing-key', message: `${op} 須以 field 指名彙總哪個欄位` }]
  return []
}

interface ChildRollup {
  readonly rollup: Rollup
  readonly property: Property
  readonly at: Place
  readonly names: Names
}

function ofChild(entity: Entity, { rollup, property, at, names }: ChildRollup): readonly Finding[] {
  const child = names.entities.get(rollup.child)
  if (child === undefined) {
    if (names.brokenEntities.has(rollup.child)) return []
    const unknown = unknownName(`沒有實體「${rollup.child}」`, rollup.child, names.entities.keys())
    return [{ place: [...at, 'child'], code: 'unknown-entity', ...unknown }]
  }
  return [
    ...namesThis(entity, child, rollup, at),
    ...scopes(entity, child, at),
    ...(rollup.op === 'count' || rollup.field === undefined
      ? fits(property, { type: 'integer' }, at)
      : ofField(child, rollup.field, { rollup, property, at })),
  ]
}

function namesThis(entity: Entity, child: Entity, { by }: Rollup, at: Place): readonly Finding[] {
  const place = [...at, 'by']
  const unknown = checkField(by, place, child)
  if (child.properties[by]?.['x-read'] !== undefined)
    return [{ place, code: 'field-right', message: `「${by}」另須權限才看得到（x-read），彙總會透露它指向誰` }]
  if (unknown.length > 0 || child.properties[by]?.['x-ref']?.entity === entity.name) return unknown
  const message = `「${child.title}」的「${by}」沒有指向這個實體；請在那裡加上 "x-ref": { "entity": "${entity.name}" }`
  return [{ place, code: 'rollup-by', message }]
}

/** Merchants see the records of an entity with a scope, so nothing of records without one may be summed up there. */
function scopes(entity: Entity, child: Entity, at: Place): readonly Finding[] {
  if (entity.scope === undefined || child.scope !== undefined) return []
  const message = `特約商看得到這個實體（scope），但「${child.title}」不以特約商區分；只能彙總有 scope 的實體`
  return [{ place: [...at, 'child'], code: 'wrong-scope', message }]
}

const comparable: readonly Property['type'][] = ['string', 'integer', 'number']

function ofField(child: Entity, field: string, { rollup: { op }, property, at }: Omit<ChildRollup, 'names'>): readonly Finding[] {
  const place = [...at, 'field']
  const summed = findProperty(child, field)
  if (summed === undefined) return checkField(field, place, child)
  const why = whyNotShown(summed)
  if (why !== null) return [{ place, code: 'not-shown', message: `「${field}」${why.replace('經由參照顯示', '彙總')}` }]
  const isNumber = summed.type === 'integer' || summed.type === 'number'
  if (op === 'sum' && !isNumber) return [{ place, code: 'wrong-type', message: `「${field}」不是數字，不能合計` }]
  if (op !== 'last' && !comparable.includes(summed.type))
    return [{ place, code: 'wrong-type', message: `「${field}」是是否，沒有大小；請用 last` }]
  return fits(property, summed, at)
}

/** The value has the form of its field: type, format, and no more decimals. */
function fits(property: Property, value: Property, at: Place): readonly Finding[] {
  const place = [...at.slice(0, -1), 'type']
  if (property.type !== value.type) {
    return [{ place, code: 'wrong-type', message: `彙總的結果是 ${value.type}，此欄位的型別是 ${property.type}，請改為 ${value.type}` }]
  }
  if (property.format !== value.format) {
    const expected = value.format === undefined ? '不寫 format' : `寫 "format": "${value.format}"`
    return [{ place: at, at: 'key', code: 'wrong-type', message: `彙總的結果與此欄位的 format 不同，請${expected}` }]
  }
  if ((property['x-decimals'] ?? 0) >= (value['x-decimals'] ?? 0)) return []
  return [
    {
      place: at,
      at: 'key',
      code: 'wrong-type',
      message: `彙總的結果有 ${value['x-decimals']} 位小數，請寫 "x-decimals": ${value['x-decimals']}`,
    },
  ]
}
