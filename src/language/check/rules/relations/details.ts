import type { EntityContext, Names } from '../../../catalog/known.ts'
import type { Entity, Property } from '../../../documents/entity.ts'
import type { Details } from '../../../documents/relations.ts'
import { type DetailField, detailRowsMax, detailsOf, whyNotInRows } from '../../../entity/details.ts'
import { findProperty } from '../../../entity/property.ts'
import { borrowedName, type CopySource, whyNotShown } from '../../../entity/references.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName } from '../../../findings/suggest.ts'
import { startsForAll } from '../../../rights/ownAccount.ts'
import { checkField } from '../../fieldRule.ts'
import { findOtherField } from '../../otherField.ts'

/**
 * Checks fields whose rows are records of another entity: that these refer to this entity, that whoever fills in a row can fill in all that
 * its record needs, and that nobody sees through it what is not for everybody.
 */
export function details({ entity, names }: EntityContext): readonly Finding[] {
  return detailsOf(entity.properties).flatMap((one) => {
    const at = ['properties', one.field, 'x-details']
    return [...ofField(one, entity, at), ...ofChild(one, { entity, at, names }), ...twice(one, entity, at), ...elsewhere(one, entity)]
  })
}

/** Keys that say what a list consists of, or how it is stored; here the other entity does. */
const otherKeys = ['default', 'uniqueItems', 'x-dictionary', 'x-widget', 'x-format', 'x-computed', 'x-from'] as const

function ofField({ field, property }: DetailField, { table }: Entity, at: Place): readonly Finding[] {
  const place = ['properties', field]
  const written = otherKeys.filter((key) => property[key] !== undefined)
  const keys = property.items !== undefined && property.items['x-child'] === undefined ? [...written, 'items'] : written
  const useless = keys.map((key): Finding => {
    const message = `明細（x-details）的列由另一個實體說明，「${key}」沒有作用，請移除`
    return { place: [...place, key], at: 'key', code: 'no-effect', message }
  })
  const most = property.maxItems ?? 0
  const tooMany: readonly Finding[] =
    most > detailRowsMax
      ? [{ place: [...place, 'maxItems'], code: 'wrong-size', message: `明細與主檔一起存檔，最多 ${detailRowsMax} 列` }]
      : []
  const held: readonly Finding[] = property['x-approval'] === true ? [{ place: [...place, 'x-approval'], at: 'key', ...approval }] : []
  if (table === undefined) return [...useless, ...tooMany, ...held]
  const message = `資料表 ${table} 由程式儲存；x-details 只用於沒有 table 的實體`
  return [...useless, ...tooMany, ...held, { place: at, at: 'key', code: 'details-input', message }]
}

const approval = { code: 'details-input', message: '明細的列由另一個實體儲存，變更不能先送核准（x-approval），請移除' }

interface ChildContext {
  readonly entity: Entity
  readonly at: Place
  readonly names: Names
}

function ofChild(one: DetailField, { entity, at, names }: ChildContext): readonly Finding[] {
  const { details } = one
  const child = names.entities.get(details.child)
  if (child === undefined) {
    if (names.brokenEntities.has(details.child)) return []
    const unknown = unknownName(`沒有實體「${details.child}」`, details.child, names.entities.keys())
    return [{ place: [...at, 'child'], code: 'unknown-entity', ...unknown }]
  }
  return [
    ...ofOtherEntity(entity, child, at),
    ...refersHere(entity, child, one, at),
    ...details.fields.flatMap((field, index) => inRows(field, one, child, { place: [...at, 'fields', index], names })),
    ...order(child, one, at),
    ...missing(entity, child, one, at),
  ]
}

function ofOtherEntity(entity: Entity, child: Entity, at: Place): readonly Finding[] {
  const place = [...at, 'child']
  if (child.name === entity.name) return [{ place, code: 'details-input', message: '明細須是另一個實體的資料，不能是自己' }]
  if (child.table !== undefined) {
    const message = `「${child.title}」存放在資料表 ${child.table}，由程式儲存，不能在別的表單編輯`
    return [{ place, code: 'details-input', message }]
  }
  if ((entity.scope === undefined) === (child.scope === undefined)) return []
  const [without, other] = entity.scope === undefined ? [entity, child] : [child, entity]
  const message = `「${other.title}」以特約商區分（scope），「${without.title}」沒有；主檔與明細須屬於同一特約商，兩者都要有 scope`
  return [{ place, code: 'wrong-scope', message }]
}

function refersHere(entity: Entity, child: Entity, { details: { by } }: DetailField, at: Place): readonly Finding[] {
  const place = [...at, 'by']
  const unknown = checkField(by, place, child)
  if (unknown.length > 0 || child.properties[by]?.['x-ref']?.entity === entity.name) return unknown
  const message = `「${child.title}」的「${by}」沒有指向這個實體；請在那裡加上 "x-ref": { "entity": "${entity.name}" }`
  return [{ place, code: 'details-by', message }]
}

interface RowPlace {
  readonly place: Place
  readonly names: Names
}

