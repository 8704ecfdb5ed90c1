import { describe, expect, it } from 'vitest'
import type { Entity } from '../documents/entity.ts'
import type { ResolvedScreen } from '../resolved.ts'
import { check, shopEntity, shopsScreen } from '../testing/documents.ts'
import { explainScreen, type RoleView } from './explain.ts'

const role = (code: string, actions: readonly string[], isScoped = false): RoleView => ({
  code,
  name: `角色${code}`,
  permissions: new Set(actions.map((action) => `demo.shops.${action}`)),
  isScoped,
})

const masked = {
  ...shopEntity,
  scope: 'shopNo',
  properties: { ...shopEntity.properties, shopName: { type: 'string', title: '名稱', 'x-mask': 'name' } },
}
const { screens, entities } = check({
  'entities/demo/shop.json': masked,
  'screens/_demo/shops.json': {
    ...shopsScreen,
    list: { ...shopsScreen.list, sort: ['shopNo'], filters: [{ field: 'shopName', op: 'eq', lookup: 'find' }] },
  },
}).catalog
const screen = screens.get('/_demo/shops')
const entity = entities.get('shop')

describe('the explanation of a screen', () => {
  const lines =
    screen && entity
      ? explainScreen(screen, entity, [role('A', ['view', 'edit']), role('B', ['view'], true), role('C', ['edit'])]).split('\n')
      : []
  const lineOf = (start: string) =>
    lines
      .find((line) => line.trim().startsWith(start))
      ?.trim()
      .split(/ {2,}/)

  it('tells which role opens the screen, and whose records it sees', () => {
    expect(lineOf('A ')).toEqual(['A', '角色A', '全部資料'])
    expect(lineOf('B ')).toEqual(['B', '角色B', '只有自己特約商的資料（shopNo）'])
    expect(lineOf('C ')).toEqual(['C', '角色C', '不能開啟此畫面'])
    const { scope: _scope, table: _table, ...ofNobody } = entity as Entity
    const told = explainScreen(screen as ResolvedScreen, ofNobody, [role('M', ['view'], true)])
    expect(told).toMatch(/M +角色M +沒有資料（實體沒有 scope）/)
  })

  it('tells which role sees which column, and which are masked', () => {
    expect(lineOf('points ')?.slice(0, 6)).toEqual(['points', '點數', 'points', '●', '●', '－'])
    expect(lineOf('shopName ')?.slice(0, 6)).toEqual(['shopName', '名稱', 'text', '遮罩', '遮罩', '－'])
  })

  it('tells which role has which button, where it stands and what it needs', () => {
    expect(lineOf('edit ')?.slice(0, 7)).toEqual(['edit', '修改', '●', '－', '－', '每筆', 'demo.shops.edit'])
    expect(lineOf('reject ')?.slice(0, 5)).toEqual(['reject', '退回', '－', '－', '－'])
  })
})
