import type { DocumentKind } from '../catalog/catalog.ts'
import type { Preset } from '../documents/preset.ts'
import { kindsWithNames, namesReference } from '../editor/namesSchema.ts'
import type { JsonSchema } from '../schema/languageSchema.ts'
import { schemaPath } from '../schema/schemaPath.ts'
import { authoredSchema } from './authoredSchema.ts'
import { presetSchema } from './presetSchema.ts'

const kinds: readonly DocumentKind[] = ['entity', 'screen', 'dictionary', 'menu', 'preset', 'dashboard']

/**
 * The published JSON Schemas: path below `schemas/`, and text. `npm run schemas -- language` writes them, and every check compares them.
 *
 * @param presets for editors to complete
 */
export function schemaFiles(presets: Iterable<Preset>): readonly { readonly path: string; readonly text: string }[] {
  const known = [...presets]
  const schemaOf = (kind: DocumentKind) => (kind === 'preset' ? presetSchema(known) : withNames(kind, authoredSchema(kind, known)))
  return kinds.map((kind) => ({ path: schemaPath(kind), text: `${JSON.stringify(schemaOf(kind), null, 2)}\n` }))
}

/** Editors read what the names of the project allow from a file beside the language. */
function withNames(kind: DocumentKind, schema: JsonSchema): JsonSchema {
  const named = kindsWithNames.find((one) => one === kind)
  if (named === undefined) return schema
  const parts = (schema.allOf ?? []) as readonly JsonSchema[]
  return { ...schema, allOf: [...parts, { $ref: namesReference(named) }] }
}
