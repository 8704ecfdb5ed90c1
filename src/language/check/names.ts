import type { Known, Names, OptionNames } from '../catalog/known.ts'
import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import { resourceOf } from '../resolve/api.ts'
import { askedPermissions } from './askedPermissions.ts'
import type { ReadDocument } from './readDocument.ts'
import { uriOfPath } from './rules/documents/uriMatchesPath.ts'

/** Names of the documents of a kind, broken ones too. */
function namesOf(kind: ReadDocument['kind'], read: readonly ReadDocument[]): readonly string[] {
  return read.flatMap((one) => (one.kind === kind && one.name !== null ? [one.name] : []))
}

export function entitiesByName(read: readonly ReadDocument[]): ReadonlyMap<string, Entity> {
  return new Map(read.flatMap(({ document }) => (document?.kind === 'entity' ? [[document.value.name, document.value] as const] : [])))
}

export function createOptionNames(read: readonly ReadDocument[], known: Known): OptionNames {
  const dictionaries = read.flatMap(({ document }) =>
    document?.kind === 'dictionary' ? [[document.value.name, document.value] as const] : [],
  )
  return {
    dictionaries: new Set([...known.dictionaries, ...namesOf('dictionary', read)]),
    dictionaryDocuments: new Map(dictionaries),
    codeDictionaries: known.dictionaries,
    entities: entitiesByName(read),
  }
}

/** Collects the names that documents may refer to. Entities are those that have passed the checks of their own file. */
export function createNames(read: readonly ReadDocument[], known: Known): Names {
  const screens = read.flatMap((one) => (one.document?.kind === 'screen' ? [one.document.value] : []))
  const { tables, permissions, lentPermissions, calls, codePaths, roles } = known
  const options = createOptionNames(read, known)
  return {
    ...options,
    tables,
    permissions,
    lentPermissions,
    calls,
    codePaths,
    roles,
    brokenEntities: new Set(namesOf('entity', read)),
    screens: new Set(read.filter((one) => one.kind === 'screen').map((one) => uriOfPath(one.source.path))),
    resources: new Set([...known.resources, ...screens.map(resourceOf)]),
    codeResources: known.resources,
    pages: known.pages,
    // Of two files that claim one address the first counts here; both have findings about it.
    screenDocuments: new Map([...screens].reverse().map((screen) => [screen.uri, screen])),
    screensByEntity: groupedBy(screens, entitiesOf),
    screensByResource: groupedBy(screens, (screen) => [resourceOf(screen)]),
    grantable: new Set([...permissions, ...screens.flatMap((screen) => askedPermissions(screen, options.entities.get(screen.entity)))]),
  }
}

function entitiesOf({ entity, children = {} }: Screen): ReadonlySet<string> {
  return new Set([entity, ...Object.values(children).map((child) => child.entity)])
}

/** Members under each of their keys, in their order. */
export function groupedBy<Member>(members: Iterable<Member>, keysOf: (member: Member) => Iterable<string>): Map<string, Member[]> {
  const groups = new Map<string, Member[]>()
  for (const member of members) {
    for (const key of keysOf(member)) {
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [member])
      else group.push(member)
    }
  }
  return groups
}
