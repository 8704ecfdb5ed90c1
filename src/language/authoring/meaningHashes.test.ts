import { describe, expect, it } from 'vitest'
import { check, shopEntity, shopsScreen } from '../testing/documents.ts'
import { meaningHashes } from './meaningHashes.ts'

const hashes = (changes: Readonly<Record<string, unknown>> = {}) => meaningHashes(check(changes).catalog)

describe('the hashes of what documents mean', () => {
  it('the hashes of what documents mean name every entity and screen', () =>
    expect(hashes().map((line) => line.slice(33))).toEqual(['entity shop', 'entity visit', 'screen /_demo/shops']))

  it('the hashes of what documents mean stay when a default is spelled out, or keys change places', () => {
    const { list, uri, ...rest } = shopsScreen
    expect(hashes({ 'screens/_demo/shops.json': { ...rest, icon: 'list_alt', list, uri } })).toEqual(hashes())
  })

  it('change with the order of fields, and with anything that is said', () => {
    const reversed = Object.fromEntries(Object.entries(shopEntity.properties).reverse())
    expect(hashes({ 'entities/demo/shop.json': { ...shopEntity, properties: reversed } })).not.toEqual(hashes())
    expect(hashes({ 'screens/_demo/shops.json': { ...shopsScreen, title: '店' } })).not.toEqual(hashes())
  })
})
