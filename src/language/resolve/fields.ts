import type { FieldConditions, InputForm, Property } from '../documents/entity.ts'
import type { Predicate } from '../documents/predicate.ts'
import type { UiField } from '../documents/screen.ts'
import { dictionaryOf, displayFormatOf, titleOf, widgetOf } from '../entity/property.ts'
import type { ResolvedField, ResolvedInput } from '../resolved.ts'
import { contentHash } from './contentHash.ts'
import { plainObject } from './plainSchema.ts'

export interface FieldUse {
  readonly mode: 'create' | 'edit' | 'view'
  readonly required: boolean
  readonly conditions?: FieldConditions | undefined
  readonly ui?: UiField | undefined
  readonly onHidden?: 'keep' | 'omit' | 'clear' | undefined
}

/** A field for a form. Computed fields can never be edited, immutable ones only in a new record. */
export function resolveField(field: string, property: Property, use: FieldUse): ResolvedField {
  const dictionary = dictionaryOf(property)
  const readonly = use.mode === 'view' || property['x-computed'] === true || (property['x-immutable'] === true && use.mode === 'edit')
  return {
    field,
    title: titleOf(property, field),
    widget: use.ui?.widget ?? widgetOf(property),
    format: displayFormatOf(property),
    property,
    ui: use.ui ?? {},
    readonly,
    required: use.required && !readonly,
    onHidden: use.onHidden ?? 'omit',
    ...(dictionary && { dictionary }),
    ...(use.conditions && { conditions: use.conditions }),
    ...(property['x-borrowed'] && { borrowedBy: property['x-borrowed'].by }),
    ...(property.items?.type === 'object' && { items: resolveItems(property.items, modeOfRows(property, use.mode)) }),
  }
}

/** A form that edits a record also adds rows that are new records. */
function modeOfRows(property: Property, mode: FieldUse['mode']): FieldUse['mode'] {
  return mode === 'edit' && property['x-details'] !== undefined ? 'create' : mode
}

/** Fields of the objects in a list: its columns. Names of records have none of their own. */
export function resolveItems(item: Property, mode: FieldUse['mode']): Readonly<Record<string, ResolvedField>> {
  const { properties = {}, required = [] } = item
  const names = Object.entries(properties).filter(([, property]) => property['x-borrowed']?.isBeside === true)
  const nameBy = new Map(names.map(([name, property]) => [property['x-borrowed']?.by, name]))
  const entries = Object.entries(properties).flatMap(([field, property]) => {
    if (property['x-borrowed']?.isBeside === true) return []
    const resolved = resolveField(field, property, { mode, required: required.includes(field) })
    const recordName = nameBy.get(field)
    return [[field, recordName === undefined ? resolved : { ...resolved, recordName }] as const]
  })
  return Object.fromEntries(entries)
}

/** The small form of a transition or action; `title` is the default title. */
export function resolveInput(input: InputForm, title: string): ResolvedInput {
  const required = input.required ?? []
  const schema = plainObject(input.properties, required)
  const fields = Object.entries(input.properties).map(
    ([field, property]) => [field, resolveField(field, property, { mode: 'create', required: required.includes(field) })] as const,
  )
  return { title: input.title ?? title, schema, fields: Object.fromEntries(fields), validator: contentHash(schema), source: input }
}

/** Combines the conditions of entity and screen on a field: visible when both say so, required or read-only when either does. */
export function mergeConditions(first: FieldConditions | undefined, second: FieldConditions | undefined): FieldConditions | undefined {
  if (first === undefined || second === undefined) return first ?? second
  const visible = combine('$all', first.visible, second.visible)
  const required = combine('$any', first.required, second.required)
  const readonly = combine('$any', first.readonly, second.readonly)
  return { ...(visible && { visible }), ...(required && { required }), ...(readonly && { readonly }) }
}

/** Combines several predicates into one; absent ones are left out. */
export function combine(how: '$all' | '$any', ...predicates: readonly (Predicate | undefined)[]): Predicate | undefined {
  const given = predicates.filter((predicate) => predicate !== undefined)
  return given.length < 2 ? given[0] : ({ [how]: given } as Predicate)
}
