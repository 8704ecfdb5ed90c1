import { describe, expect, it } from 'vitest'
import type { Property } from '../documents/entity.ts'
import type { Formula } from '../documents/formula.ts'
import { evaluateFormula } from './evaluateFormula.ts'
import { calculate, formulasOf, withFormulas } from './recordFormulas.ts'

const decimal = (decimals: number): Property => ({ type: 'number', 'x-decimals': decimals })
const whole: Property = { type: 'integer' }
const text: Property = { type: 'string' }
const day: Property = { type: 'string', format: 'date' }

const row = {
  quantity: 3,
  price: 0.1,
  rate: 12.345,
  none: null,
  zero: 0,
  name: '茶',
  start: '2026-01-31',
  at: '2026-01-31T17:00:00.000Z',
  isVip: true,
  lines: [{ amount: 0.1 }, { amount: 0.2, day: '2026-02-01' }, {}, { amount: null, day: '2026-01-05' }],
}

describe('evaluateFormula', () => {
  it.each<[Formula, Property, unknown]>([
    [{ $mul: ['row.quantity', 'row.price'] }, decimal(1), 0.3],
    [{ $add: ['row.price', 0.2] }, decimal(1), 0.3],
    [{ $sub: [0.3, 'row.price'] }, decimal(1), 0.2],
    [{ $round: [{ $div: [1, 3] }, 4] }, decimal(4), 0.3333],
    [{ $round: [{ $mul: [-1, 2.5] }, 0] }, whole, -3],
    [{ $round: [1.005, 2] }, decimal(2), 1.01],
    [{ $round: [{ $mul: [{ $div: [1, 3] }, 3] }, 0] }, whole, 1],
    [{ $sum: 'row.lines.amount' }, decimal(1), 0.3],
    [{ $sum: ['row.none', 'row.quantity', 1] }, whole, 4],
    [{ $sum: 'row.missing.amount' }, whole, 0],
    [{ $count: 'row.lines' }, whole, 4],
    [{ $count: 'row.lines.amount' }, whole, 2],
    [{ $min: 'row.lines.amount' }, decimal(1), 0.1],
    [{ $max: 'row.lines.day' }, day, '2026-02-01'],
    [{ $min: 'row.lines.day' }, day, '2026-01-05'],
    [{ $max: ['row.none', 2, 'row.quantity'] }, whole, 3],
    [{ $min: 'row.missing.amount' }, whole, null],
    [{ $add: ['row.quantity', 'row.none'] }, whole, null],
    [{ $if: [{ 'row.quantity': { gt: 2 } }, 'row.name', '無'] }, text, '茶'],
    [{ $if: [{ 'row.none': { gt: 2 } }, 'row.name', '無'] }, text, '無'],
    [{ $if: [{ 'row.none': { gt: 2 } }, 'row.name'] }, text, null],
    [{ $if: [{ 'row.isVip': { eq: true } }, true, false] }, { type: 'boolean' }, true],
    [{ $concat: ['row.name', '：', 'row.rate', 'row.none', ' ', 'row.start'] }, text, '茶：12.345 2026-01-31'],
    [{ $concat: ['row.none', 'row.none'] }, text, null],
    [{ $date: ['row.start', 1, 'months'] }, day, '2026-02-28'],
    [{ $date: ['row.start', -1] }, day, '2026-01-30'],
    [{ $date: ['row.start', 'row.quantity', 'years'] }, day, '2029-01-31'],
    [{ $date: ['row.at'] }, day, '2026-02-01'],
    [{ $days: ['row.start', 'row.at'] }, whole, 1],
    [{ $days: ['row.start', 'row.none'] }, whole, null],
    [{ $add: ['row.constructor', 1] }, whole, null],
    [{ $add: ['row.__proto__', 1] }, whole, null],
    [{ $add: ['row.name', 1] }, whole, null],
  ])('gives the result of %j', (formula, property, expected) => expect(evaluateFormula(formula, property, row).value).toBe(expected))

  it('says why there is no result although nothing is missing', () => {
    const of = (formula: Formula, property = whole) => evaluateFormula(formula, property, row)
    expect(of({ $round: [{ $div: ['row.quantity', 'row.zero'] }, 0] })).toEqual({ value: null, note: 'divisionByZero' })
    expect(of({ $if: [{ 'row.zero': { eq: 0 } }, 7, { $round: [{ $div: [1, 'row.zero'] }, 0] }] })).toEqual({ value: 7 })
    expect(of({ $mul: [99_999_999, 99_999_999] })).toEqual({ value: null, note: 'tooLarge' })
    expect(of({ $mul: [999_999_999_999_999, 1] })).toEqual({ value: 999_999_999_999_999 })
    expect(of({ $mul: [999_999_999_999.999, 1] }, decimal(3))).toEqual({ value: 999_999_999_999.999 })
    expect(of({ $date: ['row.start', 9_999_999_999, 'years'] }, day)).toEqual({ value: null, note: 'noDate' })
    expect(of({ $date: ['row.start', 1_500, 'years'] }, day)).toEqual({ value: null, note: 'noDate' })
    expect(of({ $concat: ['row.name', 'row.name'] }, { type: 'string', maxLength: 1 })).toEqual({ value: null, note: 'tooLong' })
  })
})

