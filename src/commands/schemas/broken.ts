import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentKind } from '../../language/catalog/catalog.ts'
import type { CheckResult } from '../../language/check/checkDocuments.ts'
import { nameInText } from '../../language/check/readDocument.ts'
import { formatDiagnostic } from '../../language/findings/formatDiagnostic.ts'
import { schemasFolder, shownPath } from './documents.ts'

const folders = { screen: 'screens/', entity: 'entities/', dashboard: 'dashboards/' } as const satisfies Partial<
  Record<DocumentKind, string>
>
const titles = { screen: '畫面', entity: '實體', dashboard: '儀表板' } as const

type Kind = keyof typeof folders

/**
 * Why a document that is written is missing from the catalog: its errors, or those of the entity that it shows, or of dictionaries that
 * they name. Null when no file defines it, so that its name is what is wrong.
 *
 * @param name uri of a screen, or name of the document
 */
export function whyBroken(kind: Kind, name: string, { diagnostics, catalog: { broken, files } }: CheckResult): string | null {
  const errorsIn = (paths: readonly string[]) => diagnostics.filter(({ file, severity }) => severity === 'error' && paths.includes(file))
  const paths = brokenFiles(kind, name, broken)
  const entities = paths.flatMap((path) => brokenFiles('entity', entityIn(path), broken))
  // A broken dictionary has its errors where it is, and breaks what names its options: also a screen of a good entity.
  const shown = [...files].flatMap(([path, file]) =>
    file.kind === 'entity' && paths.some((one) => entityIn(one) === file.name) ? [path] : [],
  )
  const [what, errors] =
    [
      ['有錯誤', errorsIn(paths)] as const,
      ['所用的實體有錯誤', errorsIn(entities)] as const,
      ['所用的字典有錯誤', errorsIn([...paths, ...entities, ...shown].flatMap(dictionariesIn))] as const,
    ].find(([, found]) => found.length > 0) ?? []
  if (errors === undefined) return null
  const lines = errors.map((one) => formatDiagnostic({ ...one, file: shownPath(one.file) }))
  return [`${titles[kind]}「${name}」${what}，請先更正：`, ...lines].join('\n')
}

function brokenFiles(kind: Kind, name: string, broken: ReadonlySet<string>): readonly string[] {
  return [...broken].filter((path) => path.startsWith(folders[kind]) && isNamed(path, kind, name))
}

/** A screen is known by its place as well, whatever its text says. */
function isNamed(path: string, kind: Kind, name: string): boolean {
  return path === `screens${name}.json` || path === `${folders[kind]}${name}.json` || nameInText(textOf(path), kind) === name
}

/** A screen without errors of its own is broken as well when its entity is. */
function entityIn(path: string): string {
  return /"entity"\s*:\s*"([^"]+)"/.exec(textOf(path))?.[1] ?? ''
}

function dictionariesIn(path: string): readonly string[] {
  const named = textOf(path).matchAll(/"x-dictionary"\s*:\s*(?:\{\s*"name"\s*:\s*)?"([^"]+)"/g)
  return [...named].map(([, name]) => `dictionaries/${name}.json`)
}

const textOf = (path: string) => readFileSync(join(schemasFolder(), path), 'utf8')
