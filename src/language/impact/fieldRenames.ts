import type { Catalog } from '../catalog.ts'
import type { Entity } from '../documents/entity.ts'

/** New names of fields by the former ones, as a change of documents renames them or takes that back. */
export function fieldRenames(was: Pick<Entity, 'properties'>, is: Pick<Entity, 'properties'>): ReadonlyMap<string, string> {
  const told = renamesBetween(was.properties, is.properties)
  const back = renamesBetween(is.properties, was.properties).map(([now, former]) => [former, now] as const)
  return new Map([...told, ...back])
}

function renamesBetween(was: Entity['properties'], is: Entity['properties']): readonly (readonly [former: string, now: string])[] {
  return Object.entries(is).flatMap(([now, { renamedFrom: former }]) => {
    const isNew = former !== undefined && Object.hasOwn(was, former) && !Object.hasOwn(was, now) && !Object.hasOwn(is, former)
    return isNew ? [[former, now] as const] : []
  })
}

/** The same for the entities of screens, by uri. */
export function renamesByScreen(before: Catalog, after: Catalog): ReadonlyMap<string, ReadonlyMap<string, string>> {
  return new Map(
    [...after.screens].map(([uri, { entity }]) => {
      const [was, is] = [before.entities.get(entity.name), after.entities.get(entity.name)]
      return [uri, was && is ? fieldRenames(was, is) : new Map<string, string>()] as const
    }),
  )
}
