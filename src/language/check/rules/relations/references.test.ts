import { describe, expect, it } from 'vitest'
import type { Entity, Property } from '../../../documents/entity.ts'
import { demoFiles, known, visitEntity } from '../../../testing/documents.ts'
import { checkDocuments } from '../../checkDocuments.ts'

const lot: Entity = {
  name: 'lot',
  title: '批次',
  key: 'lotNo',
  label: 'lotName',
  type: 'object',
  properties: {
    lotNo: { type: 'string', title: '批號', 'x-unique': true, 'x-immutable': true },
    lotName: { type: 'string', title: '品名', maxLength: 40 },
    price: { type: 'number', title: '單價', 'x-decimals': 2 },
    phone: { type: 'string', title: '電話', 'x-mask': 'mobile' },
    photo: { type: 'string', title: '照片', format: 'imageDataUrl' },
    kind: { type: 'string', title: '類型', 'x-dictionary': 'ShopKind' },
  },
}

interface Case {
  readonly reference?: object
  /** Further keys of the field. */
  readonly field?: object
  readonly visit?: Partial<Entity>
  readonly properties?: Readonly<Record<string, Property>>
  readonly lotChanges?: Partial<Entity>
}

/** Findings as `pointer message`, and the checked entity. */
function check({ reference = {}, field = {}, visit = {}, properties = {}, lotChanges = {} }: Case = {}) {
  const lotNo = { type: 'string', title: '批號', 'x-ref': { entity: 'lot', ...reference }, ...field }
  const entity = { ...visitEntity, ...visit, properties: { ...visitEntity.properties, lotNo, ...properties } }
  const files = demoFiles({ 'entities/demo/visit.json': entity, 'entities/demo/lot.json': { ...lot, ...lotChanges } })
  const { catalog, diagnostics } = checkDocuments(files, known)
  const findings = diagnostics.map(({ pointer, message }) => `${pointer.replace('/properties/', '')} ${message}`)
  return { findings, entity: catalog.entities.get('visit') }
}

/** A step that asks for a record. */
function stepWith(reference: object): Partial<Entity> {
  const asked = { type: 'string', title: '換批', 'x-ref': reference } as Property
  const step = { label: '換', field: 'status', from: ['2'], to: '3', permission: 'edit', input: { properties: { other: asked } } }
  return { transitions: { ...visitEntity.transitions, change: step } }
}

