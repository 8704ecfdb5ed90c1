import { expect, it } from 'vitest'
import { check, shopEntity } from '../testing/documents.ts'
import { entityTypes } from './entityTypes.ts'

it('writes one interface per entity with a table, with unions for fixed dictionaries and null for what may be empty', () => {
  const { entities, dictionaries } = check({
    'entities/demo/shop.json': { ...shopEntity, name: 'storedShop', table: 'shop', view: 'shop_view' },
  }).catalog
  const text = entityTypes(entities, dictionaries)
  expect(text).toContain('export interface StoredShop {')
  expect(text).not.toContain('export interface Visit {')
  expect(text).toContain("  /** 類型 */\n  readonly kind: '1' | '2'\n")
  expect(text).toContain('  readonly shopNo: string\n')
  expect(text).toContain('  readonly cityCode: string | null\n')
  expect(text).toContain('  readonly rowVersion: number\n')
  expect(text).toContain(
    'export interface StoredShopTiersRow {\n  /** 序號 */\n  readonly conditionSeq: number | null\n  /** 回饋點數 */\n  readonly conditionPoint: number\n',
  )
  expect(text).toContain('  readonly tiers: readonly StoredShopTiersRow[] | null\n')
})
