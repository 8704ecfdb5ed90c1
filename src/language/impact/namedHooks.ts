import type { Catalog } from '../catalog/catalog.ts'
import type { Entity } from '../documents/entity.ts'

/** An address of another system that the notices of an entity name. */
export interface NamedHook {
  /** Name of the entity. */
  readonly entity: string
  readonly hookName: string
}

/** The addresses that new and changed entities name, each once. Whether anybody has set them up only an installation knows. */
export function namedHooks(before: Catalog, after: Catalog): readonly NamedHook[] {
  return [...after.entities.values()].flatMap((entity) =>
    before.entities.get(entity.name) === entity ? [] : hooksOf(entity).map((hookName) => ({ entity: entity.name, hookName })),
  )
}

function hooksOf({ transitions = {}, properties }: Entity): readonly string[] {
  const notices = [...Object.values(transitions), ...Object.values(properties)].flatMap(({ notify }) => notify ?? [])
  return [...new Set(notices.flatMap(({ to }) => to.flatMap(({ webhook }) => webhook ?? [])))]
}
