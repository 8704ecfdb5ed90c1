import { describe, expect, it } from 'vitest'
import type { DocumentKind } from '../catalog/catalog.ts'
import { languageSchema } from './languageSchema.ts'

describe.each(['entity', 'screen', 'dictionary', 'menu', 'preset', 'dashboard'] as const)('the language of a %s', (kind: DocumentKind) => {
  it('says in Chinese what every key is for, at every depth', () => {
    expect(keysWithout(languageSchema(kind), '')).toEqual([])
  })
})

/** Paths of keys without a description, including those in definitions. */
function keysWithout(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, patternProperties = {}, $defs = {}, anyOf = [], items, additionalProperties } = schema as Parts
  return [
    ...Object.entries(properties).flatMap(([key, part]) => [
      ...(/[\u4e00-\u9fff]/.test(part.description ?? '') ? [] : [`${path}/${key}`]),
      ...keysWithout(part, `${path}/${key}`),
    ]),
    ...Object.values(patternProperties).flatMap((part) => keysWithout(part, `${path}/*`)),
    ...Object.entries($defs).flatMap(([name, part]) => keysWithout(part, `$${name}`)),
    ...anyOf.flatMap((part) => keysWithout(part, path)),
    ...keysWithout(items, path),
    ...keysWithout(additionalProperties, `${path}/*`),
  ]
}

interface Parts {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>
  readonly patternProperties?: Readonly<Record<string, unknown>>
  readonly $defs?: Readonly<Record<string, unknown>>
  readonly anyOf?: readonly unknown[]
  readonly items?: unknown
  readonly additionalProperties?: unknown
}
