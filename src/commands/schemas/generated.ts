import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeConstants } from '../../language/authoring/codeConstants.ts'
import { languageReference } from '../../language/authoring/reference.ts'
import { schemaFiles } from '../../language/authoring/schemaFiles.ts'
import type { Catalog } from '../../language/catalog/catalog.ts'
import { projectRoot } from '../../server/platform/projectRoot.ts'

/** A file that a command writes from the documents or from the language. */
export interface GeneratedFile {
  /** Below the project's root. */
  readonly path: string
  readonly text: string
}

type Kind = 'codes' | 'language' | 'reference'

const titles: { readonly [K in Kind]: string } = {
  codes: '字典代碼的 TypeScript 常數',
  language: 'schemas/language 的 JSON Schema',
  reference: '語言參考 schemas/language/reference.md',
}

const makers: { readonly [K in Kind]: (catalog: Catalog) => readonly GeneratedFile[] } = {
  codes: ({ dictionaries }) => [{ path: 'src/rules/codes.generated.ts', text: codeConstants(dictionaries) }],
  language: ({ presets }) => schemaFiles(presets.values()).map((file) => ({ path: `schemas/${file.path}`, text: file.text })),
  reference: ({ presets }) => [{ path: 'schemas/language/reference.md', text: languageReference([...presets.values()]) }],
}

/**
 * Generated files that no longer match what they are generated from, as sentences that name the command. They name no file, because nobody
 * who edits documents has one of these open.
 */
export function staleFiles(catalog: Catalog): readonly string[] {
  return (Object.keys(makers) as Kind[]).flatMap((kind) =>
    makers[kind](catalog).some((file) => readIfThere(file.path) !== file.text)
      ? [`由文件產生的${titles[kind]}已過時，請執行 npm run schemas -- ${kind}`]
      : [],
  )
}

/** Writes the generated files of one kind. */
export function writeGenerated(kind: Kind, catalog: Catalog): void {
  writeFiles(makers[kind](catalog), titles[kind])
}

/** @param title of what was generated, told at the end */
export function writeFiles(files: readonly GeneratedFile[], title: string): void {
  for (const file of files) {
    const path = join(projectRoot, file.path)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, file.text)
  }
  console.log(`已產生${title}`)
}

function readIfThere(path: string): string | null {
  const whole = join(projectRoot, path)
  return existsSync(whole) ? readFileSync(whole, 'utf8') : null
}
