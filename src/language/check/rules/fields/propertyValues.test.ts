import { describe, expect, it } from 'vitest'
import { findings, shopEntity } from '../../../testing/documents.ts'

const withPoints = (more: object) =>
  findings({ entity: { properties: { ...shopEntity.properties, points: { ...shopEntity.properties.points, ...more } } } })

describe('values of one field', () => {
  it('money has no decimals, because they would be stored and summed but not shown', () => {
    expect(withPoints({ type: 'number', 'x-format': 'money', 'x-decimals': 2 })).toContain('hidden-decimals /properties/points/x-format')
    expect(withPoints({ type: 'number', 'x-format': 'money' }).filter((line) => line.startsWith('hidden'))).toEqual([])
    expect(withPoints({ type: 'number', 'x-decimals': 2 }).filter((line) => line.startsWith('hidden'))).toEqual([])
  })
})
