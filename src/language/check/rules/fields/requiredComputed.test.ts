import { expect, it } from 'vitest'
import { findings } from '../../../testing/documents.ts'

it('refuses to require what the server computes', () =>
  expect(findings({ entity: { required: ['shopName', 'shopNo'] } })).toContain('required-computed /required/1'))
