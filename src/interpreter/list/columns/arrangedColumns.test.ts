import { describe, expect, it } from 'vitest'
import { columnOf } from '../../../language/testing/screenFactory.ts'
import { arrangeColumns, moveColumn, preferencesOf, resizeColumn, visibleColumns } from './arrangedColumns.ts'

const document = [
  columnOf({ field: 'a' }),
  columnOf({ field: 'b', pin: 'start' }),
  columnOf({ field: 'c', hidden: true }),
  columnOf({ field: 'd' }),
]
const fields = (columns: readonly { readonly field: string }[]) => columns.map((column) => column.field).join('')

describe('arrangeColumns', () => {
  it('keeps the document where the user chose nothing', () => {
    expect(arrangeColumns(document, [])).toEqual(document)
  })

  it('puts columns in the user order and applies width, pin and hidden', () => {
    const arranged = arrangeColumns(document, [
      { field: 'd', width: 120, pin: 'end' },
      { field: 'c', hidden: false },
      { field: 'b', pin: null },
      { field: 'a', hidden: true },
    ])
    expect(fields(arranged)).toBe('dcba')
    expect(arranged[0]).toMatchObject({ width: 120, pin: 'end', isSized: true })
    expect(arranged[1]?.hidden).toBe(false)
    expect(arranged[2]).not.toHaveProperty('pin')
    expect(fields(visibleColumns(arranged))).toBe('dcb')
  })

  it('drops fields that are gone and puts new columns behind the one before them in the document', () => {
    expect(fields(arrangeColumns(document, [{ field: 'gone' }, { field: 'd' }, { field: 'a' }]))).toBe('dabc')
    expect(fields(arrangeColumns(document, [{ field: 'c' }]))).toBe('abcd')
    expect(arrangeColumns(document, [{ field: 'constructor' }])).toEqual(document)
  })

  it('shows at least one column', () => {
    const hidden = document.map(({ field }) => ({ field, hidden: true }))
    expect(fields(visibleColumns(arrangeColumns(document, hidden)))).toBe('a')
  })

  it('keeps widths within reason', () => {
    expect(resizeColumn(document, 'a', 5)[0]?.width).toBe(48)
    expect(resizeColumn(document, 'a', 5000)[0]?.width).toBe(800)
    expect(resizeColumn(resizeColumn(document, 'a', 100), 'a', null)).toEqual(document)
  })
})

it('stores the order and only what differs from the document', () => {
  const arranged = moveColumn(resizeColumn(document, 'd', 99), 'd', 0)
  const stored = preferencesOf(arranged, document)
  expect(stored).toEqual([{ field: 'd', width: 99 }, { field: 'a' }, { field: 'b' }, { field: 'c' }])
  expect(arrangeColumns(document, stored)).toEqual(arranged)
})

it('moves a column no further than the ends', () => {
  expect(fields(moveColumn(document, 'a', 2))).toBe('bcad')
  expect(fields(moveColumn(document, 'a', -1))).toBe('abcd')
  expect(fields(moveColumn(document, 'a', 99))).toBe('bcda')
})
