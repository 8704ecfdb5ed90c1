import { describe, expect, it } from 'vitest'
import type { ValueKind } from '../model.ts'
import { valueOfCell } from './importColumns.ts'

const fieldOf = (kind: ValueKind) => ({ name: 'at', title: 'At', kind, property: { type: 'string' as const }, column: 'at', common: false })
const read = (kind: ValueKind, cell: unknown) => valueOfCell({ field: fieldOf(kind), required: false }, cell)

describe('a cell with a day or a time', () => {
  it.each([
    // A date and time of a sheet has no time zone; the reader returns its clock as if it were UTC.
    ['dateTime', new Date('2026-01-05T00:30:00Z'), '2026-01-04T16:30:00.000Z'],
    ['dateTime', '2026-01-05 00:30:59', '2026-01-04T16:30:59.000Z'],
    ['dateTime', '2026/1/5 9:00', '2026-01-05T01:00:00.000Z'],
    ['dateTime', '2026-01-05T01:00:00Z', '2026-01-05T01:00:00Z'],
    ['date', new Date('2026-01-05T00:00:00Z'), '2026-01-05'],
    ['date', '2026/1/5', '2026-01-05'],
    ['date', '2026.1.5', '2026-01-05'],
    ['date', 20260105, '2026-01-05'],
    ['date', '2026年1月5日', '2026-01-05'],
    ['date', '\u200e２０２６／１／５\u200b', '2026-01-05'],
    ['dateTime', '２０２６／１／５　９：００', '2026-01-05T01:00:00.000Z'],
  ] as const)('%s %s is meant in Taipei', (kind, cell, value) => {
    expect(read(kind, cell)).toBe(value)
  })

  it.each(['2026-02-30 09:00', '2026-01-05 24:00', '2026-01-05', '明天 09:00'])('%s is no time and stays as it is', (cell) => {
    expect(read('dateTime', cell)).toBe(cell)
  })
})

it.each(['115/1/5', '01/05/2026', '2026/1.5', '202615', '2026-02-30'])(
  '%s could be another day, or is none, and stays as it is',
  (cell) => {
    expect(read('date', cell)).toBe(cell)
  },
)

it('a choice is found by its label, whatever nobody sees in the cell', () => {
  const column = { field: fieldOf('text'), required: false, keys: new Map([['啟用', '1']]) }
  expect(valueOfCell(column, '\ufeff啟用\u200b')).toBe('1')
  expect(read('boolean', '是\u200b')).toBe(true)
  expect(read('boolean', 'Ｙ')).toBe(true)
})

describe('a cell with a number', () => {
  it.each([
    [1000, 1000],
    ['1,000', 1000],
    ['１，０００', 1000],
    ['1,5', '1,5'],
    ['1.50', 1.5],
    ['一千', '一千'],
  ])('%s is read as a form reads it', (cell, value) => {
    expect(read('number', cell)).toBe(value)
  })
})
