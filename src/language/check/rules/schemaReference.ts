import type { DocumentKind } from '../../catalog.ts'
import type { Finding } from '../source.ts'

/** `$schema` leads from the document to its language, so that editors complete. */
export function schemaReference(path: string, kind: DocumentKind, document: { readonly $schema?: string }): readonly Finding[] {
  const expected = `${'../'.repeat(path.split('/').length - 1) || './'}language/${kind}.json`
  if (document.$schema === undefined || document.$schema === expected) return []
  return [
    {
      place: ['$schema'],
      severity: 'warning',
      code: 'schema-address',
      message: `$schema 應為「${expected}」，編輯器才能提示`,
      suggestion: expected,
    },
  ]
}
