import type { DocumentKind } from './catalog.ts'
import { languageSchema } from './languageSchema.ts'

const kinds: readonly DocumentKind[] = ['entity', 'screen', 'dictionary', 'menu']

/** Where the language of a kind of document is published, below `schemas/`. */
export function schemaPath(kind: DocumentKind): string {
  return `language/${kind}.schema.json`
}

/** The published JSON Schemas: path below `schemas/` and text. Written by `npm run schemas -- language`, compared by every check. */
export function schemaFiles(): readonly { readonly path: string; readonly text: string }[] {
  return kinds.map((kind) => ({ path: schemaPath(kind), text: `${JSON.stringify(languageSchema(kind), null, 2)}\n` }))
}
