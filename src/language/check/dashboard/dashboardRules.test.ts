import { describe, expect, it } from 'vitest'
import { mergeCatalog } from '../../catalog/mergeCatalog.ts'
import { dashboardsOf } from '../../dashboard/resolve.ts'
import { check, shopsScreen } from '../../testing/documents.ts'

const path = 'dashboards/shops.json'
const number = { kind: 'number', title: '門市', entity: 'shop', count: true }
const dashboard = (tile: object, more: object = {}) => ({ name: 'shops', title: '門市', roles: ['OPS'], tiles: [tile], ...more })

/** `code pointer suggestion?` of each finding about the dashboard. */
const findings = (document: object) =>
  check({ [path]: document }).diagnostics.map(
    ({ code, pointer, suggestion }) => `${code} ${pointer}${suggestion === undefined ? '' : ` ${suggestion}`}`,
  )

const ofTile = (tile: object, more?: object) => findings(dashboard({ ...number, ...tile }, more))

describe('the checker of dashboards', () => {
  it('takes a tile of every kind', () => {
    const tiles = [
      number,
      { ...number, count: undefined, average: 'points', date: 'openDate', compare: true },
      { kind: 'chart', title: '點數', entity: 'shop', chart: 'bar', groupBy: 'kind', sum: 'points' },
      {
        kind: 'chart',
        title: '開店',
        entity: 'shop',
        chart: 'stacked',
        date: 'openDate',
        groupBy: 'openDate',
        series: 'kind',
        count: true,
      },
      { kind: 'list', title: '門市', entity: 'shop', columns: ['shopNo', 'shopName'], sort: ['-shopNo'] },
      { kind: 'list', title: '類型', entity: 'shop', groupBy: 'kind', sum: 'points' },
      { kind: 'todo', title: '待辦', items: [{ title: '待審', entity: 'shop', filter: { 'row.status': { eq: '2' } } }] },
      { kind: 'text', text: '說明' },
    ]
    expect(findings({ ...dashboard(number), tiles })).toEqual([])
  })

  it.each([
    [{ kind: 'nmuber' }, ['unknown-word /tiles/0/kind number']],
    [{ entity: 'shpo' }, ['unknown-entity /tiles/0/entity shop']],
    [{ link: '/_demo/shop' }, ['unknown-screen /tiles/0/link /_demo/shops']],
    [{ view: 'waiting' }, ['unknown-view /tiles/0/view']],
    [{ filter: { 'row.kidn': { eq: '1' } } }, ['unknown-field /tiles/0/filter/row.kidn kind']],
    [{ filter: { 'row.isOpen': { eq: true, ne: true } } }, ['never-true /tiles/0/filter']],
    [{ date: 'opneDate' }, ['unknown-field /tiles/0/date openDate']],
    [{ date: 'shopName' }, ['not-a-date /tiles/0/date']],
    [{ compare: true }, ['needs-date /tiles/0/compare']],
    [{ count: undefined }, ['no-measure /tiles/0']],
    [{ sum: 'points' }, ['two-measures /tiles/0/sum']],
    [{ count: undefined, sum: 'shopName' }, ['cannot-total /tiles/0/sum']],
    [{ titel: '門市' }, ['unknown-key /tiles/0/titel title']],
  ])('finds what is wrong in a number %j', (tile, expected) => expect(ofTile(tile)).toEqual(expected))

  it.each([
    [{ chart: 'stacked' }, ['nothing-to-stack /tiles/0/chart']],
    [{ chart: 'share', series: 'cityCode' }, ['share-of-several /tiles/0/chart']],
    [{ chart: 'lien' }, ['unknown-value /tiles/0/chart line']],
    [{ series: 'kind' }, ['duplicate-name /tiles/0/series']],
    [{ groupBy: 'logo' }, ['cannot-group /tiles/0/groupBy']],
    [{ groupBy: { field: 'kind', by: 'month' } }, ['cannot-group /tiles/0/groupBy/by']],
    [{ count: undefined, sum: ['points', 'area'], series: 'cityCode' }, ['two-kinds-of-series /tiles/0/series']],
  ])('finds what is wrong in a chart %j', (tile, expected) =>
    expect(ofTile({ kind: 'chart', chart: 'bar', groupBy: 'kind', ...tile })).toEqual(expected),
  )

  it.each(['{', { ...shopsScreen, list: { columns: ['shopNmae'] } }])('says nothing of a screen that has findings of its own', (screen) => {
    const { diagnostics } = check({ [path]: dashboard(number), 'screens/_demo/shops.json': screen })
    expect([...new Set(diagnostics.map(({ file }) => file))]).toEqual(['screens/_demo/shops.json'])
  })

  it('finds what is wrong in a list', () => {
    expect(ofTile({ kind: 'list' })).toEqual(['needs-group /tiles/0/count'])
    expect(ofTile({ kind: 'list', groupBy: 'kind', columns: ['shopNo'] })).toEqual(['ranked-list /tiles/0/columns'])
    expect(ofTile({ kind: 'list', count: undefined, columns: ['shopNmae'] })).toEqual(['unknown-field /tiles/0/columns/0 shopName'])
  })

  it('finds what is wrong in the head: name, roles, period', () => {
    expect(ofTile({}, { name: 'shop' })).toEqual(['name-not-path /name shops'])
    expect(ofTile({}, { roles: ['OPSS', 'FIN', 'FIN'] })).toEqual(['unknown-role /roles/0 OPS', 'duplicate-name /roles/2'])
    const { diagnostics } = check({ [path]: dashboard(number, { roles: ['HELP'] }) })
    expect(diagnostics.map(({ message }) => message)).toEqual(['預設的角色沒有「HELP」，自訂的角色請確認代碼；可用：OPS、FIN'])
    expect(ofTile({}, { period: { default: 'thisYear', choices: ['last7Days'] } })).toEqual(['default-not-offered /period/default'])
  })

  it('refuses a period that the list does not allow, and a list that asks for a condition first', () => {
    const { list } = shopsScreen
    const limited = { ...shopsScreen, list: { ...list, filters: [{ field: 'openDate', maxDays: 92 }] } }
    const dated = dashboard({ ...number, date: 'openDate' })
    const long = check({ [path]: dated, 'screens/_demo/shops.json': limited }).diagnostics
    expect(long.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['period-too-long /tiles/0/date'])
    const needing = { ...shopsScreen, list: { ...list, filters: ['shopNo'], needs: { fields: ['shopNo'], text: '請選擇門市' } } }
    const open = check({ [path]: dashboard(number), 'screens/_demo/shops.json': needing }).diagnostics
    expect(open.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['needs-filter /tiles/0'])
  })

  it('tells line and column of the place', () => {
    const [found] = check({ [path]: dashboard({ ...number, date: 'opneDate' }) }).diagnostics
    expect(found).toMatchObject({ file: path, line: expect.any(Number), column: expect.any(Number) })
    expect(found?.line).toBeGreaterThan(1)
  })
})

