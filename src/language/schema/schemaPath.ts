import type { DocumentKind } from '../catalog/catalog.ts'

/** Path below `schemas/` of the published JSON Schema for a kind of document. */
export function schemaPath(kind: DocumentKind): string {
  return `language/${kind}.schema.json`
}
