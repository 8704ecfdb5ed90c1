import type { Entity, Property } from '../documents/entity.ts'
import { isMasked } from '../entity/maskedFields.ts'
import { fieldNames, findProperty } from '../entity/property.ts'
import type { Finding, Place } from '../findings/source.ts'
import { unknownName } from '../findings/suggest.ts'

/** Checks that a field exists in an entity. */
export function checkField(field: string, place: Place, entity: Entity, at: 'key' | 'value' = 'value'): readonly Finding[] {
  if (findProperty(entity, field) !== undefined) return []
  return [{ place, at, code: 'unknown-field', ...unknownField(`實體 ${entity.name} 沒有欄位「${field}」`, field, entity) }]
}

/** A message about an unknown field of an entity: what it was renamed to is surer than what is spelt alike. */
export function unknownField(message: string, field: string, entity: Entity): ReturnType<typeof unknownName> {
  const renamed = Object.keys(entity.properties).find((name) => entity.properties[name]?.renamedFrom === field)
  return renamed === undefined ? unknownName(message, field, fieldNames(entity)) : { message, suggestion: renamed }
}

export function checkFields(fields: readonly string[] | undefined, place: Place, entity: Entity): readonly Finding[] {
  return (fields ?? []).flatMap((field, index) => checkField(field, [...place, index], entity))
}

export function checkFieldKeys(record: object | undefined, place: Place, entity: Entity): readonly Finding[] {
  return Object.keys(record ?? {}).flatMap((field) => checkField(field, [...place, field], entity, 'key'))
}

/** Checks the fields of a record that the inputs of an action start with: they exist, and are shown as they are. */
export function checkStarts(inputs: Readonly<Record<string, Property>> | undefined, place: Place, entity: Entity): readonly Finding[] {
  return Object.entries(inputs ?? {}).flatMap(([name, property]) => {
    const field = property['x-start']
    if (field === undefined) return []
    const at = [...place, name, 'x-start']
    const source = findProperty(entity, field)
    if (source === undefined) return checkField(field, at, entity)
    if (isMasked(source)) return [{ place: at, code: 'masked-field', message: `欄位「${field}」是遮罩欄位，不能先填入` }]
    if (source['x-read'] !== undefined)
      return [{ place: at, code: 'field-right', message: `欄位「${field}」另須權限才看得到（x-read），不能先填入` }]
    if (source.type !== property.type)
      return [{ place: at, code: 'wrong-type', message: `「${name}」與「${field}」的型別不同，不能先填入` }]
    return []
  })
}

/** Finds names that occur twice in one list, where the second would be lost or drawn twice. */
export function checkRepeated(names: readonly string[], place: (index: number) => Place, what: string): readonly Finding[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) < index ? [{ place: place(index), code: 'duplicate-name', message: `${what}「${name}」重複，請刪除其中一個` }] : [],
  )
}
