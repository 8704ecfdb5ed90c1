import { describe, expect, it } from 'vitest'
import { roleMatrix } from '../authoring/roleMatrix.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Entity, Transition } from '../documents/entity.ts'
import type { Notice } from '../documents/notice.ts'
import { check, shopEntity, shopsScreen } from '../testing/documents.ts'
import { catalogImpact } from './catalogImpact.ts'
import { renamesByScreen } from './renames.ts'
import { roleImpact } from './roleImpact.ts'
import { storedImpacts } from './storedImpacts.ts'

const entityFile = 'entities/demo/shop.json'
const screenFile = 'screens/_demo/shops.json'

function catalogOf(changes: Readonly<Record<string, unknown>> = {}): Catalog {
  const { catalog, diagnostics } = check(changes)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return catalog
}
const before = catalogOf()
/** What a change means, as `kind name change: line; line`. */
const impactOf = (changes: Readonly<Record<string, unknown>>) =>
  catalogImpact(before, catalogOf(changes)).map(
    ({ kind, name, change, lines }) => `${kind} ${name} ${change}${lines.length > 0 ? `: ${lines.join('; ')}` : ''}`,
  )
const list = (changes: object) => ({ [screenFile]: { ...shopsScreen, list: { ...shopsScreen.list, ...changes } } })
const { area: _area, ...withoutArea } = shopEntity.properties

describe('what changed documents mean', () => {
  it('the same documents touch nobody', () => {
    expect(impactOf({})).toEqual([])
  })

  it('names what a list lost and got', () => {
    const columns = ['shopName', { field: 'area', title: '大小' }, 'status', 'updatedAt', { field: 'shopNo', link: 'edit' }]
    expect(impactOf(list({ columns, filters: ['shopName', 'area'] }))).toEqual([
      'screen /_demo/shops changed: 清單與匯出的欄位少了 「點數」（points）; 清單與匯出的欄位多了 「大小」（area）; ' +
        '查詢條件（書籤的網址也用它）少了 「類型」（kind）、「開店日」（openDate）、「點數」（points）; 查詢條件（書籤的網址也用它）多了 「坪數」（area）',
    ])
  })

  it('names lost actions, their calls, and another permission', () => {
    const { ring: _ring, ...forms } = shopsScreen.actions ?? {}
    const screen = {
      ...shopsScreen,
      actions: forms,
      list: { ...shopsScreen.list, rowActions: ['edit', 'delete', 'approve', 'reject'] },
      children: { visits: { ...shopsScreen.children?.visits, actions: [] } },
    }
    const gone = impactOf({ [screenFile]: screen }).join()
    expect(gone).toContain('動作少了 「致電」（ring）')
    expect(gone).toContain('API 呼叫少了 POST /api/demo/shops/{id}/ring')
    const other = { ...shopsScreen, actions: { ring: { label: '致電', permission: 'edit', request: 'POST /api/demo/shops/{id}/ring' } } }
    expect(impactOf({ [screenFile]: other })).toEqual([
      'screen /_demo/shops changed: 動作「致電」的權限由 demo.shops.ring 改為 demo.shops.edit',
    ])
  })

  it('names a lost screen with its file, and a new one', () => {
    const found = catalogImpact(before, catalogOf({ [screenFile]: null }))
    expect(found).toEqual([{ kind: 'screen', name: '/_demo/shops', title: '門市維護', file: screenFile, change: 'gone', lines: [] }])
    expect(catalogImpact(catalogOf({ [screenFile]: null }), before)).toMatchObject([
      { change: 'new', name: '/_demo/shops', file: screenFile },
    ])
  })

  it('names fields, types, steps and duties of an entity', () => {
    const properties = { ...withoutArea, openDate: { type: 'string', title: '開幕日', format: 'date-time' } }
    const { closeDate: _closeDate, ...others } = properties as Record<string, object>
    const entity = { ...shopEntity, properties: others, required: [...(shopEntity.required ?? []), 'cityCode'], when: {} }
    const [screen, changed] = impactOf({ [entityFile]: entity })
    expect(screen).toContain('screen /_demo/shops changed')
    expect(changed).toBe(
      'entity shop changed: 欄位少了 「閉店日」（closeDate）、「坪數」（area）; 「開幕日」（openDate）的型別由 string（date） 改為 string（date-time）; ' +
        '欄位 openDate 的名稱由「開店日」改為「開幕日」; 「縣市」（cityCode）改為必填',
    )
  })

  it('warns of a conversion for which nothing is to be converted, when it comes', () => {
    const withArea = (area: object) => ({ [entityFile]: { ...shopEntity, properties: { ...shopEntity.properties, area } } })
    const area = { ...shopEntity.properties.area, convert: { values: { 大: 100 } } }
    const warning = '警告：「坪數」（area）的型別與選項沒有改，沒有需要轉換的，convert 沒有作用，請移除'
    expect(impactOf(withArea(area))).toEqual([`entity shop changed: ${warning}`])
    expect(impactOf(withArea({ type: 'string', title: '坪數', convert: {} })).join()).not.toContain('沒有作用')
    const [asked, later] = [area, { ...area, title: '面積' }].map((one) => catalogOf(withArea(one)))
    expect(
      asked &&
        later &&
        catalogImpact(asked, later)
          .flatMap(({ lines }) => lines)
          .join(),
    ).not.toContain('沒有作用')
  })

  it('names options of a dictionary', () => {
    const options = [
      { key: '1', value: '直營' },
      { key: '3', value: '加盟' },
    ]
    expect(impactOf({ 'dictionaries/ShopKind.json': { name: 'ShopKind', title: 'ShopKind', options } })).toEqual([
      'dictionary ShopKind changed: 選項少了 「值2」（2）; 選項多了 「加盟」（3）; 代碼 1 的名稱由「值1」改為「直營」：已存的資料也會這樣顯示',
    ])
  })

  it('tells of which fields stored values are concerned', () => {
    const required = [...(shopEntity.required ?? []), 'cityCode']
    expect(storedImpacts(before, catalogOf({ [entityFile]: { ...shopEntity, properties: withoutArea, required, when: {} } }))).toEqual([
      { entity: 'shop', field: 'area', change: 'gone' },
      { entity: 'shop', field: 'cityCode', change: 'required' },
    ])
  })
})