const order = {
  total: { type: 'integer', 'x-formula': { $round: [{ $add: ['row.subtotal', 'row.tax'] }, 0] } },
  tax: { type: 'number', 'x-decimals': 2, 'x-formula': { $round: [{ $mul: ['row.subtotal', 0.05] }, 2] } },
  subtotal: { type: 'number', 'x-decimals': 2, 'x-formula': { $sum: 'row.lines.amount' } },
  average: { type: 'integer', 'x-formula': { $round: [{ $div: ['row.subtotal', { $count: 'row.lines' }] }, 0] } },
  lines: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        quantity: { type: 'integer' },
        price: { type: 'number', 'x-decimals': 2 },
        amount: { type: 'number', 'x-decimals': 2, 'x-formula': { $mul: ['row.quantity', 'row.price'] } },
      },
    },
  },
} satisfies Record<string, Property>

describe('the formulas of a record', () => {
  const formulas = formulasOf(order)

  it('the formulas of rows come first, then each after those that it reads', () => {
    const record = { lines: [{ quantity: 3, price: 33.35 }, { quantity: 1 }] }
    expect(withFormulas(formulas, record)).toEqual({
      lines: [{ quantity: 3, price: 33.35, amount: 100.05 }, { quantity: 1 }],
      subtotal: 100.05,
      tax: 5,
      total: 105,
      average: 50,
    })
    expect(formulas.fields.map(({ field }) => field)).toEqual(['subtotal', 'tax', 'total', 'average'])
  })

  it('the formulas win over what a record brings in their place', () => {
    const sent = { total: 1, lines: [{ quantity: 2, price: 1, amount: 999 }, { quantity: 2, amount: 5 }, 'x', null] }
    expect(withFormulas(formulas, sent)).toMatchObject({
      lines: [{ quantity: 2, price: 1, amount: 2 }, { quantity: 2 }, 'x', null],
      total: 2,
    })
    expect((withFormulas(formulas, sent).lines as readonly object[])[1]).not.toHaveProperty('amount')
  })

  it('the formulas of an empty record say what could not be calculated', () => {
    expect(calculate(formulas, { lines: [] })).toEqual({
      values: { lines: [], subtotal: 0, tax: 0, total: 0, average: null },
      notes: { average: 'divisionByZero' },
    })
    expect(withFormulas(formulas, {})).toMatchObject({ subtotal: 0, average: null })
  })

  it('the formulas of a circle, which no checked document has, still end', () => {
    const circle = {
      a: { type: 'integer', 'x-formula': { $add: ['row.b', 1] } },
      b: { type: 'integer', 'x-formula': { $add: ['row.a', 1] } },
    } as const
    expect(withFormulas(formulasOf(circle), { a: 1 })).toEqual({ a: 3, b: 2 })
  })
})
