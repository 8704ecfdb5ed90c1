import type { Catalog } from '../catalog/catalog.ts'
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

/** The entity that another one was until now: of its name, or as the documents rename it or take that back. */
function formerEntity(before: Catalog, after: Catalog, name: string): Entity | undefined {
  const same = before.entities.get(name)
  if (same !== undefined) return same
  const told = after.entities.get(name)?.renamedFrom
  const former = [...before.entities.values()].find((was) => was.name === told || was.renamedFrom === name)
  return former && !after.entities.has(former.name) ? former : undefined
}

/** New names of entities by the former ones. */
export function entityRenames(before: Catalog, after: Catalog): ReadonlyMap<string, string> {
  return new Map(
    [...after.entities.keys()].flatMap((name) => {
      const former = formerEntity(before, after, name)
      return former === undefined || former.name === name ? [] : [[former.name, name] as const]
    }),
  )
}

/** New names of the fields by the former ones, by uri of the screens of their entity. */
export function renamesByScreen(before: Catalog, after: Catalog): ReadonlyMap<string, ReadonlyMap<string, string>> {
  return new Map(
    [...after.screens].map(([uri, { entity }]) => {
      const [was, is] = [formerEntity(before, after, entity.name), after.entities.get(entity.name)]
      return [uri, was && is ? fieldRenames(was, is) : new Map<string, string>()] as const
    }),
  )
}
