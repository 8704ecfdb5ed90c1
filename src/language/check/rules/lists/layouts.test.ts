import { describe, expect, it } from 'vitest'
import { check, findings, shopEntity, shopsScreen } from '../../../testing/documents.ts'

const list = {
  ...shopsScreen.list,
  columns: ['shopNo', 'shopName', 'points', 'status', 'openDate', 'closeDate', 'kind', 'tags', 'districtCode'],
  filters: ['shopName', 'kind', 'status', 'openDate', 'closeDate', 'districtCode'],
  totals: ['points'],
}
const screenWith = (layouts: object) => ({ ...shopsScreen, list: { ...list, layouts } })
const board = { by: 'status', cards: ['points', 'kind'], sum: 'points' }
const calendar = { from: 'openDate', to: 'closeDate', title: 'shopName', tone: 'status' }

describe('other ways to show a list', () => {
  it('say which step of a row leads to which value', () => {
    const { catalog, diagnostics } = check({ 'screens/_demo/shops.json': screenWith({ board, calendar, timeline: calendar }) })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(catalog.screens.get('/_demo/shops')?.list.layouts).toEqual({
      board: { ...board, moves: { approve: '3', reject: '1' } },
      calendar,
      timeline: calendar,
    })
  })

  it.each<[object, string]>([
    [{}, 'wrong-size /list/layouts'],
    [{ board: { by: 'state' } }, 'unknown-field /list/layouts/board/by status'],
    [{ board: { by: 'shopName' } }, 'layout-field /list/layouts/board/by'],
    [{ board: { by: 'cityCode' } }, 'layout-field /list/layouts/board/by'],
    [{ board: { by: 'tags' } }, 'layout-field /list/layouts/board/by'],
    [{ board: { by: 'districtCode' } }, 'layout-field /list/layouts/board/by'],
    [{ board: { ...board, cards: ['points', 'area'] } }, 'layout-field /list/layouts/board/cards/1'],
    [{ board: { ...board, cards: ['points', 'points'] } }, 'duplicate-name /list/layouts/board/cards/1'],
    [{ board: { ...board, sum: 'shopNo' } }, 'layout-field /list/layouts/board/sum'],
    [{ calendar: { from: 'shopName' } }, 'layout-field /list/layouts/calendar/from'],
    [{ timeline: { ...calendar, to: 'updatedAt' } }, 'layout-field /list/layouts/timeline/to'],
    [{ timeline: { ...calendar, title: 'area' } }, 'layout-field /list/layouts/timeline/title'],
    [{ calendar: { ...calendar, tone: 'colour' } }, 'unknown-field /list/layouts/calendar/tone'],
  ])('%j is refused: %s', (layouts, expected) => expect(findings({ screen: screenWith(layouts) })).toContain(expected))

  it.each([{ default: { lastDays: 30 } }, { required: true }])('refuse a date that hides the other months: %j', (more) => {
    const filters = ['shopName', 'status', { field: 'openDate', ...more }, 'closeDate']
    expect(findings({ screen: { ...shopsScreen, list: { ...list, filters, layouts: { calendar } } } }).join()).toContain(
      '/list/layouts/calendar/from',
    )
  })

  it('leave their name to the address', () => {
    const properties = { ...shopEntity.properties, layout: { type: 'string', title: '配置', maxLength: 10 } }
    const screen = { ...shopsScreen, list: { ...list, filters: ['layout'] } }
    expect(findings({ entity: { ...shopEntity, properties }, screen }).join()).toContain('/list/filters/0')
  })
})
