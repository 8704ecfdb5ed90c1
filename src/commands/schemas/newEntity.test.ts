import { describe, expect, it } from 'vitest'
import { newEntity, type TableColumn, type TableDescription } from '../../language/authoring/newEntity.ts'
import { newScreen } from '../../language/authoring/newScreen.ts'
import { checkDocuments } from '../../language/check/checkDocuments.ts'
import { demoFiles, known, shopEntity } from '../../language/testing/documents.ts'
import { entityFindings } from '../../server/screens/catalogueCheck.ts'

const column = (name: string, type = 'text', more: Partial<TableColumn> = {}): TableColumn => ({
  name,
  type,
  scale: null,
  nullable: true,
  hasDefault: false,
  generated: false,
  ...more,
})

const table: TableDescription = {
  name: 'gift_card',
  comment: '禮物卡',
  columns: [
    column('id', 'bigint', { nullable: false, hasDefault: true }),
    column('row_version', 'integer'),
    column('card_no', 'character varying', { nullable: false, comment: '卡號' }),
    column('card_name', 'text', { comment: '名稱' }),
    column('kind', 'text'),
    column('rate', 'numeric', { scale: 2 }),
    column('valid_until', 'date'),
    column('used_at', 'timestamp with time zone'),
    column('is_open', 'boolean', { nullable: false, hasDefault: true }),
    column('shape', 'point'),
    column('line_1', 'text'),
    column('company_no', 'text'),
    ...['created_by', 'updated_by'].map((name) => column(name)),
    ...['created_at', 'updated_at'].map((name) => column(name, 'timestamp with time zone')),
  ],
  uniques: [new Set(['id']), new Set(['card_no']), new Set(['company_no', 'card_name'])],
}

describe('a first entity of a table', () => {
  const made = newEntity(table, [shopEntity])

  it('a first entity of a table has a field for each column that a screen can show, and tells which it left out', () => {
    expect(Object.keys(made?.entity.properties ?? {})).toEqual([
      'cardNo',
      'cardName',
      'kind',
      'rate',
      'validUntil',
      'usedAt',
      'isOpen',
      'companyNo',
    ])
    expect(made?.entity.properties).toMatchObject({
      cardNo: { type: 'string', title: '卡號', 'x-unique': true },
      rate: { type: 'number', 'x-decimals': 2 },
      validUntil: { type: 'string', format: 'date' },
      usedAt: { type: 'string', format: 'date-time' },
      isOpen: { type: 'boolean' },
    })
    expect(made?.notes[0]).toBe('下列欄位的型別或名稱不能用於畫面，未列入：shape（point）、line_1（text）')
  })

  it('knows key, label, scope, what is required and what is unique together', () =>
    expect(made?.entity).toMatchObject({
      name: 'giftCard',
      title: '禮物卡',
      table: 'gift_card',
      key: 'cardNo',
      label: 'cardName',
      scope: 'companyNo',
      required: ['cardNo'],
      unique: [['companyNo', 'cardName']],
    }))

  it('learns titles and dictionaries from fields of the same name', () =>
    expect(made?.entity.properties.kind).toEqual({ type: 'string', title: '類型', 'x-dictionary': 'ShopKind' }))

  it('passes the checker together with its screen, and agrees with the table', () => {
    const entity = made?.entity ?? shopEntity
    const files = demoFiles({
      'entities/demo/giftCard.json': entity,
      'screens/_demo/gift_cards.json': newScreen('/_demo/gift_cards', entity),
    })
    expect(checkDocuments(files, known).diagnostics).toEqual([])
    const relation = { kind: 'table' as const, columns: new Map(table.columns.map((one) => [one.name, one])), uniques: table.uniques }
    expect(entityFindings(entity, new Map([['gift_card', relation]]))).toEqual([])
  })

  it('a first entity of a table is for reading only when the table lacks the columns of maintained records', () => {
    const log = newEntity({ ...table, columns: table.columns.filter((one) => one.name !== 'row_version') }, [])
    expect(log?.entity.readonly).toBe(true)
    expect(log?.notes).toContain('資料表 gift_card 沒有 row_version，因此只供查詢（readonly）')
  })

  it('a first entity of a table cannot be made without an id', () =>
    expect(newEntity({ ...table, columns: table.columns.filter((one) => one.name !== 'id') }, [])).toBeNull())
})
