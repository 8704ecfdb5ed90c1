import { describe, expect, it } from 'vitest'
import type { Entity, Property } from '../../../documents/entity.ts'
import type { Screen } from '../../../documents/screen.ts'
import { demoFiles, known, shopEntity, shopsScreen } from '../../../testing/documents.ts'
import { checkDocuments } from '../../checkDocuments.ts'

interface Case {
  readonly field?: Partial<Property>
  readonly entity?: Partial<Entity>
  readonly properties?: Readonly<Record<string, object>>
  readonly list?: Partial<Screen['list']>
  readonly screen?: Partial<Screen>
}

/** Findings as `pointer message`, for a shop with a field that only some may see. */
function check({ field = {}, entity = {}, properties = {}, list = {}, screen = {} }: Case = {}): string {
  const cost = { type: 'integer', title: '成本', 'x-read': 'cost', ...field }
  const { diagnostics } = checkDocuments(
    demoFiles({
      'entities/demo/shop.json': { ...shopEntity, ...entity, properties: { ...shopEntity.properties, cost, ...properties } },
      'screens/_demo/shops.json': {
        ...shopsScreen,
        ...screen,
        list: { ...shopsScreen.list, columns: [...shopsScreen.list.columns, 'cost'], ...list },
      },
    }),
    known,
  )
  return diagnostics.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')
}

const cost = (tests: object) => ({ 'row.cost': tests })

describe('a field for some people', () => {
  it('a field for some people is shown, filtered, summed and sorted by those who may', () => {
    expect(check()).toBe('')
    expect(check({ list: { filters: [{ field: 'cost', op: 'between' }], totals: ['cost'] } })).toBe('')
    expect(check({ field: { 'x-write': 'demo.shops.price' }, screen: { actions: { ...shopsScreen.actions } } })).toBe('')
  })

  it.each<[Case, string]>([
    [{ field: { 'x-read': 'demo.shops.' } }, '的寫法不符'],
    [{ field: { 'x-read': 'demo.nothing.cost' } }, '資源「demo.nothing」不存在'],
    [{ field: { 'x-search': true, type: 'string' } }, '不能有「x-search」'],
    [{ field: { 'x-unique': true } }, '不能有「x-unique」'],
    [{ field: { 'x-computed': true, 'x-write': 'cost' } }, 'x-write 沒有作用'],
    [{ entity: { required: ['cost'] } }, '沒有權限的人就無法存檔，不能列為必填'],
    [{ entity: { unique: [['cost', 'shopName']] } }, '不能用於 unique'],
    [{ entity: { key: 'cost' } }, '不能是 key'],
    [{ entity: { deletable: cost({ gt: 1 }) } }, '條件不能用另須權限才看得到的欄位'],
    [{ entity: { deletable: cost({ empty: true }) } }, '條件不能用另須權限才看得到的欄位'],
    [{ entity: { deletable: { 'row.points': { gt: { path: 'row.cost' } } } } }, '條件不能用另須權限才看得到的欄位'],
    [{ list: { views: { dear: { title: '貴', filter: cost({ gt: 1 }) } } } }, '條件不能用另須權限才看得到的欄位'],
    [{ list: { sort: ['-cost'] } }, '固定依它排序會透露先後'],
    [{ list: { filters: ['cost'], needs: { fields: ['cost'], text: '請輸入成本' } } }, '沒有的人永遠不能查詢'],
    [{ properties: { twice: { type: 'integer', title: '兩倍', 'x-formula': { $mul: ['row.cost', 2] } } } }, '公式不能用'],
    [{ properties: { limit: { type: 'integer', title: '上限', 'x-notBefore': 'cost' } } }, '不能與「cost」比較'],
    [
      {
        entity: {
          transitions: {
            ...shopEntity.transitions,
            close: { label: '結案', field: 'status', from: ['2'], to: '1', permission: 'close', confirm: '成本 {cost}？' },
          },
        },
      },
      '確認文字不能有 {cost}',
    ],
    [
      { screen: { actions: { ring: { label: '致電', permission: 'ring', request: 'POST /api/demo/shops/{cost}/ring' } } } },
      '路徑中的 {cost} 另須權限才看得到',
    ],
    [
      { properties: Object.fromEntries(['a', 'b', 'c', 'd'].map((one) => [one, { type: 'string', title: one, 'x-write': one }])) },
      '欄位的權限最多 4 種',
    ],
    [
      {
        properties: {
          lines: {
            type: 'array',
            title: '明細',
            items: { type: 'object', properties: { price: { type: 'integer', title: '價', 'x-read': 'cost' } } },
          },
        },
      },
      '多列資料整份一起看與填寫',
    ],
  ])('%j is refused', (wrong, text) => {
    expect(check(wrong)).toContain(text)
  })
})
