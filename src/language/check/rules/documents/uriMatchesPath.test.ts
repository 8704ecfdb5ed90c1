import { expect, it } from 'vitest'
import { findings } from '../../../testing/documents.ts'

it('wants the uri to be the path of the file', () =>
  expect(findings({ screen: { uri: '/_demo/shop' } })).toContain('uri-not-path /uri /_demo/shops'))
