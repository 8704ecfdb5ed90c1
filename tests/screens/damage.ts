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

/** A screen with the entities it stands on: what has to be read to check it. */
export function familyOf(screen: ResolvedScreen): readonly DocumentFile[] {
  const entities = entitiesOf(screen).map((name) => pathOf('entity', name))
  // Screens that its buttons open belong to it.
  const opened = Object.values(screen.actions).flatMap((action) => (action.kind === 'open' ? [action.uri.split('?', 1)[0] ?? ''] : []))
  const others = opened.flatMap((uri) => {
    const other = shipped.catalog.screens.get(uri)
    return other === undefined || other === screen
      ? []
      : [pathOf('screen', uri), ...entitiesOf(other).map((name) => pathOf('entity', name))]
  })
  const paths = new Set([pathOf('screen', screen.uri), ...entities, ...others])
  return shippedFiles.filter((file) => paths.has(file.path))
}

export function entitiesOf(screen: ResolvedScreen): readonly string[] {
  return [...new Set([screen.entity.name, ...Object.values(screen.children).map((child) => child.entity)])]
}

export function pathOf(kind: string, name: string): string {
  return [...shipped.catalog.files].find(([, file]) => file.kind === kind && file.name === name)?.[0] ?? `missing ${kind} ${name}`
}
