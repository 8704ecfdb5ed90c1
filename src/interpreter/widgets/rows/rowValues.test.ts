import { expect, it } from 'vitest'
import { resolveItems } from '../../../language/resolve/fields.ts'
import { pastedRows } from './rowValues.ts'

const columns = Object.values(
  resolveItems(
    {
      type: 'object',
      properties: {
        goodsNo: { type: 'string', title: '商品', 'x-ref': { entity: 'goods' } },
        'goodsNo.unit': {
          type: 'string',
          title: '單位',
          'x-computed': true,
          'x-borrowed': { by: 'goodsNo', entity: 'goods', field: 'unit' },
        },
        quantity: { type: 'integer', title: '數量' },
      },
    },
    'create',
  ),
).map((column) =>
  column.field === 'goodsNo' ? { ...column, reference: { path: '/api/orders/choices', shows: ['goodsNo.unit'] } } : column,
)

it('a pasted number of a record takes away what the row showed of the record before', () => {
  const rows = [{ goodsNo: 'A', 'goodsNo.unit': '瓶', quantity: 1 }]
  const paste = (cells: readonly string[], column: number) =>
    pastedRows(rows, { cells: [cells], start: { row: 0, column }, columns, options: () => [], limit: 10 })
  expect(paste(['B', '箱', '3'], 0)).toEqual([{ goodsNo: 'B', 'goodsNo.unit': undefined, quantity: 3 }])
  expect(paste(['5'], 2)).toEqual([{ goodsNo: 'A', 'goodsNo.unit': '瓶', quantity: 5 }])
})
