import type { DocumentFile } from '../../src/language/check/checkDocuments.ts'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import type { Random } from '../../src/server/demo/random.ts'
import { mutate } from './mutate.ts'
import { shipped, shippedFiles } from './shipped.ts'

/**
 * How many damaged documents the tests go through, over all screens together. The whole number is
 * `SCREEN_MUTATIONS=10000 npx vitest run --project screens tests/screens/mutations`; a usual run takes a part of it.
 */
export const mutationsInAll = Number(process.env.SCREEN_MUTATIONS ?? 2_500)

/** Damages some of the files, at most `count`. */
export function damage(files: readonly DocumentFile[], random: Random, count: number): readonly DocumentFile[] {
  const targets = new Set(Array.from({ length: count }, () => random.integer(0, files.length - 1)))
  return files.map((file, index) => (targets.has(index) ? { ...file, text: mutate(file.text, random) } : file))
}

/** A seed of its own for every name, the same in every run. */
export function seedOf(name: string): number {
  return [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)
}

/** A screen with the entities it stands on, the screens that it cannot do without, and what these name: what has to be read to check it. */
export function familyOf(screen: ResolvedScreen): readonly DocumentFile[] {
  const family = new Set([screen])
  // A set goes on with what is added to it on the way.
  for (const member of family) for (const other of neededBy(member)) family.add(other)
  const paths = new Set([...family].flatMap((one) => [pathOf('screen', one.uri), ...entitiesOf(one).map((name) => pathOf('entity', name))]))
  const documents = shippedFiles.filter((file) => paths.has(file.path))
  const presets = shippedFiles.filter((file) => documents.some((document) => usesOf(document).includes(file.path)))
  return [...documents, ...presets, ...dictionariesIn([...documents, ...presets])]
}

/** Paths of the presets that a document takes parts from, at any remove. */
function usesOf({ path }: DocumentFile): readonly string[] {
  return [...(shipped.catalog.files.get(path)?.uses ?? [])].map((name) => `presets/${name}.json`)
}

/** Dictionaries by whose options documents say what they mean. */
function dictionariesIn(documents: readonly DocumentFile[]): readonly DocumentFile[] {
  const names = [...shipped.catalog.dictionaries.keys()].filter((name) => documents.some(({ text }) => text.includes(`"${name}"`)))
  return shippedFiles.filter(({ path }) => names.some((name) => path === `dictionaries/${name}.json`))
}

/**
 * Screens that its buttons open or that it takes parts from, and those whose readers alone see one of its child lists: the steps of such records
 * ask for their permissions.
 */
function neededBy(screen: ResolvedScreen): readonly ResolvedScreen[] {
  const opened = Object.values(screen.actions).flatMap((action) => (action.kind === 'open' ? [action.uri.split('?', 1)[0] ?? ''] : []))
  const readers = Object.values(screen.children).flatMap((child) => child.permissions ?? [])
  const used = shipped.catalog.files.get(pathOf('screen', screen.uri))?.uses ?? new Set()
  return [...shipped.catalog.screens.values()].filter(
    (one) => opened.includes(one.uri) || used.has(one.uri) || readers.includes(`${one.resource}.view`),
  )
}

export function entitiesOf(screen: ResolvedScreen): readonly string[] {
  return [...new Set([screen.entity.name, ...Object.values(screen.children).map((child) => child.entity)])]
}

function pathOf(kind: string, name: string): string {
  return [...shipped.catalog.files].find(([, file]) => file.kind === kind && file.name === name)?.[0] ?? `missing ${kind} ${name}`
}
