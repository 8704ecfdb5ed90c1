import { describe, expect, it } from 'vitest'
import type { Property } from '../documents/entity.ts'
import { hasSameShape } from './shape.ts'

const rows = (members: Readonly<Record<string, Property>>): Property => ({
  type: 'array',
  items: { type: 'object', properties: { lotNo: { type: 'string' }, ...members } },
})

describe('the shape of what is stored', () => {
  it('the shape of rows changes with what they hold, not with what they show of other records', () => {
    const price: Property = { type: 'number', 'x-borrowed': { by: 'lotNo', entity: 'lot', field: 'price' } }
    expect(hasSameShape(rows({}), rows({ 'lotNo.price': price }))).toBe(true)
    expect(hasSameShape(rows({}), rows({ price: { type: 'number' } }))).toBe(false)
  })
})
