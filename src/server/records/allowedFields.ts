import { isMasked } from '../../language/entity/maskedFields.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { type AllowedFields, acceptedFields, allowedFields } from '../../language/rights/allowedFields.ts'
import type { EntityModel, FieldModel } from './model.ts'

const known = new WeakMap<ResolvedScreen, AllowedFields>()

/**
 * The fields that a screen, as restricted to the actor, allows by the language's rules, limited to fields of the entity. Computed once per
 * screen object.
 */
function allowedOf(screen: ResolvedScreen, model: EntityModel): AllowedFields {
  const before = known.get(screen)
  if (before) return before
  const answer = allowedFields(screen, model.entity)
  const existing = (names: ReadonlySet<string>) => new Set([...names].filter((name) => model.fields.has(name)))
  const allowed = { ...answer, list: existing(answer.list), record: existing(answer.record) }
  known.set(screen, allowed)
  return allowed
}

/** Fields that a list or a single record sends to the client. Without a screen: all fields. */
export function readableFields(screen: ResolvedScreen | null, model: EntityModel, place: 'list' | 'record'): ReadonlySet<string> {
  return screen ? allowedOf(screen, model)[place] : new Set(model.fields.keys())
}

/** Whether a screen may tell the name of the record that a row refers to. @param path of the name in the record: `lines.lotNo.lotName` */
export function isKnownName(screen: ResolvedScreen, model: EntityModel, path: string): boolean {
  return allowedOf(screen, model).names.has(path)
}

/** Fields that a body may fill in. Without a screen: all own fields of the entity, because demo data has numbers and states of its own. */
export function writableFields(screen: ResolvedScreen | null, model: EntityModel, mode: 'create' | 'edit'): ReadonlySet<string> {
  return screen
    ? acceptedFields(screen, mode)
    : new Set([...model.fields.values()].filter((field) => !field.common).map((field) => field.name))
}

/** Fields that the search box searches. Masked fields are never searched. */
export function searchableFields(screen: ResolvedScreen | null, model: EntityModel): readonly FieldModel[] {
  const isSearched = (field: FieldModel): boolean =>
    screen ? allowedOf(screen, model).search.has(field.name) : field.property['x-search'] === true
  return [...model.fields.values()].filter((field) => isSearched(field) && !isMasked(field.property))
}
