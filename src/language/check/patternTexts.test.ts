import { expect, it } from 'vitest'
import type { DocumentKind } from '../catalog/catalog.ts'
import { languageSchema } from '../schema/languageSchema.ts'
import { patternText } from './patternTexts.ts'

it.each(['entity', 'screen', 'dictionary', 'menu'] as const)(
  'every form that the language of a %s asks for is told in words',
  (kind: DocumentKind) =>
    expect([...new Set(patternsIn(languageSchema(kind)))].filter((pattern) => patternText(pattern).includes(pattern))).toEqual([]),
)

it('shows a form that nobody described as it is', () => expect(patternText('^x$')).toBe('應符合 ^x$'))

function patternsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'pattern' && typeof value === 'string') return [value]
    const own = key === 'patternProperties' ? Object.keys(value as object) : []
    return [...own, ...patternsIn(value)]
  })
}
