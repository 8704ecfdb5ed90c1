import { expect, it } from 'vitest'
import { findings } from '../../../testing/documents.ts'

it('says where the language lies from here', () =>
  expect(findings({ screen: { $schema: '../language/screen.json' } })).toEqual(['schema-address /$schema']))
it('accepts the right address', () => expect(findings({ screen: { $schema: '../../language/screen.schema.json' } })).toEqual([]))
