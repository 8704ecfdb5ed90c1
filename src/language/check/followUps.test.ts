import { describe, expect, it } from 'vitest'
import { findings, shopEntity, shopsScreen } from '../testing/documents.ts'

const ring = shopsScreen.actions?.ring
const visits = shopsScreen.children?.visits
const { properties, transitions } = shopEntity
const ofStatus = (status: object) => findings({ entity: { properties: { ...properties, status: { ...properties.status, ...status } } } })
const ofApproval = (approve: object) =>
  findings({ entity: { transitions: { ...transitions, approve: { ...transitions?.approve, ...approve } } } })

describe('one mistake has one finding', () => {
  it('where neither a child list nor its record has the field that joins them', () =>
    expect(findings({ screen: { children: { visits: { ...visits, by: 'shopNum' } } } })).toEqual([
      'unknown-field /children/visits/by shopNo',
    ]))

  it('where rows of several entities have a button, and none of them the field that it names', () => {
    const onBoth = { ...shopsScreen.list, rowActions: ['edit', 'ring'] }
    const withRing = (changes: object) => findings({ screen: { list: onBoth, actions: { ring: { ...ring, ...changes } } } })
    expect(withRing({ visible: { 'row.isOpn': { eq: true } } })).toEqual(['unknown-field /actions/ring/visible/row.isOpn isOpen'])
    expect(withRing({ request: 'POST /api/demo/shops/{shopN}/ring' })).toEqual(['unknown-field /actions/ring/request shopNo'])
    expect(withRing({ confirm: '{shopN}？' })).toEqual(['unknown-field /actions/ring/confirm shopNo'])
    expect(withRing({ request: 'POST /api/demo/{shopN}/{visitN}' })).toEqual([
      'unknown-field /actions/ring/request shopNo',
      'unknown-field /actions/ring/request',
    ])
  })

  it('where a step names a person who does not exist', () => {
    expect(ofApproval({ notBy: ['updatedByx'] })).toEqual(['unknown-field /transitions/approve/notBy/0 updatedBy'])
    expect(ofApproval({ notBy: ['points'] })).toEqual(['wrong-type /transitions/approve/notBy/0'])
  })

  it('where an input has the name of a field that only the server fills', () => {
    const input = { properties: { rowVersion: { type: 'integer', title: '版' } } }
    expect(ofApproval({ input })).toEqual(['reserved-name /transitions/approve/input/properties/rowVersion'])
  })

  it('where a default is no option', () => {
    expect(ofStatus({ default: '2x' })).toEqual(['unknown-option /properties/status/default'])
    expect(ofStatus({ default: 7 })).toEqual(['wrong-type /properties/status/default'])
    expect(ofStatus({ enum: ['1', '2', '3'], default: '2x' })).toEqual(['unknown-option /properties/status/default'])
  })

  it('where the address of a screen is wrong, which much else in it and in other documents depends on', () => {
    const rowAction = { ...shopsScreen.actions?.ring, request: 'POST /api/demo/shops/{id}/ring', permission: 'demo.shops.ring' }
    const granted = { ...shopEntity, transitions: { ...transitions, approve: { ...transitions?.approve, permission: 'demo.shops.ring' } } }
    for (const uri of ['/_demo/shop', '/_other/shops', '/demo/shops', '/_company/companies'])
      expect(findings({ screen: { uri, actions: { ring: rowAction } }, entity: granted })).toEqual(['uri-not-path /uri /_demo/shops'])
    // What is wrong at either address is told.
    expect(findings({ screen: { uri: '/_demo/shop', list: { ...shopsScreen.list, sort: ['gone'] } } })).toEqual([
      'uri-not-path /uri /_demo/shops',
      'unknown-field /list/sort/0',
    ])
    // A copy says again what the original says.
    expect(findings({ files: { 'screens/_demo/shops_copy.json': shopsScreen } })).toEqual(['uri-not-path /uri /_demo/shops_copy'])
  })

  it('where something else stands in the place of a word', () =>
    expect(findings({ entity: { properties: { ...properties, area: { type: 'number', title: '坪數', 'x-format': 7 } } } })).toEqual([
      'unknown-value /properties/area/x-format',
    ]))
})
