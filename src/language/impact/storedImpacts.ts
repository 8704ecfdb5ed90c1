import type { Catalog } from '../catalog/catalog.ts'
import { conversionSteps } from '../conversion/steps.ts'
import type { Entity } from '../documents/entity.ts'
import { entityRenames, fieldRenames } from './renames.ts'

/** A field of an entity without a table whose stored values a change concerns. */
export interface StoredImpact {
  readonly entity: string
  /** Name of a renamed entity before: records may be stored under either. */
  readonly formerEntity?: string
  readonly field: string
  /** Name of a renamed field before: values may be stored under either. */
  readonly former?: string
  /**
   * `gone`: its values are kept, but nobody sees them. `required`: records without a value have to be completed with the next change.
   * `renamed`, `converted`: its values go along.
   */
  readonly change: 'gone' | 'required' | 'renamed' | 'converted'
}

/** The fields whose stored values a change of documents concerns. */
export function storedImpacts(before: Catalog, after: Catalog): readonly StoredImpact[] {
  const converted = conversionSteps(before, after, []).flatMap((step) => (step.kind === 'convert' ? [step] : []))
  const renamedEntities = entityRenames(before, after)
  return [...before.entities].flatMap(([name, was]): readonly StoredImpact[] => {
    const entity = renamedEntities.get(name) ?? name
    const is = after.entities.get(entity)
    if (was.table !== undefined || is?.table !== undefined) return []
    const renames = is === undefined ? new Map<string, string>() : fieldRenames(was, is)
    const formerOf = new Map([...renames].map(([former, now]) => [now, former]))
    const owner = { entity, ...(entity !== name && { formerEntity: name }) }
    const named = (field: string) => ({ ...owner, field, ...(formerOf.has(field) && { former: formerOf.get(field) as string }) })
    const kept = [...Object.keys(is?.properties ?? {}), ...renames.keys()]
    const gone = Object.keys(was.properties).filter((field) => !kept.includes(field))
    return [
      ...gone.map((field) => ({ ...owner, field, change: 'gone' as const })),
      ...newlyRequired(was, is, renames).map((field) => ({ ...named(field), change: 'required' as const })),
      ...[...renames.values()].map((field) => ({ ...named(field), change: 'renamed' as const })),
      ...converted.filter(({ owner }) => owner === entity).map(({ field }) => ({ ...named(field), change: 'converted' as const })),
    ]
  })
}

/** @param renames new names of fields by the former ones */
export function newlyRequired(was: Entity, is: Entity | undefined, renames: ReadonlyMap<string, string>): readonly string[] {
  const required = new Set((was.required ?? []).map((field) => renames.get(field) ?? field))
  return (is?.required ?? []).filter((field) => !required.has(field))
}
