import { describe, expect, it } from 'vitest'
import type { Property } from '../../../documents/entity.ts'
import { findings } from '../../../testing/documents.ts'

const item = {
  ...{ name: 'item', title: '品項', key: 'itemNo', label: 'itemNo', type: 'object' },
  properties: {
    itemNo: { type: 'string', title: '品號', 'x-unique': true, 'x-immutable': true },
    price: { type: 'number', title: '單價' },
    count: { type: 'integer', title: '庫存' },
    madeOn: { type: 'string', title: '製造日', format: 'date' },
    cost: { type: 'number', title: '成本', 'x-read': 'cost' },
  },
}
const itemNo: Property = { type: 'string', title: '品號', 'x-ref': { entity: 'item' } }

function ofLines(fields: Readonly<Record<string, object>>, more: object = {}): readonly string[] {
  const order = {
    ...{ name: 'order', title: '訂單', key: 'note', label: 'note', type: 'object' },
    properties: {
      note: { type: 'string', title: '備註' },
      lines: { type: 'array', title: '明細', items: { type: 'object', properties: { itemNo, ...fields } } },
    },
    ...more,
  }
  const found = findings({ files: { 'entities/demo/item.json': item, 'entities/demo/order.json': order } })
  return found.filter((line) => line.includes('/x-from'))
}

const place = '/properties/lines/items/properties/unitPrice/x-from'

describe('values that are taken over from the record that is chosen', () => {
  it('a value of the same kind is in order, a whole number for a number too', () => {
    expect(ofLines({ unitPrice: { type: 'number', title: '單價', 'x-from': 'itemNo.price' } })).toEqual([])
    expect(ofLines({ unitPrice: { type: 'number', title: '單價', 'x-from': 'itemNo.count' } })).toEqual([])
  })

  it.each([
    [{ type: 'number', 'x-from': 'item.price' }, `unknown-field ${place} itemNo.price`],
    [{ type: 'number', 'x-from': 'itemNo.prise' }, `unknown-field ${place} itemNo.price`],
    [{ type: 'number', 'x-from': 'itemNo.cost' }, `copied-value ${place}`],
    [{ type: 'string', 'x-from': 'itemNo.price' }, `copied-value ${place}`],
    [{ type: 'string', 'x-from': 'itemNo.madeOn' }, `copied-value ${place}`],
    [{ type: 'number', 'x-computed': true, 'x-from': 'itemNo.price' }, `copied-value ${place}`],
    [{ type: 'number', 'x-from': 'price' }, `wrong-form ${place}`],
  ])('refuses %j', (property, finding) => expect(ofLines({ unitPrice: { title: '單價', ...property } })).toEqual([finding]))
})