describe('whom changed documents touch', () => {
  const role = (code: string, ...rights: string[]) => ({
    code,
    name: code,
    permissions: new Set(rights.map((right) => `demo.shops.${right}`)),
    isScoped: false,
  })
  const roles = [role('ALL', 'view', 'edit', 'ring'), role('SOME', 'view'), role('NONE')]
  const matrixOf = ({ screens, entities }: Catalog) => roleMatrix(screens.values(), entities, roles)
  const touched = (changes: Readonly<Record<string, unknown>>) => roleImpact(matrixOf(before), matrixOf(catalogOf(changes)))

  it('who may open a lost screen loses it, told once', () => {
    const lines = ['不再有畫面「門市維護」']
    expect(touched({ [screenFile]: null })).toEqual([
      { role: 'ALL', name: 'ALL', lines },
      { role: 'SOME', name: 'SOME', lines },
    ])
  })

  it('an action with another permission is lost by some and got by others', () => {
    const screen = { ...shopsScreen, actions: { ring: { label: '致電', permission: 'view', request: 'POST /api/demo/shops/{id}/ring' } } }
    expect(touched({ [screenFile]: screen })).toEqual([{ role: 'SOME', name: 'SOME', lines: ['開始有「門市維護」的動作「致電」'] }])
  })

  it('a field that becomes masked is told to be', () => {
    const properties = { ...shopEntity.properties, shopName: { ...shopEntity.properties.shopName, 'x-mask': 'name' } }
    const { 'x-search': _search, ...shopName } = properties.shopName
    const entity = { ...shopEntity, properties: { ...properties, shopName } }
    const screen = { ...shopsScreen, list: { ...shopsScreen.list, filters: ['kind'] } }
    const [all] = touched({ [entityFile]: entity, [screenFile]: screen })
    expect(all?.lines).toContain('由「看得到、僅修改可填」改為「遮罩、僅修改可填」：「門市維護」的欄位「名稱」')
  })

  it('a field that is filled in by other forms than before is told to be', () => {
    const { shopName } = shopEntity.properties
    const locked = { ...shopEntity, properties: { ...shopEntity.properties, shopName: { ...shopName, 'x-immutable': true } } }
    const after = catalogOf({ [entityFile]: locked })
    const toldTo = (...rights: string[]) => {
      const [matrix, next] = [before, after].map(({ screens, entities }) =>
        roleMatrix(screens.values(), entities, [role('ONE', ...rights)]),
      )
      return matrix && next && roleImpact(matrix, next).flatMap(({ lines }) => lines)
    }
    expect(toldTo('view', 'create', 'edit')).toEqual(['由「看得到、可填」改為「看得到、僅新增可填」：「門市維護」的欄位「名稱」'])
    expect(toldTo('view', 'edit')).toEqual(['由「看得到、僅修改可填」改為「看得到」：「門市維護」的欄位「名稱」'])
    expect(toldTo('view', 'create')).toEqual([])
  })

  it('a renamed field is neither lost nor new, and its stored values go along; and back', () => {
    const underNewName = (document: object) =>
      JSON.parse(JSON.stringify(document).replaceAll(/(?<!format":)"(-|row\.)?points"/g, '"$1score"'))
    const entity = underNewName(shopEntity) as typeof shopEntity & { properties: { score: object } }
    const properties = { ...entity.properties, score: { ...entity.properties.score, renamedFrom: 'points' } }
    const renamed = catalogOf({ [entityFile]: { ...entity, properties }, [screenFile]: underNewName(shopsScreen) })
    const linesOf = (one: Catalog, other: Catalog) => catalogImpact(one, other).find(({ kind }) => kind === 'entity')?.lines
    expect(linesOf(before, renamed)).toEqual(['「點數」由 points 改名為 score：已存的資料、使用者的欄位與檢視一起改'])
    expect(linesOf(renamed, before)).toEqual(['「點數」由 score 改回 points：已存的資料、使用者的欄位與檢視一起改'])
    expect([...storedImpacts(before, renamed), ...storedImpacts(renamed, before)]).toEqual([
      { entity: 'shop', field: 'score', former: 'points', change: 'renamed' },
      { entity: 'shop', field: 'points', former: 'score', change: 'renamed' },
    ])
    const ofScreen = catalogImpact(before, renamed).find(({ kind }) => kind === 'screen')
    expect(ofScreen?.lines).toEqual(['查詢條件「點數」在網址的名稱由 points 改為 score：書籤須更新'])
    const everything = { code: 'ALL', name: '全部', permissions: new Set(['demo.shops.view']), isScoped: false }
    const matrixOf = ({ screens, entities }: Catalog) => roleMatrix(screens.values(), entities, [everything])
    expect(roleImpact(matrixOf(before), matrixOf(renamed), renamesByScreen(before, renamed))).toEqual([])
    expect(roleImpact(matrixOf(before), matrixOf(renamed))).not.toEqual([])
  })

  it('who is told of a step is told, when that begins, changes and ends', () => {
    const shop = before.entities.get('shop') as Entity
    const withNotice = (notify?: Notice): Catalog => {
      const approve = { ...(shop.transitions?.approve as Transition), ...(notify && { notify }) }
      const entities = new Map([...before.entities, ['shop', { ...shop, transitions: { ...shop.transitions, approve } }]])
      return { ...before, entities }
    }
    const linesOf = (one: Catalog, other: Catalog) => catalogImpact(one, other).find(({ kind }) => kind === 'entity')?.lines
    const told = withNotice({ title: '{shopName} 已核准', to: [{ field: 'submittedBy' }], mail: true })
    const words = '「核准」之後通知申請人員（submittedBy）：{shopName} 已核准（公告欄與信件）'
    expect(linesOf(withNotice(), told)).toEqual([words])
    expect(linesOf(told, withNotice({ title: '{shopName} 已核准', to: [{ permission: 'approve' }] }))).toEqual([
      '「核准」之後通知有權限 approve 的人：{shopName} 已核准（公告欄）',
    ])
    expect(linesOf(told, withNotice())).toEqual(['「核准」之後不再通知'])
  })

  it('a field of another type is told with its stored values, which are converted', () => {
    const shop = before.entities.get('shop') as Entity
    const points = { type: 'string' as const, title: '點數', convert: {} }
    const entities = new Map([...before.entities, ['shop', { ...shop, properties: { ...shop.properties, points } }]])
    const after = { ...before, entities }
    expect(storedImpacts(before, after)).toEqual([{ entity: 'shop', field: 'points', change: 'converted' }])
  })

  it('a screen under another uri is told with the one that it had', () => {
    const moved = { ...shopsScreen, uri: '/_demo/outlets', renamedFrom: '/_demo/shops' }
    const after = check({ [screenFile]: null, 'screens/_demo/outlets.json': moved }).catalog
    const told = catalogImpact(before, after).find(({ name }) => name === '/_demo/outlets')
    expect(told?.lines).toEqual(['原為 /_demo/shops：角色的授權、使用者的欄位與檢視一起移過來'])
  })
})
