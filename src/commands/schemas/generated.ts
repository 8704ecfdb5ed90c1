import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { entityTypes } from '../../language/authoring/entityTypes.ts'
import { languageReference } from '../../language/authoring/reference.ts'
import type { Catalog } from '../../language/catalog.ts'
import { schemaFiles } from '../../language/schemaFiles.ts'
import { projectRoot } from '../../server/platform/projectRoot.ts'

/** A file that a command writes from the documents or from the language. */
interface GeneratedFile {
  /** Below the project's root. */
  readonly path: string
  readonly text: string
}

type Kind = 'types' | 'language' | 'reference'

const titles: { readonly [K in Kind]: string } = {
  types: '實體的 TypeScript 型別',
  language: 'schemas/language 的 JSON Schema',
  reference: '語言參考 schemas/language/reference.md',
}

const makers: { readonly [K in Kind]: (catalog: Catalog) => readonly GeneratedFile[] } = {
  types: ({ entities, dictionaries }) => [{ path: 'src/server/domain/entities.generated.ts', text: entityTypes(entities, dictionaries) }],
  language: () => schemaFiles().map((file) => ({ path: `schemas/${file.path}`, text: file.text })),
  reference: () => [{ path: 'schemas/language/reference.md', text: languageReference() }],
}

/** Generated files that no longer match what they are generated from, as sentences that name the command. */
export function staleFiles(catalog: Catalog): readonly string[] {
  return (Object.keys(makers) as Kind[]).flatMap((kind) =>
    makers[kind](catalog)
      .filter((file) => readIfThere(file.path) !== file.text)
      .map((file) => `${file.path} 已過時，請執行 npm run schemas -- ${kind}`),
  )
}

/** Writes the generated files of one kind. */
export function writeGenerated(kind: Kind, catalog: Catalog): void {
  for (const file of makers[kind](catalog)) {
    const path = join(projectRoot, file.path)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, file.text)
  }
  console.log(`已產生${titles[kind]}`)
}

function readIfThere(path: string): string | null {
  const whole = join(projectRoot, path)
  return existsSync(whole) ? readFileSync(whole, 'utf8') : null
}