describe('a dashboard of which the file is broken', () => {
  it('a dashboard of which the file is broken is served in its last good version', () => {
    const good = check({ [path]: dashboard(number) }).catalog
    const broken = check({ [path]: dashboard({ ...number, entity: 'shpo' }) }).catalog
    expect(broken.dashboards.size).toBe(0)
    expect([...dashboardsOf(mergeCatalog(good, broken)).keys()]).toEqual(['shops'])
  })

  it('loses the tiles that no longer fit, and holds no other document back', () => {
    const good = check({ [path]: { ...dashboard(number), tiles: [number, { ...number, view: 'gone' }] } })
    expect(good.catalog.dashboards.size).toBe(0)
    const { list } = shopsScreen
    const viewed = { ...shopsScreen, list: { ...list, views: { mine: { title: '營業中', filter: { 'row.isOpen': { eq: true } } } } } }
    const both = { ...dashboard(number), tiles: [number, { ...number, view: 'mine' }] }
    const before = check({ [path]: both, 'screens/_demo/shops.json': viewed }).catalog
    const merged = mergeCatalog(before, check({ [path]: both }).catalog)
    expect(merged.screens.get('/_demo/shops')?.list.views.map(({ name }) => name)).not.toContain('mine')
    expect(dashboardsOf(before).get('shops')?.tiles.length).toBe(2)
    expect(dashboardsOf(merged).get('shops')?.tiles.length).toBe(1)
  })
})

it('a tile that did not change keeps its id when others do', () => {
  const idsOf = (tiles: readonly object[]) =>
    dashboardsOf(check({ [path]: { ...dashboard(number), tiles } }).catalog)
      .get('shops')
      ?.tiles.map(({ shown }) => shown.id) ?? []
  const other = { ...number, title: '另一個' }
  const [first] = idsOf([number])
  expect(idsOf([other, number])[1]).toBe(first)
  expect(new Set(idsOf([number, number, other])).size).toBe(3)
})
