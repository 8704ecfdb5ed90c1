import { describe, expect, it } from 'vitest'
import type { Conversion } from '../documents/conversion.ts'
import type { Property } from '../documents/entity.ts'
import { convertValue } from './convertValue.ts'

const as = (type: Property['type'], more: Partial<Property> = {}): Property => ({ type, ...more })
const texts = as('array', { items: as('string') })

describe('a stored value as a field of another type has it', () => {
  it.each<[Property, unknown, unknown]>([
    [as('number'), '1,200', 1200],
    [as('number'), 'NT$ 1,200.50', 1200.5],
    [as('number'), '－３．５', -3.5],
    [as('integer'), ' 42 ', 42],
    [as('integer'), '1200.00', 1200],
    [as('integer'), ['7'], 7],
    [as('string'), 1200.5, '1200.5'],
    [as('string'), true, '是'],
    [as('string'), ['甲', '乙'], '甲、乙'],
    [as('string', { format: 'date' }), '2026/3/7', '2026-03-07'],
    [as('string', { format: 'date' }), '20261127', '2026-11-27'],
    [as('string', { format: 'date' }), '2026-11-27T20:00:00Z', '2026-11-28'],
    [as('string', { format: 'date-time' }), '2026-11-27', '2026-11-27T00:00:00+08:00'],
    [as('boolean'), '是', true],
    [as('boolean'), 'N', false],
    [as('boolean'), 1, true],
    [texts, '甲、乙,丙', ['甲', '乙', '丙']],
    [texts, '甲', ['甲']],
    [as('array', { items: as('integer') }), '1;2', [1, 2]],
  ])('%j takes %j as %j', (property, stored, value) => expect(convertValue(property, {}, stored)).toEqual(value))

  it.each<[Property, unknown]>([
    [as('integer'), '1.5'],
    [as('integer'), 1.5],
    [as('number'), '1,20'],
    [as('number'), '一打'],
    [as('number'), ''],
    [as('number'), ['1', '2']],
    [as('number'), true],
    [as('string', { format: 'date' }), '115/03/07'],
    [as('string', { format: 'date' }), '2026/13/01'],
    [as('string', { format: 'date' }), '2026-117'],
    [as('string', { enum: ['A'] }), 'B'],
    [as('boolean'), 'ok'],
    [as('boolean'), 'constructor'],
    [as('array', { items: as('integer') }), '1、x'],
    [as('object'), '甲'],
  ])('%j leaves it to people what %j means', (property, stored) => expect(convertValue(property, {}, stored)).toBeUndefined())

  it('takes what the document says first, and nothing that does not fit the field', () => {
    const values: Conversion['values'] = { 一打: 12, '3': 30, 半打: 'x' }
    expect(['一打', '3', '半打', '5'].map((stored) => convertValue(as('integer'), { values }, stored))).toEqual([12, 30, undefined, 5])
    expect(convertValue(as('string'), { values: { true: '有' } }, true)).toBe('有')
  })
})