describe('a reference', () => {
  it('a broken entity is the only one with findings: screens that show its fields through a reference are not blamed', () => {
    const lotNo = { type: 'string', title: '批號', 'x-ref': { entity: 'lot', show: ['lotName', 'price'] } }
    const list = {
      columns: ['visitNo', 'lotNo.lotName', { field: 'lotNo.price', hidden: true }, 'lotNo.phone'],
      filters: ['lotNo.lotName'],
      sort: ['-lotNo.price'],
      toolbar: ['create'],
    }
    const files = demoFiles({
      'entities/demo/visit.json': { ...visitEntity, properties: { ...visitEntity.properties, lotNo } },
      'entities/demo/lot.json': { ...lot, labell: 'lotName' },
      'screens/_demo/visits.json': { uri: '/_demo/visits', title: '訪查', entity: 'visit', list },
    })
    const { catalog, diagnostics } = checkDocuments(files, known)
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ file, pointer }) => `${file} ${pointer}`)).toEqual([
      'entities/demo/lot.json /labell',
      'screens/_demo/visits.json /list/columns/3',
    ])
    expect(catalog.screens.has('/_demo/visits')).toBe(false)
  })

  it('adds the shown fields behind its own, computed, and as they look there', () => {
    const { findings, entity } = check({ reference: { show: ['lotName', 'price', 'kind'] } })
    expect(findings).toEqual([])
    const names = Object.keys(entity?.properties ?? {})
    expect(names.slice(names.indexOf('lotNo'))).toEqual(['lotNo', 'lotNo.lotName', 'lotNo.price', 'lotNo.kind'])
    expect(entity?.properties['lotNo.price']).toEqual({
      type: 'number',
      title: '單價',
      'x-decimals': 2,
      'x-computed': true,
      'x-borrowed': { by: 'lotNo', entity: 'lot', field: 'price' },
    })
  })

  it('says of whom a shown field is when another has its title', () => {
    const { entity } = check({ reference: { show: ['lotName'] }, properties: { name: { type: 'string', title: '品名' } } })
    expect(entity?.properties['lotNo.lotName']?.title).toBe('批號的品名')
  })

  it('chooses by options that the document names', () => {
    const { findings } = check({ reference: { filter: { 'row.kind': { eq: '9' } } } })
    expect(findings.join()).toContain('lotNo/x-ref/filter')
    expect(check({ reference: { filter: { 'row.kind': { eq: '1' } } } }).findings).toEqual([])
  })

  it.each<[Case, string]>([
    [{ reference: { entity: 'lots' } }, '沒有實體「lots」'],
    [{ reference: { show: ['lotNam'] } }, '實體 lot 沒有欄位「lotNam」'],
    [{ reference: { show: ['phone'] } }, '「phone」是遮罩欄位'],
    [{ reference: { show: ['photo'] } }, '「photo」不是單一的值'],
    [{ reference: { filter: { 'form.kind': { eq: '1' } } } }, '不能使用「form」'],
    [{ reference: { filter: { 'row.nothing': { eq: '1' } } } }, '沒有「row.nothing」'],
    [{ reference: { onDelete: 'clear' }, visit: { required: ['lotNo'] } }, '「lotNo」為必填，不能在刪除時清空'],
    [{ reference: { onDelete: 'clear' }, field: { 'x-immutable': true } }, '新增後不可修改，不能在刪除時清空'],
    [{ field: { 'x-dictionary': 'ShopKind' } }, '不能有「x-dictionary」'],
    [{ field: { 'x-computed': true } }, '不能有「x-computed」'],
    [{ field: { format: 'email' } }, '不能有「format」'],
    [{ field: { type: 'integer' } }, '「x-ref」只能用於型別 string'],
    [{ visit: stepWith({ entity: 'lots' }) }, '沒有實體「lots」'],
    [{ visit: stepWith({ entity: 'lot', show: ['lotName'] }) }, '步驟的輸入只在當下填寫，「show」沒有作用'],
    [{ visit: stepWith({ entity: 'lot', onDelete: 'refuse' }) }, '步驟的輸入只在當下填寫，「onDelete」沒有作用'],
    [{ visit: { table: 'shop_table' } }, 'x-ref 只用於沒有 table 的實體'],
    [{ lotChanges: { key: 'lotName' } }, '「lotName」可能重複，不能參照'],
    [
      { lotChanges: { properties: { ...lot.properties, lotNo: { type: 'string', title: '批號', 'x-unique': true } } } },
      '可以修改，改了就找不到',
    ],
    [
      { visit: { scope: 'companyNo' }, properties: { companyNo: { type: 'string', title: '特約商' } } },
      '「批次」不以特約商區分，特約商會看到別人的資料',
    ],
  ])('%j is refused', (wrong, text) => {
    expect(check(wrong).findings.join()).toContain(text)
  })

  it('needs a first record: required ones that lead back to their own entity never have one', () => {
    const visitNo = (entity: string): Property => ({ type: 'string', title: '訪查', 'x-ref': { entity } })
    const circle = (required: readonly string[]) =>
      check({
        visit: { required: ['lotNo'] },
        lotChanges: { properties: { ...lot.properties, firstVisit: visitNo('visit') }, required },
      }).findings.filter((finding) => finding.includes('第一筆'))
    expect(circle([])).toEqual([])
    expect(circle(['firstVisit'])).toEqual([
      expect.stringContaining('「訪查」必填，而「拜訪」又須先有「批次」，第一筆永遠無法新增；請把其中一個參照移出 required'),
      expect.stringContaining('「批號」必填，而「批次」又須先有「拜訪」，第一筆永遠無法新增'),
    ])
    const before = { properties: { before: visitNo('visit') } }
    expect(check(before).findings.join()).not.toContain('第一筆')
    expect(check({ ...before, visit: { required: ['before'] } }).findings.join()).toContain('必填而且參照自己這個實體，第一筆永遠無法新增')
  })

  describe('in rows', () => {
    const rows = (reference: object, members: Readonly<Record<string, Property>> = {}): Case => ({
      properties: {
        lines: {
          type: 'array',
          title: '明細',
          items: {
            type: 'object',
            properties: { lot: { type: 'string', title: '批', 'x-ref': { entity: 'lot', ...reference } }, ...members },
          },
        },
      },
    })
    const membersOf = (checked: ReturnType<typeof check>) => checked.entity?.properties.lines?.items?.properties ?? {}

    it('adds the shown fields behind its own, and the name of its record for a place beside it', () => {
      const checked = check(rows({ show: ['price'] }, { count: { type: 'integer', title: '數量' } }))
      expect(checked.findings).toEqual([])
      expect(Object.keys(membersOf(checked))).toEqual(['lot', 'lot.price', 'count', 'lot.lotName'])
      expect(membersOf(checked)['lot.lotName']).toEqual({
        type: 'string',
        title: '品名',
        'x-computed': true,
        'x-borrowed': { by: 'lot', entity: 'lot', field: 'lotName', isName: true, isBeside: true },
      })
    })

    it('says the name once, and says of whom a shown field is when another has its title', () => {
      const checked = check(rows({ show: ['lotName'] }, { name: { type: 'string', title: '品名' } }))
      expect(Object.entries(membersOf(checked)).map(([name, { title }]) => [name, title])).toEqual([
        ['lot', '批'],
        ['lot.lotName', '批的品名'],
        ['name', '品名'],
      ])
    })

    it('tells no name that is masked, needs a permission, or is the number', () => {
      const named = (lotName: Property) => membersOf(check({ ...rows({}), lotChanges: { properties: { ...lot.properties, lotName } } }))
      expect(Object.keys(named({ type: 'string', title: '品名', 'x-mask': 'name' }))).toEqual(['lot'])
      expect(Object.keys(membersOf(check({ ...rows({}), lotChanges: { label: 'lotNo' } })))).toEqual(['lot'])
    })

    it.each<[object, string]>([
      [{ onDelete: 'clear' }, '多列資料的參照不能在刪除時清空'],
      [{ show: ['lotNam'] }, 'lines/items/properties/lot/x-ref/show/0 實體 lot 沒有欄位「lotNam」'],
      [{ show: ['phone'] }, '「phone」是遮罩欄位'],
      [{ show: ['photo'] }, '「photo」不是單一的值'],
    ])('%j is refused', (reference, text) => {
      expect(check(rows(reference)).findings.join()).toContain(text)
    })

    it('shows nothing that a formula could keep', () => {
      const total: Property = { type: 'number', title: '合計', 'x-decimals': 2, 'x-formula': { $sum: 'row.lines.lot.price' } }
      const { properties } = rows({ show: ['price'] })
      expect(check({ properties: { ...properties, total } }).findings.join()).toContain('公式的路徑最多兩層')
    })
  })

  it('lets the other entity sum up what names it', () => {
    const counted = { type: 'integer', title: '次數', 'x-rollup': { child: 'visit', by: 'lotNo', op: 'count' } } as const
    const countedLot = { properties: { ...lot.properties, counted } }
    const rolled = (rollup: object, keys: object = {}) =>
      check({
        lotChanges: {
          properties: {
            ...lot.properties,
            rolled: { type: 'integer', title: '彙總', 'x-rollup': { child: 'visit', by: 'lotNo', ...rollup }, ...keys } as Property,
          },
        },
        properties: {
          count: { type: 'integer', title: '數量' },
          weight: { type: 'number', title: '重量', 'x-decimals': 3 },
          isDone: { type: 'boolean', title: '完成' },
          phone: { type: 'string', title: '電話', 'x-mask': 'mobile' },
        },
      }).findings.join()
    const sum = { op: 'sum', field: 'count' }
    expect([rolled({ op: 'count' }), rolled(sum)]).toEqual(['', ''])
    expect(rolled({ op: 'last', field: 'visitedAt' }, { type: 'string', format: 'date-time' })).toBe('')
    expect(rolled({ op: 'count', child: 'visits' })).toContain('沒有實體「visits」')
    expect(rolled({ op: 'count', by: 'shopNo' })).toContain('沒有指向這個實體')
    expect(rolled({ op: 'count', field: 'count' })).toContain('field 沒有作用')
    expect(check({ field: { 'x-read': 'demo.shops.view' }, lotChanges: countedLot }).findings.join()).toContain('彙總會透露它指向誰')
    expect(rolled({ op: 'max' })).toContain('max 須以 field 指名')
    expect(rolled({ op: 'sum', field: 'visitNo' })).toContain('「visitNo」不是數字')
    expect(rolled({ op: 'min', field: 'isDone' })).toContain('是是否，沒有大小')
    expect(rolled({ op: 'last', field: 'phone' }, { type: 'string' })).toContain('「phone」是遮罩欄位，不能彙總')
    expect(rolled({ op: 'max', field: 'visitedAt' }, { type: 'string' })).toContain('請寫 "format": "date-time"')
    expect(rolled({ op: 'sum', field: 'weight' }, { type: 'number', 'x-decimals': 2 })).toContain('請寫 "x-decimals": 3')
    expect(rolled(sum, { default: 1 })).toContain('「default」沒有作用')
    expect(rolled(sum, { 'x-formula': { $add: [1, 2] } })).toContain('請擇一')
  })

  it('sums up nothing in a formula, which would not follow it', () => {
    const { findings } = check({
      lotChanges: {
        properties: {
          ...lot.properties,
          visits: { type: 'integer', title: '次數', 'x-rollup': { child: 'visit', by: 'lotNo', op: 'count' } },
          twice: { type: 'integer', title: '兩倍', 'x-formula': { $mul: ['row.visits', 2] } },
        },
      },
    })
    expect(findings.join()).toContain('「row.visits」彙總自其他資料，隨它們改變')
  })

  it('shows nothing of what a condition could reveal', () => {
    const { findings } = check({ reference: { show: ['price'] }, visit: { editable: { 'row.lotNo.price': { gt: 1 } } } })
    expect(findings.join()).toContain('條件的路徑只能有一層')
  })
})
