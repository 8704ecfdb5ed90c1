import { expect, it } from 'vitest'
import { findings, shopEntity } from '../../../testing/documents.ts'

const entity = (changes: object) => findings({ entity: changes })

it.each([
  [{ key: 'shopno' }, 'unknown-field /key shopNo'],
  [{ label: 'shopname' }, 'unknown-field /label shopName'],
  [{ scope: 'companyNo' }, 'unknown-field /scope'],
  [{ required: ['shopNam'] }, 'unknown-field /required/0 shopName'],
  [{ when: { citycode: { visible: { 'form.kind': { eq: '1' } } } } }, 'unknown-field /when/citycode cityCode'],
  [{ unique: [['kind', 'cityCod']] }, 'unknown-field /unique/0/1 cityCode'],
])('finds the unknown field in %j', (changes, expected) => expect(entity(changes)).toContain(expected))

it('looks into transitions and their inputs', () => {
  const approve = { label: '核准', field: 'stat', from: ['2'], to: '3', permission: 'approve', notBy: ['submitedBy'] }
  const input = { properties: { reason: { type: 'string', title: '原因' } }, required: ['reasons'] }
  expect(entity({ transitions: { approve, reject: { ...approve, field: 'status', notBy: ['submittedBy'], input } } })).toEqual(
    expect.arrayContaining([
      'unknown-field /transitions/approve/field status',
      'unknown-field /transitions/approve/notBy/0 submittedBy',
      'unknown-field /transitions/reject/input/required/0 reason',
    ]),
  )
})

it('looks beside the field for x-after, x-notBefore and x-from, in rows too', () => {
  const date = { type: 'string', title: '日', format: 'date' }
  const rows = {
    type: 'array',
    title: '列',
    items: { type: 'object', properties: { join: date, leave: { ...date, 'x-notBefore': 'openDate' } }, required: ['joined'] },
  }
  const zip = { type: 'string', title: '區號', 'x-from': 'dictionary:district' }
  const found = entity({ properties: { ...shopEntity.properties, closeDate: { ...date, 'x-after': 'opendate' }, rows, zip } })
  expect(found).toEqual(
    expect.arrayContaining([
      'unknown-field /properties/closeDate/x-after openDate',
      'unknown-field /properties/rows/items/properties/leave/x-notBefore',
      'unknown-field /properties/rows/items/required/0 join',
      'unknown-field /properties/zip/x-from',
    ]),
  )
})
