import type { Screen } from '../documents/screen.ts'
import { resourceOf } from '../resolve/api.ts'
import { askedPermissions } from './askedPermissions.ts'
import type { Known, Names } from './known.ts'
import type { ReadDocument } from './readDocument.ts'
import { uriOfPath } from './rules/uriMatchesPath.ts'

/** Collects the names that documents may refer to. Entities are those that have passed the checks of their own file. */
export function createNames(read: readonly ReadDocument[], known: Known): Names {
  const named = (kind: ReadDocument['kind']) => read.flatMap((one) => (one.kind === kind && one.name !== null ? [one.name] : []))
  const entities = read.flatMap((one) => (one.document?.kind === 'entity' ? [one.document.value] : []))
  const dictionaries = read.flatMap((one) => (one.document?.kind === 'dictionary' ? [one.document.value] : []))
  const screens = read.flatMap((one) => (one.document?.kind === 'screen' ? [one.document.value] : []))
  const entityByName = new Map(entities.map((entity) => [entity.name, entity]))
  const { tables, permissions, lentPermissions, calls, codePaths, roles } = known
  return {
    tables,
    permissions,
    lentPermissions,
    calls,
    codePaths,
    roles,
    dictionaries: new Set([...known.dictionaries, ...named('dictionary')]),
    dictionaryDocuments: new Map(dictionaries.map((dictionary) => [dictionary.name, dictionary])),
    entities: entityByName,
    brokenEntities: new Set(named('entity')),
    screens: new Set(read.filter((one) => one.kind === 'screen').map((one) => uriOfPath(one.source.path))),
    resources: new Set([...known.resources, ...screens.map(resourceOf)]),
    codeResources: known.resources,
    pages: known.pages,
    codeDictionaries: known.dictionaries,
    // Of two files that claim one address the first counts here; both have findings about it.
    screenDocuments: new Map([...screens].reverse().map((screen) => [screen.uri, screen])),
    screensByEntity: groupedBy(screens, entitiesOf),
    screensByResource: groupedBy(screens, (screen) => [resourceOf(screen)]),
    grantable: new Set([...permissions, ...screens.flatMap((screen) => askedPermissions(screen, entityByName.get(screen.entity)))]),
  }
}

function entitiesOf({ entity, children = {} }: Screen): ReadonlySet<string> {
  return new Set([entity, ...Object.values(children).map((child) => child.entity)])
}

/** Members under each of their keys, in their order. */
export function groupedBy<Member>(members: Iterable<Member>, keysOf: (member: Member) => Iterable<string>): Map<string, Member[]> {
  const groups = new Map<string, Member[]>()
  for (const member of members) for (const key of keysOf(member)) groups.set(key, [...(groups.get(key) ?? []), member])
  return groups
}
