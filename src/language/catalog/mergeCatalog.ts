import { StepMemory } from '../memory/stepMemory.ts'
import { resolveScreen } from '../resolve/screen.ts'
import type { ResolvedScreen } from '../resolved.ts'
import type { Catalog, CatalogFile } from './catalog.ts'

type LinkWorld = Pick<Catalog, 'entities' | 'screenDocuments'>

/**
 * The screens as they were last resolved beside kept documents. What {@link mergeCatalog} answers does not depend on it, only its cost: a
 * file stays broken for as long as its author needs, and meanwhile others save theirs.
 */
export class LinkMemory extends StepMemory<LinkWorld, ResolvedScreen> {
  constructor() {
    super(['entities', 'screenDocuments'])
  }
}

/**
 * The catalog to serve after a change: valid documents, and the last valid version of each broken file. Documents that depend on each other
 * are kept together, so that no screen uses a field that its entity no longer has: a screen and its entities, a dictionary and the
 * documents that name its options, a preset and the documents that use it. If one falls back, its whole group does. A dashboard holds
 * nobody back: of its last valid version those tiles are served that fit the others. A deleted file is removed, unless a kept one stands on it.
 * An entity that takes over the records of another one waits until that is gone: before, it would be a new one without records.
 *
 * @param memory of the merges before, for whoever merges again and again
 */
export function mergeCatalog(lastGood: Catalog, next: Catalog, memory = new LinkMemory()): Catalog {
  const kept = new Set([...next.broken].filter((path) => lastGood.files.has(path)))
  if (kept.size === 0) return next
  growKept(kept, lastGood, next)
  const from = (path: string): Catalog => (kept.has(path) ? lastGood : next)
  const waiting = waitingFiles(kept, lastGood, next)
  const paths = [...new Set([...next.files.keys(), ...kept])].filter((path) => !waiting.has(path))
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
      { entities, screenDocuments },
      memory,
    ),
    screenDocuments,
    dictionaries: pick('dictionary', (catalog) => catalog.dictionaries),
    presets: pick('preset', (catalog) => catalog.presets),
    dashboards: pick('dashboard', (catalog) => catalog.dashboards),
    menu: from('menu.json').menu,
    files,
    broken: next.broken,
  }
}

/** Files of entities that are renamed from a kept one, and of the screens that show them. */
function waitingFiles(kept: ReadonlySet<string>, lastGood: Catalog, next: Catalog): ReadonlySet<string> {
  const keptEntities = new Set(
    [...kept].flatMap((path) => (lastGood.files.get(path)?.kind === 'entity' ? [lastGood.files.get(path)?.name] : [])),
  )
  const names = new Set(
    [...next.entities.values()].flatMap(({ name, renamedFrom }) =>
      renamedFrom !== undefined && keptEntities.has(renamedFrom) ? [name] : [],
    ),
  )
  const isWaiting = ([path, { kind, name }]: readonly [string, CatalogFile]) => {
    if (kept.has(path)) return false
    const screen = kind === 'screen' ? next.screens.get(name) : undefined
    return kind === 'entity' ? names.has(name) : screen !== undefined && entitiesOf(screen).some((one) => names.has(one))
  }
  return new Set([...next.files].filter(isWaiting).map(([path]) => path))
}

/**
 * Resolves the links of valid screens again, because broken screens are still served in their last valid version. Screens without a
 * difference stay the same objects.
 */
function linkedAnew(screens: Catalog['screens'], world: LinkWorld, memory: LinkMemory): ReadonlyMap<string, ResolvedScreen> {
  memory.keepOnly(new Set(world.screenDocuments.keys()))
  return new Map(
    [...world.screenDocuments.values()].flatMap((document) => {
      const screen = screens.get(document.uri)
      if (screen === undefined) return []
      const linked = memory.recall(document.uri, [document], world, ({ entities, screenDocuments }) =>
        resolveScreen(document, entities, screenDocuments),
      )
      return [[document.uri, linked.hash === screen.hash ? screen : linked] as const]
    }),
  )
}

/**
 * Extends the kept files until nothing is added: a kept screen keeps its entities, and a kept entity its screens; both keep a dictionary
 * that would go or lose options that they may name, and a kept dictionary keeps the documents that may name options that it does not have yet.
 */
function growKept(kept: Set<string>, lastGood: Catalog, next: Catalog): void {
  const pathOf = new Map([...lastGood.files].map(([path, file]) => [`${file.kind} ${file.name}`, path]))
  const dictionaries = [...lastGood.files].filter(([, file]) => file.kind === 'dictionary')
  for (let before = -1; before !== kept.size; ) {
    before = kept.size
    for (const screen of lastGood.screens.values()) {
      const own = pathOf.get(`screen ${screen.uri}`) ?? ''
      if (!next.files.has(own) && !next.broken.has(own)) continue
      const paths = [own, ...entitiesOf(screen).flatMap((name) => pathOf.get(`entity ${name}`) ?? [])]
      if (paths.some((path) => kept.has(path))) for (const path of paths) kept.add(path)
    }
    growPresets(kept, lastGood, next)
    for (const [path, dictionary] of dictionaries) {
      // Whoever uses a dictionary is looked for in all texts: only where it matters.
      if (!kept.has(path) && !losesOptions(dictionary.name, lastGood, next)) continue
      const users = usersOf(dictionary.name, lastGood)
      if (!kept.has(path) && !users.some((user) => kept.has(user))) continue
      for (const user of [path, ...users.filter((one) => next.files.has(one))]) kept.add(user)
    }
  }
}

/**
 * Extends the kept files by presets. A kept document was expanded with the presets of its time. A preset that changed or was removed since
 * is kept with it, and so are all documents that use it. Then the kept files also fit together at the next start, which expands them again.
 */
function growPresets(kept: Set<string>, lastGood: Catalog, next: Catalog): void {
  for (const [path, preset] of lastGood.files) {
    if (preset.kind !== 'preset' || next.files.get(path)?.text === preset.text) continue
    const users = [...lastGood.files].filter(([, file]) => file.uses?.has(preset.name)).map(([user]) => user)
    if (users.some((user) => kept.has(user))) kept.add(path)
    if (kept.has(path)) for (const user of users) if (next.files.has(user) || next.broken.has(user)) kept.add(user)
  }
}

/** Files of entities and screens that mention a dictionary. */
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
