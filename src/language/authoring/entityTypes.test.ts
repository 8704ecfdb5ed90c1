import { describe, expect, it } from 'vitest'
import { check, shopEntity } from '../testing/documents.ts'
import { codeConstants } from './codeConstants.ts'
import { entityTypes } from './entityTypes.ts'
import type { StoredColumn, StoredRelation, TypeSources } from './fieldTypes.ts'
import { tableTypes } from './tableTypes.ts'

const column = (name: string, type = 'text', more: Partial<StoredColumn> = {}): readonly [string, StoredColumn] => [
  name,
  { name, type, nullable: true, hasDefault: false, generated: false, ...more },
]
const filled = { nullable: false } as const

const shop: StoredRelation = {
  kind: 'table',
  columns: new Map([
    column('id', 'bigint', { nullable: false, hasDefault: true }),
    column('shop_no', 'text', filled),
    column('kind', 'text', { nullable: false, hasDefault: true }),
    column('city_code'),
    column('tiers', 'jsonb'),
    column('created_at', 'timestamp with time zone', { nullable: false, hasDefault: true }),
    column('row_version', 'integer', filled),
    column('point_sum', 'bigint', { generated: true }),
    column('secret_hash', 'bytea', filled),
  ]),
}

function sources(): TypeSources {
  const { entities, dictionaries } = check({
    'entities/demo/shop.json': { ...shopEntity, name: 'storedShop', table: 'shop', view: 'shop_view' },
    'dictionaries/ShopKind.json': {
      ...{ name: 'ShopKind', title: '店別' },
      options: [
        { key: '1', name: 'street', value: '實體' },
        { key: '2', name: 'online', value: '網路' },
      ],
    },
  }).catalog
  return { entities, dictionaries, relations: new Map([['shop', shop]]) }
}

describe('types of records', () => {
  it('types of records are as the document says, null where the column may be, and of entities with a table only', () => {
    const text = entityTypes(sources())
    expect(text).toContain("import type { ShopKind } from '../rules/codes.generated.ts'\n")
    expect(text).not.toContain('VisitRecord')
    expect(text).toContain('export type StoredShopRecord = {\n')
    expect(text).toContain('  readonly shopNo: string\n')
    expect(text).toContain('  readonly kind: ShopKind\n')
    expect(text).toContain('  readonly cityCode: string | null\n')
    expect(text).toContain('  readonly createdAt: string\n')
    expect(text).toContain('  readonly tiers: readonly StoredShopTiersRow[] | null\n')
    expect(text).toContain(
      'export type StoredShopTiersRow = {\n  readonly conditionSeq?: number | null\n  readonly conditionPoint: number\n',
    )
  })

  it('types of records take for null what only a view has', () =>
    expect(entityTypes(sources())).toContain('  readonly updatedBy: string | null\n'))
})

describe('types of tables', () => {
  it('types of tables have every column as the driver gives it, and say what the database fills in', () => {
    const text = tableTypes(sources())
    expect(text).toContain('  shopNo: string\n')
    expect(text).toContain('  kind: Generated<ShopKind>\n')
    expect(text).toContain('  createdAt: Generated<Date>\n')
    expect(text).toContain('  pointSum: GeneratedAlways<number | null>\n  secretHash: Buffer\n')
    expect(text).toContain('    shop: StoredShopTable\n')
  })

  it('types of tables cannot be made of a column type that nobody knows', () => {
    const strange = { ...shop, columns: new Map([column('shape', 'point')]) }
    expect(() => tableTypes({ ...sources(), relations: new Map([['shop', strange]]) })).toThrow('point')
  })
})

it('writes constants for the dictionaries whose options have names', () => {
  const text = codeConstants(sources().dictionaries)
  expect(text).toContain("/** 店別 */\nexport const shopKind = { street: '1', online: '2' } as const\n")
  expect(text).toContain('export type ShopKind = (typeof shopKind)[keyof typeof shopKind]\n')
  expect(text.match(/export const/g)).toHaveLength(1)
})
