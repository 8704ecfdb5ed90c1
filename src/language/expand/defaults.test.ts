import { describe, expect, it } from 'vitest'
import { check, shopEntity } from '../testing/documents.ts'

const file = 'entities/demo/shop.json'

function withoutAssumed(status: string) {
  const { type: _type, properties, transitions, ...rest } = shopEntity
  const { status: own, ...others } = properties
  const steps = Object.entries(transitions ?? {}).map(([name, { field: _field, ...step }]) => [name, step] as const)
  return { ...rest, properties: { ...others, [status]: own }, transitions: Object.fromEntries(steps) }
}

describe('what documents need not say', () => {
  it('an entity is an object, and its steps change the status', () => {
    const { catalog, diagnostics } = check({ [file]: withoutAssumed('status') })
    expect(diagnostics).toEqual([])
    const shop = catalog.entities.get('shop')
    expect(shop?.type).toBe('object')
    expect(shop?.transitions).toEqual(shopEntity.transitions)
  })

  it('a step of an entity without such a field is an error where it stands', () => {
    const { diagnostics } = check({ [file]: withoutAssumed('state') })
    expect(diagnostics.map(({ pointer, message }) => `${pointer} ${message}`)).toContain(
      '/transitions/approve 實體 shop 沒有欄位「status」',
    )
  })
})