function inRows(field: string, { details }: DetailField, child: Entity, { place, names }: RowPlace): readonly Finding[] {
  const finding = (why: string): readonly Finding[] => [{ place, code: 'details-field', message: `「${field}」${why}` }]
  const [by = '', shown] = field.split('.')
  if (shown !== undefined) return by === details.by ? finding(ofMaster) : ofOther({ by, field: shown }, details, child, { place, names })
  const unknown = checkField(field, place, child)
  if (unknown.length > 0) return unknown
  if (field === details.by) return finding(ofMaster)
  if (field === details.order) return finding('由列的先後決定（order），不必列出，請移除')
  if (field === child.scope) return finding('由系統填入主檔的特約商，不必列出，請移除')
  if (!Object.hasOwn(child.properties, field)) return finding('由系統維護，不能列在明細')
  const why = whyNotInRows(child.properties[field])
  return why === null ? [] : finding(`${why}，不能列在明細；請在「${child.title}」自己的畫面填寫`)
}

const ofMaster = '由系統填入這筆主檔，不必列出，請移除'

/** What a reference in the row shows of the record that is chosen there: as its entity says, and beside the number that chooses it. */
function ofOther(source: CopySource, { fields }: Details, child: Entity, { place, names }: RowPlace): readonly Finding[] {
  const { by, field } = source
  const at = { place, beside: child.properties, why: '明細只能顯示同一列挑選的資料' }
  const { property, findings } = findOtherField(source, at, names)
  if (property === undefined) return findings
  const finding = (message: string): readonly Finding[] => [{ place, code: 'details-field', message }]
  const why = whyNotShown(property)
  if (why !== null) return finding(`「${field}」${why}`)
  if (child.properties[by]?.['x-ref']?.show?.includes(field) !== true)
    return finding(`「${child.title}」的「${by}」沒有開放顯示「${field}」；請在實體 ${child.name} 的 ${by} 的 x-ref.show 加入「${field}」`)
  if (fields.includes(by)) return []
  return finding(`「${borrowedName(by, field)}」顯示「${by}」所指的資料，兩者須一起列出；請在 fields 加入「${by}」`)
}

function order(child: Entity, { details }: DetailField, at: Place): readonly Finding[] {
  if (details.order === undefined) return []
  const place = [...at, 'order']
  const unknown = checkField(details.order, place, child)
  const property = findProperty(child, details.order)
  if (property === undefined) return unknown
  if (property.type === 'integer' && property['x-computed'] !== true && Object.hasOwn(child.properties, details.order)) return unknown
  return [{ place, code: 'wrong-type', message: `「${details.order}」須是可填寫的整數欄位，用來存放列的先後` }]
}

/** A row without what its record requires could never be saved. */
function missing(entity: Entity, child: Entity, { details, field }: DetailField, at: Place): readonly Finding[] {
  const { by, order: place, fields } = details
  const given = new Set([by, ...fields, ...(place === undefined ? [] : [place]), ...(child.scope === undefined ? [] : [child.scope])])
  const needed = (child.required ?? []).filter((name) => {
    const property: Property | undefined = child.properties[name]
    return property !== undefined && !given.has(name) && !startsForAll(property) && property['x-computed'] !== true
  })
  if (needed.length === 0) return []
  const message = `「${child.title}」的必填欄位「${needed.join('、')}」不在明細中，${entity.title}的「${field}」永遠無法新增；請加入 fields`
  return [{ place: [...at, 'fields'], code: 'required-not-in-form', message }]
}

/** Only the form of the record fills in its rows. */
function elsewhere({ field }: DetailField, { unique = [], transitions = {} }: Entity): readonly Finding[] {
  const code = 'details-input'
  const inUnique = unique.flatMap((fields, index) => {
    const position = fields.indexOf(field)
    const message = `「${field}」是明細，不能用於 unique`
    return position < 0 ? [] : [{ place: ['unique', index, position], code, message }]
  })
  const inSteps = Object.entries(transitions).flatMap(([step, { stamp = {}, input }]) => [
    ...Object.keys(stamp).flatMap((name) =>
      name === field
        ? [{ place: ['transitions', step, 'stamp', name], at: 'key' as const, code, message: `「${field}」是明細，不能由步驟寫入` }]
        : [],
    ),
    ...Object.keys(input?.properties ?? {}).flatMap((name) => {
      const place = ['transitions', step, 'input', 'properties', name]
      const message = `「${field}」是明細，不能由步驟的輸入寫入；請另取名稱`
      return name === field ? [{ place, at: 'key' as const, code, message }] : []
    }),
  ])
  return [...inUnique, ...inSteps]
}

/** Two fields with the same records would remove each other's rows. */
function twice({ field, details }: DetailField, { properties }: Entity, at: Place): readonly Finding[] {
  const all = detailsOf(properties)
  const first = all.find((other) => other.details.child === details.child && other.details.by === details.by)
  if (first === undefined || first.field === field) return []
  return [{ place: at, at: 'key', code: 'details-input', message: `「${first.field}」已是同一批明細，請擇一` }]
}
