import { describe, expect, it } from 'vitest'
import { check, findings, shopEntity, shopsScreen } from '../../../testing/documents.ts'

const twice = [
  { field: 'points', op: 'min' },
  { field: 'points', op: 'min' },
]

const report = { groups: ['kind', { field: 'openDate', by: 'month' }], sums: ['points'] }

describe('the report of a screen', () => {
  it('the report of a screen is accepted with a chart, and with the least that makes sense', () => {
    expect(findings({ screen: { report, chart: { type: 'bar', by: 'openDate', values: ['count', 'points'] } } })).toEqual([])
    expect(findings({ screen: { report: { groups: ['kind'] } } })).toEqual([])
  })

  it.each([
    [{ groups: ['knd'] }, 'unknown-field /report/groups/0 kind'],
    [{ groups: [{ field: 'constructor' }] }, 'unknown-field /report/groups/0/field'],
    [{ groups: ['logo'] }, 'cannot-group /report/groups/0'],
    [{ groups: ['tags'] }, 'cannot-group /report/groups/0'],
    [{ groups: [{ field: 'kind', by: 'month' }] }, 'cannot-group /report/groups/0/by'],
    [{ groups: [{ field: 'openDate', by: 'week' }] }, 'unknown-value /report/groups/0/by'],
    [{ groups: ['kind', 'kind'] }, 'duplicate-name /report/groups/1'],
    [{ groups: ['kind'], sums: ['shopName'] }, 'cannot-total /report/sums/0'],
    [{ groups: ['kind'], sums: ['point'] }, 'unknown-field /report/sums/0 points'],
    [{ groups: ['area'], sums: ['area'] }, 'duplicate-name /report/sums/0'],
    [{ groups: ['kind'], count: false }, 'no-measure /report/count'],
    [{ groups: [] }, 'wrong-size /report/groups'],
    [{ groups: ['kind'], measures: [] }, 'wrong-size /report/measures'],
    [{ groups: ['kind'], measures: [{ field: 'point', op: 'min' }] }, 'unknown-field /report/measures/0/field points'],
    [{ groups: ['kind'], measures: [{ field: 'shopName', op: 'average' }] }, 'cannot-total /report/measures/0/field'],
    [{ groups: ['kind'], measures: [{ field: 'shopName', op: 'max' }] }, 'cannot-total /report/measures/0/field'],
    [{ groups: ['kind'], measures: [{ field: 'logo', op: 'distinct' }] }, 'cannot-group /report/measures/0/field'],
    [{ groups: ['kind'], measures: [{ field: 'points', op: 'median' }] }, 'unknown-value /report/measures/0/op'],
    [{ groups: ['kind'], measures: twice }, 'duplicate-name /report/measures/1'],
    [{ groups: ['kind', 'area'], pivot: 'kind' }, 'pivot /report/pivot area'],
    [{ groups: ['kind'], pivot: 'kind' }, 'pivot /report/pivot'],
    [{ groups: ['kind', 'area'], pivot: 'area', tabs: true }, 'pivot /report/pivot'],
    [{ groups: ['kind'], compare: 'opnDate' }, 'unknown-field /report/compare openDate'],
    [{ groups: ['kind'], compare: 'area' }, 'compare /report/compare'],
    [{ groups: ['openDate'], compare: 'openDate' }, 'compare /report/compare'],
  ])('the report of a screen refuses %j', (changed, expected) => expect(findings({ screen: { report: changed } })).toEqual([expected]))

  it('the report of a screen does not sum a field that is called as the count', () => {
    const number = { type: 'integer', title: '數' }
    const entity = { ...shopEntity, properties: { ...shopEntity.properties, count: number } }
    expect(findings({ entity, screen: { report: { groups: ['kind'], sums: ['count'] } } })).toEqual(['reserved-name /report/sums/0'])
  })

  it.each([
    [{ type: 'bars' }, 'unknown-value /chart/type bar'],
    [{ type: 'bar', by: 'opnDate' }, 'unknown-group /chart/by openDate'],
    [{ type: 'bar', values: ['point'] }, 'unknown-measure /chart/values/0 points'],
    [{ type: 'bar', values: ['points', 'points'] }, 'duplicate-name /chart/values/1'],
    [{ type: 'bar', series: 'knd' }, 'unknown-group /chart/series kind'],
    [{ type: 'bar', series: 'kind' }, 'chart-series /chart/series'],
    [{ type: 'pie', series: 'openDate' }, 'chart-series /chart/series'],
    [{ type: 'bar', series: 'openDate', values: ['points', 'count'] }, 'chart-series /chart/series'],
  ])('refuses the chart %j', (chart, expected) => expect(findings({ screen: { report, chart } })).toEqual([expected]))

  it('refuses a chart without a report', () => {
    expect(findings({ screen: { chart: { type: 'bar' } } })).toEqual(['chart-without-report /chart'])
  })
})

describe('a resolved report', () => {
  const resolved = (changes: object) =>
    check({ 'screens/_demo/shops.json': { ...shopsScreen, ...changes } }).catalog.screens.get('/_demo/shops')

  it('a resolved report has groups and measures as columns, and the call of its own', () => {
    const screen = resolved({ report, chart: { type: 'line' } })
    expect(screen?.report?.groups).toMatchObject([
      { field: 'kind', title: '類型', dictionary: { name: 'ShopKind' } },
      { field: 'openDate', by: 'month', format: 'month' },
    ])
    expect(screen?.report?.measures.map(({ field, title, format }) => [field, title, format])).toEqual([
      ['count', '筆數', 'integer'],
      ['points', '點數', 'points'],
    ])
    expect(screen?.report?.chart).toEqual({ type: 'line', title: '門市維護', by: 'kind', values: ['count'] })
    expect(screen?.api.report).toEqual({ method: 'GET', path: '/api/demo/shops/report' })
  })

  it('groups instants by day', () => {
    expect(resolved({ report: { groups: ['updatedAt'] } })?.report?.groups[0]).toMatchObject({ by: 'day', format: 'date' })
    expect(resolved({})).not.toHaveProperty('report')
  })
})
