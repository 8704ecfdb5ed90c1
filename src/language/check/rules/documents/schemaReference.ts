import type { DocumentKind } from '../../../catalog/catalog.ts'
import type { Finding } from '../../../findings/source.ts'
import { schemaPath } from '../../../schema/schemaPath.ts'

/** Checks that `$schema` leads to the schema of this kind of document, so that editors can complete. */
export function schemaReference(path: string, kind: DocumentKind, document: { readonly $schema?: string }): readonly Finding[] {
  const expected = `${'../'.repeat(path.split('/').length - 1)}${schemaPath(kind)}`
  if (document.$schema === undefined || document.$schema.replace(/^\.\//, '') === expected) return []
  const message = `$schema 應為「${expected}」，編輯器才能提示`
  return [{ place: ['$schema'], severity: 'warning', code: 'schema-address', message }]
}
