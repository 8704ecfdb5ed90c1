import type { Catalog, CatalogFile } from './catalog.ts'
import { resolveScreen } from './resolve/screen.ts'
import type { ResolvedScreen } from './resolved.ts'

/**
 * The catalog to serve after a change: what is good now, and for every file that is broken now its last good version.
 * A screen and the entities it stands on are kept together: when one of them falls back, all of that group do, so that
 * nobody is served a screen that asks an entity for a field it no longer has. So are a dictionary and those who name its options, and a
 * preset and those who use it. A deleted file is gone.
 */
export function mergeCatalog(lastGood: Catalog, next: Catalog): Catalog {
  const kept = new Set([...next.broken].filter((path) => lastGood.files.has(path)))
  if (kept.size === 0) return next
  growKept(kept, lastGood, next)
  const from = (path: string): Catalog => (kept.has(path) ? lastGood : next)
  const paths = [...new Set([...next.files.keys(), ...kept])]
  const files = new Map(paths.map((path) => [path, from(path).files.get(path)] as const).filter(hasFile))
  const pick = <T>(kind: CatalogFile['kind'], read: (catalog: Catalog) => ReadonlyMap<string, T>): ReadonlyMap<string, T> => {
    const picked = new Map<string, T>()
    for (const [path, file] of files) {
      const value = file.kind === kind ? read(from(path)).get(file.name) : undefined
      if (value !== undefined) picked.set(file.name, value)
    }
    return picked
  }
  const entities = pick('entity', (catalog) => catalog.entities)
  const screenDocuments = pick('screen', (catalog) => catalog.screenDocuments)
  return {
    entities,
    screens: linkedAnew(
      pick('screen', (catalog) => catalog.screens),
      screenDocuments,
      entities,
    ),
    screenDocuments,
    dictionaries: pick('dictionary', (catalog) => catalog.dictionaries),
    presets: pick('preset', (catalog) => catalog.presets),
    menu: from('menu.json').menu,
    files,
    broken: next.broken,
  }
}

/** Good screens were resolved without the broken ones, which are served all the same: links to those stay. What is the same stays as it is. */
function linkedAnew(
  screens: Catalog['screens'],
  screenDocuments: Catalog['screenDocuments'],
  entities: Catalog['entities'],
): ReadonlyMap<string, ResolvedScreen> {
  const documents = [...screenDocuments.values()]
  return new Map(
    documents.flatMap((document) => {
      const screen = screens.get(document.uri)
      if (screen === undefined) return []
      const linked = resolveScreen(document, entities, documents)
      return [[document.uri, linked.hash === screen.hash ? screen : linked] as const]
    }),
  )
}

/**
 * A kept screen keeps its entities, and a kept entity keeps its screens; both keep a dictionary that would lose options they may name, and
 * a kept dictionary keeps those who may name options that it does not have yet. Until nothing is added.
 */
function growKept(kept: Set<string>, lastGood: Catalog, next: Catalog): void {
  const pathOf = new Map([...lastGood.files].map(([path, file]) => [`${file.kind} ${file.name}`, path]))
  const dictionaries = [...lastGood.files].filter(([, file]) => file.kind === 'dictionary')
  for (let before = -1; before !== kept.size; ) {
    before = kept.size
    for (const screen of lastGood.screens.values()) {
      const group = [pathOf.get(`screen ${screen.uri}`), ...entitiesOf(screen).map((name) => pathOf.get(`entity ${name}`))]
      const paths = group.filter((path) => path !== undefined).filter((path) => next.files.has(path) || next.broken.has(path))
      if (paths.some((path) => kept.has(path) && path !== undefined)) for (const path of paths) kept.add(path)
    }
    growPresets(kept, lastGood, next)
    for (const [path, dictionary] of dictionaries) {
      if (!next.files.has(path) && !next.broken.has(path)) continue
      const users = usersOf(dictionary.name, lastGood)
      if (losesOptions(dictionary.name, lastGood, next) && users.some((user) => kept.has(user))) kept.add(path)
      if (kept.has(path)) for (const user of users) if (next.files.has(user)) kept.add(user)
    }
  }
}

/**
 * A document that is kept was put together with the presets of its time: one that has changed since, or is gone, is kept with it, and with that
 * all who use it. So the files that are kept fit together also at the next start, which puts them together anew.
 */
function growPresets(kept: Set<string>, lastGood: Catalog, next: Catalog): void {
  for (const [path, preset] of lastGood.files) {
    if (preset.kind !== 'preset' || next.files.get(path)?.text === preset.text) continue
    const users = [...lastGood.files].filter(([, file]) => file.uses?.has(preset.name)).map(([user]) => user)
    if (users.some((user) => kept.has(user))) kept.add(path)
    if (kept.has(path)) for (const user of users) if (next.files.has(user) || next.broken.has(user)) kept.add(user)
  }
}

/** Files of entities and screens with the name of a dictionary in them. */
function usersOf(dictionary: string, { files }: Catalog): readonly string[] {
  const isUser = ({ kind, text }: CatalogFile) => (kind === 'entity' || kind === 'screen') && text.includes(`"${dictionary}"`)
  return [...files].filter(([, file]) => isUser(file)).map(([path]) => path)
}

function losesOptions(name: string, lastGood: Catalog, next: Catalog): boolean {
  const words = (catalog: Catalog) =>
    (catalog.dictionaries.get(name)?.options ?? []).flatMap((option) => [option.key, option.name ?? []].flat())
  const left = new Set(words(next))
  return words(lastGood).some((word) => !left.has(word))
}

function entitiesOf(screen: ResolvedScreen): readonly string[] {
  return [screen.entity.name, ...Object.values(screen.children).map((child) => child.entity)]
}

function hasFile(entry: readonly [string, CatalogFile | undefined]): entry is readonly [string, CatalogFile] {
  return entry[1] !== undefined
}
