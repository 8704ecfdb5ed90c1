import { describe, expect, it } from 'vitest'
import type { Preset } from '../documents/preset.ts'
import { check, shopEntity } from '../testing/documents.ts'
import { authoredEntity } from './authoredEntity.ts'

const kind = (name: string, content: Preset['content']): Preset => ({ name, title: name, for: 'property', content })
const points = kind('points', { type: 'integer', 'x-format': 'points' })
const status = kind('status', { type: 'string', title: '狀況', 'x-format': 'badge', 'x-computed': true })

describe('an entity as it is written', () => {
  const written = authoredEntity(shopEntity, [
    points,
    status,
    kind('text', { type: 'string' }),
    kind('price', { type: 'number', 'x-format': 'price' }),
  ])

  it('names the kinds of its fields, which keep their own titles', () => {
    expect(written).not.toHaveProperty('type')
    expect(written).toMatchObject({
      properties: {
        points: { use: 'points', title: '點數' },
        status: { use: 'status', title: '狀態', 'x-dictionary': 'ShopStatus' },
        shopName: shopEntity.properties.shopName,
        area: shopEntity.properties.area,
      },
    })
  })

  it('means what the entity means', () => {
    const files = Object.fromEntries([points, status].map((preset) => [`presets/${preset.name}.json`, preset]))
    const { catalog } = check({ 'entities/demo/shop.json': authoredEntity(shopEntity, [points, status]), ...files })
    expect(catalog.entities.get('shop')).toEqual(shopEntity)
  })
})
