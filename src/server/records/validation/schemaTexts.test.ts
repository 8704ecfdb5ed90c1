import { describe, expect, it } from 'vitest'
import type { Property } from '../../../language/documents/entity.ts'
import { schemaTexts } from './schemaTexts.ts'

const tiers: Property = {
  type: 'array',
  title: '級距',
  items: {
    type: 'object',
    properties: {
      conditionSeq: { type: 'integer', title: '序號', 'x-computed': true },
      conditionPoint: { type: 'integer', title: '點數', minimum: 0 },
    },
    required: ['conditionPoint'],
  },
}

describe('rows of a list', () => {
  it('rows of a list may carry what the server counts in them, and no other unknown name', () => {
    expect(schemaTexts({ tiers }, { tiers: [{ conditionSeq: 1, conditionPoint: 0 }] })).toEqual({})
    expect(Object.keys(schemaTexts({ tiers }, { tiers: [{ conditionSeq: 1, conditionPoint: 0, other: 1 }] }))).not.toEqual([])
    expect(Object.keys(schemaTexts({ tiers }, { tiers: [{ conditionPoint: -1 }] }))).toEqual(['tiers.0.conditionPoint'])
  })
})
