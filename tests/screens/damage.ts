import type { DocumentFile } from '../../src/language/check/checkedFiles.ts'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import type { Random } from '../../src/server/demo/random.ts'
import { mutate } from './mutate.ts'
import { shipped, shippedFiles } from './shipped.ts'

/**
 * Number of damaged documents in the tests, over all screens. `SCREEN_MUTATIONS=10000 npx vitest run --project screens
 * tests/screens/mutations` runs all; the default is a part.
 */
export const mutationsInAll = Number(process.env.SCREEN_MUTATIONS ?? 2_500)

/** Damages some of the files, at most `count`. */
export function damage(files: readonly DocumentFile[], random: Random, count: number): readonly DocumentFile[] {
  const targets = new Set(Array.from({ length: count }, () => random.integer(0, files.length - 1)))
  return files.map((file, index) => (targets.has(index) ? { ...file, text: mutate(file.text, random) } : file))
}

/** A separate seed for each name, the same in every run. */
export function seedOf(name: string): number {
  return [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)
}

/** A screen, its entities, the screens that it depends on, and what these name: everything needed to check it. */
export function familyOf(screen: ResolvedScreen): readonly DocumentFile[] {
  const family = new Set([screen])
  // Iterating a set includes members added meanwhile.
  for (const member of family) for (const other of neededBy(member)) family.add(other)
  const paths = new Set([...family].flatMap((one) => [pathOf('screen', one.uri), ...entitiesOf(one).map((name) => pathOf('entity', name))]))
  const documents = shippedFiles.filter((file) => paths.has(file.path))
  const presets = shippedFiles.filter((file) => documents.some((document) => usesOf(document).includes(file.path)))
  return [...documents, ...presets, ...dictionariesIn([...documents, ...presets])]
}

/** Paths of the presets from which a document takes parts, directly or indirectly. */
function usesOf({ path }: DocumentFile): readonly string[] {
  return [...(shipped.catalog.files.get(path)?.uses ?? [])].map((name) => `presets/${name}.json`)
}

/** Dictionaries whose options the documents name. */
function dictionariesIn(documents: readonly DocumentFile[]): readonly DocumentFile[] {
  const names = [...shipped.catalog.dictionaries.keys()].filter((name) => documents.some(({ text }) => text.includes(`"${name}"`)))
  return shippedFiles.filter(({ path }) => names.some((name) => path === `dictionaries/${name}.json`))
}

/**
 * Screens that its buttons open or from which it takes parts, and screens whose readers alone see one of its child lists, because steps
 * need their permissions.
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
