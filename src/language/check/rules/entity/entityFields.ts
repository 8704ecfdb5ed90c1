import type { EntityContext } from '../../../catalog/known.ts'
import type { Entity, Property, Transition } from '../../../documents/entity.ts'
import { copySource } from '../../../entity/references.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { withSuggestion } from '../../../findings/suggest.ts'
import { checkField, checkFieldKeys, checkFields, checkStarts } from '../../fieldRule.ts'

/** Checks that every field named in an entity document exists. */
export function entityFields({ entity }: EntityContext): readonly Finding[] {
  return [
    ...checkField(entity.key, ['key'], entity),
    ...checkField(entity.label, ['label'], entity),
    ...(entity.scope === undefined ? [] : checkField(entity.scope, ['scope'], entity)),
    ...(entity.versionOf === undefined ? [] : checkField(entity.versionOf, ['versionOf'], entity)),
    ...checkFields(entity.required, ['required'], entity),
    ...checkFieldKeys(entity.when, ['when'], entity),
    ...(entity.unique ?? []).flatMap((fields, index) => checkFields(fields, ['unique', index], entity)),
    ...Object.entries(entity.transitions ?? {}).flatMap(([name, transition]) => [
      ...checkField(transition.field, ['transitions', name, 'field'], entity),
      ...checkFields(transition.notBy, ['transitions', name, 'notBy'], entity),
      ...checkStarts(transition.input?.properties, ['transitions', name, 'input', 'properties'], entity),
      ...singleInputs(transition, ['transitions', name, 'input']),
      ...siblingFields(transition.input?.properties ?? {}, transition.input?.required, ['transitions', name, 'input'], entity),
    ]),
    ...siblingFields(entity.properties, undefined, [], entity),
    ...outsideInputs(entity.properties),
  ]
}

/** Only the input of an action is about a record that has values already, or about several records. */
function outsideInputs(properties: Entity['properties']): readonly Finding[] {
  return Object.entries(properties).flatMap(([field, property]) =>
    (['x-start', 'x-single'] as const)
      .filter((key) => property[key] !== undefined)
      .map((key) => ({ place: ['properties', field, key], at: 'key', code: 'no-effect', message: `${key} 只用於作業的輸入，請移除` })),
  )
}

/** An input for one record only is left out for several: the step has to allow several, and to do without it. */
function singleInputs({ input, bulk }: Transition, place: Place): readonly Finding[] {
  return Object.entries(input?.properties ?? {}).flatMap(([name, property]): readonly Finding[] => {
    if (property['x-single'] !== true) return []
    const at = { place: [...place, 'properties', name, 'x-single'], at: 'key' } as const
    if (bulk !== true) return [{ ...at, code: 'no-effect', message: 'x-single 只用於可選取多筆（bulk）的狀態轉換，請移除' }]
    if (input?.required?.includes(name) !== true) return []
    return [{ ...at, code: 'no-effect', message: `「${name}」為必填，選取多筆時無法略過` }]
  })
}

/** `x-after`, `x-notBefore` and `x-from` must name fields of the same object, also in rows. */
function siblingFields(
  properties: Readonly<Record<string, Property>>,
  required: readonly string[] | undefined,
  place: Place,
  entity: Entity,
): readonly Finding[] {
  const known = Object.keys(properties)
  const missing = (name: string, at: Place): readonly Finding[] =>
    known.includes(name) ? [] : [{ place: at, code: 'unknown-field', message: `沒有欄位「${name}」`, ...withSuggestion(name, known) }]
  const inRequired = (required ?? []).flatMap((name, index) => missing(name, [...place, 'required', index]))
  const inProperties = Object.entries(properties).flatMap(([field, property]) => {
    const here = [...place, 'properties', field]
    const item = property.items?.type === 'object' ? property.items : undefined
    return [
      ...(['x-after', 'x-notBefore'] as const).flatMap((key) => {
        const other = property[key]
        if (other === field) return [{ place: [...here, key], code: 'never-true', message: '這是與自己比較；請寫另一個欄位的名稱' }]
        return other === undefined ? [] : missing(other, [...here, key])
      }),
      ...(property['x-from'] === undefined ? [] : checkSource(property['x-from'], [...here, 'x-from'], missing)),
      ...(item === undefined ? [] : siblingFields(item.properties ?? {}, item.required, [...here, 'items'], entity)),
    ]
  })
  return [...inRequired, ...inProperties]
}

function checkSource(source: string, place: Place, missing: (name: string, at: Place) => readonly Finding[]): readonly Finding[] {
  const [kind, field = ''] = source.split(':')
  if (kind === 'dictionary') return missing(field, place)
  // What is taken over from another record is looked at with the references.
  if (copySource({ type: 'string', 'x-from': source }) !== null) return []
  return [{ place, code: 'wrong-form', message: `「${source}」的寫法不符，應為 dictionary:欄位，或 參照欄位.所指的欄位（itemNo.price）` }]
}
