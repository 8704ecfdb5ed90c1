import type { Entity, Property } from '../../documents/entity.ts'
import { checkField, checkFieldKeys, checkFields, checkStarts } from '../fieldRule.ts'
import type { EntityContext } from '../known.ts'
import type { Finding, Place } from '../source.ts'
import { withSuggestion } from '../suggest.ts'

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
      ...siblingFields(transition.input?.properties ?? {}, transition.input?.required, ['transitions', name, 'input'], entity),
    ]),
    ...siblingFields(entity.properties, undefined, [], entity),
    ...startsOutsideInputs(entity.properties),
  ]
}

/** Only the input of an action is about a record that has values already. */
function startsOutsideInputs(properties: Entity['properties']): readonly Finding[] {
  return Object.entries(properties).flatMap(([field, property]) =>
    property['x-start'] === undefined
      ? []
      : [{ place: ['properties', field, 'x-start'], at: 'key' as const, code: 'no-effect', message: 'x-start 只用於作業的輸入，請移除' }],
  )
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
      ...(property['x-after'] === undefined ? [] : missing(property['x-after'], [...here, 'x-after'])),
      ...(property['x-notBefore'] === undefined ? [] : missing(property['x-notBefore'], [...here, 'x-notBefore'])),
      ...(property['x-from'] === undefined ? [] : checkSource(property['x-from'], [...here, 'x-from'], missing)),
      ...(item === undefined ? [] : siblingFields(item.properties ?? {}, item.required, [...here, 'items'], entity)),
    ]
  })
  return [...inRequired, ...inProperties]
}

function checkSource(source: string, place: Place, missing: (name: string, at: Place) => readonly Finding[]): readonly Finding[] {
  const [kind, field = ''] = source.split(':')
  if (kind !== 'dictionary') return [{ place, code: 'wrong-form', message: `「${source}」的寫法不符，應為 dictionary:欄位` }]
  return missing(field, place)
}
