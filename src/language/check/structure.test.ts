import { describe, expect, it } from 'vitest'
import { findings, shopEntity, shopsScreen } from '../testing/documents.ts'
import { checkStructure } from './structure.ts'

const list = (changes: object) => findings({ screen: { list: { ...shopsScreen.list, ...changes } } })

describe('the structure of a screen', () => {
  it.each([
    [{ columns: ['shopName', { field: 'kind', widht: 3 }] }, 'unknown-key /list/columns/1/widht width'],
    [{ columns: [5] }, 'wrong-type /list/columns/0'],
    [{ columns: [] }, 'wrong-size /list/columns'],
    [{ filters: [{ field: 'kind', op: 'equals' }] }, 'unknown-value /list/filters/0/op eq'],
    [{ pageSize: 20 }, 'unknown-value /list/pageSize'],
    [{ expand: 5 }, 'wrong-type /list/expand'],
    [{ views: { a: { title: '甲', filter: { 'rows.x': { eq: 1 } } } } }, 'unknown-key /list/views/a/filter/rows.x'],
    [{ views: { 'a b': { title: '甲', filter: { 'row.kind': { eq: '1' } } } } }, 'wrong-form /list/views/a b'],
    [{ views: { a: { title: '甲', filter: { 'row.kind': { equal: '1' } } } } }, 'unknown-key /list/views/a/filter/row.kind/equal'],
    [{ views: { a: { title: '甲', filter: {} } } }, 'wrong-size /list/views/a/filter'],
  ])('refuses %j with one finding', (changes, expected) => expect(list(changes)).toEqual([expected]))

  it('the structure of a screen knows the calls of an api', () =>
    expect(findings({ screen: { api: { HISTORY: 'GET /api/demo/shops/{id}/history' } } })).toEqual(['unknown-key /api/HISTORY history']))

  it('explains a value where a word belongs', () => {
    expect(list({ pageSize: {} })).toContain('unknown-value /list/pageSize')
    expect(findings({ entity: { properties: { ...shopEntity.properties, extra: { type: 'string', format: {} } } } })[0]).toContain(
      '/properties/extra/format',
    )
  })

  it('the structure of a screen keeps to the branch that was meant at the tenth place as at the first', () => {
    const columns = [...Array.from({ length: 10 }, () => ({ field: 'kind', widht: 3 })), 5]
    const found = list({ columns })
    expect(found.filter((one) => one.startsWith('unknown-key'))).toHaveLength(10)
    expect(found.filter((one) => one.startsWith('wrong-type'))).toEqual(['wrong-type /list/columns/10'])
  })

  it('the structure of a screen names the missing key', () => expect(findings({ screen: { list: {} } })).toEqual(['missing-key /list']))
})

describe('the structure of an entity', () => {
  const property = (changes: object) =>
    findings({ entity: { properties: { ...shopEntity.properties, extra: { title: '額外', type: 'string', ...changes } } } })

  it.each([
    [{ pattern: '^a$' }, 'unsupported-keyword /properties/extra/pattern'],
    [{ $ref: '#/properties/extra' }, 'unsupported-keyword /properties/extra/$ref'],
    [{ patternProperties: {} }, 'unsupported-keyword /properties/extra/patternProperties'],
    [{ format: 'taxnumber' }, 'unknown-value /properties/extra/format taxNumber'],
    [{ 'x-widget': 'textbox' }, 'unknown-value /properties/extra/x-widget'],
    [{ 'x-dictonary': 'City' }, 'unknown-key /properties/extra/x-dictonary x-dictionary'],
    [{ 'x-dictionary': { nmae: 'City', name: 'City' } }, 'unknown-key /properties/extra/x-dictionary/nmae name'],
    [{ 'x-decimals': 6 }, 'wrong-size /properties/extra/x-decimals'],
  ])('refuses %j with one finding', (changes, expected) => expect(property(changes)).toEqual([expected]))

  it('refuses names that are no field names', () =>
    expect(findings({ entity: { properties: { ...shopEntity.properties, 'a b': { type: 'string' } } } })).toEqual([
      'wrong-form /properties/a b',
    ]))
})

it('a mistake in the condition of a tile is told where it is, and the kind of the tile is not doubted', () => {
  const condition = { 'row.openDate': { lte: { path: 'now.date', addDays: 30 } } }
  const tile = { kind: 'number', title: '門市', entity: 'shop', count: true, filter: condition }
  const dashboard = { name: 'shops', title: '門市', roles: ['OPS'], tiles: [tile, { kind: 'numbr', title: '門市' }] }
  expect(checkStructure('dashboard', dashboard).map(({ place, message }) => [place.join('/'), message])).toEqual([
    ['tiles/0/filter/row.openDate/lte/addDays', '不認識的鍵「addDays」；此處可用：path'],
    ['tiles/1/kind', '沒有「numbr」這種種類'],
  ])
})
