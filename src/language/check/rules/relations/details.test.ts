import { describe, expect, it } from 'vitest'
import type { Entity, Property } from '../../../documents/entity.ts'
import { demoFiles, known, visitEntity } from '../../../testing/documents.ts'
import { checkDocuments } from '../../checkDocuments.ts'

const line: Entity = {
  name: 'line',
  title: '品項',
  key: 'lineNo',
  label: 'goods',
  type: 'object',
  properties: {
    lineNo: { type: 'string', title: '編號', 'x-number': 'L{yyyy}{000}' },
    visitNo: { type: 'string', title: '單號', 'x-ref': { entity: 'visit' } },
    goods: { type: 'string', title: '品名', maxLength: 40, 'x-search': true, 'x-immutable': true },
    quantity: { type: 'integer', title: '數量', minimum: 1 },
    price: { type: 'integer', title: '單價' },
    amount: { type: 'integer', title: '小計', 'x-formula': { $mul: ['row.quantity', 'row.price'] } },
    start: { type: 'string', title: '起日', format: 'date' },
    end: { type: 'string', title: '迄日', format: 'date', 'x-notBefore': 'start' },
    place: { type: 'integer', title: '順序' },
    phone: { type: 'string', title: '電話', 'x-mask': 'mobile' },
    photo: { type: 'string', title: '照片', format: 'imageDataUrl' },
    cost: { type: 'integer', title: '成本', 'x-read': 'cost' },
  },
  required: ['visitNo', 'goods'],
}

const goods: Entity = {
  name: 'goods',
  title: '商品',
  key: 'goodsNo',
  label: 'goodsName',
  type: 'object',
  properties: {
    goodsNo: { type: 'string', title: '商品編號', 'x-unique': true, 'x-immutable': true },
    goodsName: { type: 'string', title: '品名', maxLength: 40 },
    unit: { type: 'string', title: '單位' },
    price: { type: 'integer', title: '單價', 'x-format': 'money' },
    phone: { type: 'string', title: '電話', 'x-mask': 'mobile' },
    cost: { type: 'integer', title: '成本', 'x-read': 'cost' },
  },
}

const goodsNo: Property = { type: 'string', title: '商品', 'x-ref': { entity: 'goods', show: ['goodsName', 'unit', 'price'] } }
const withGoods: Case = { lineChanges: { properties: { ...line.properties, goodsNo } } }

interface Case {
  readonly details?: object
  /** Further keys of the field. */
  readonly field?: object
  readonly visit?: Partial<Entity>
  readonly properties?: Readonly<Record<string, Property>>
  readonly lineChanges?: Partial<Entity>
}

const numbered: Property = { type: 'string', title: '單號', 'x-number': 'V{yyyy}{000}' }

/** Findings as `pointer message`, and the checked entity. */
function check({ details = {}, field = {}, visit = {}, properties = {}, lineChanges = {} }: Case = {}) {
  const lines = {
    type: 'array',
    title: '品項',
    'x-details': { child: 'line', by: 'visitNo', fields: ['goods', 'quantity'], ...details },
    ...field,
  }
  const own = { ...visitEntity.properties, [visitEntity.key]: numbered, lines, ...properties }
  const files = demoFiles({
    'entities/demo/visit.json': { ...visitEntity, ...visit, properties: own },
    'entities/demo/line.json': { ...line, ...lineChanges },
    'entities/demo/goods.json': goods,
  })
  const { catalog, diagnostics } = checkDocuments(files, known)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const findings = errors.map(
    ({ pointer, message, suggestion }) =>
      `${pointer.replace('/properties/', '')} ${message}${suggestion === undefined ? '' : `（${suggestion}）`}`,
  )
  return { findings, entity: catalog.entities.get('visit') }
}

describe('rows that are records of another entity', () => {
  it('rows have the fields that they show as these are there, but nothing about records as a whole', () => {
    const { findings, entity } = check({ details: { fields: ['goods', 'quantity', 'price', 'amount', 'end'], order: 'place' } })
    expect(findings).toEqual([])
    expect(entity?.properties.lines).toMatchObject({ maxItems: 500 })
    expect(entity?.properties.lines?.items).toEqual({
      type: 'object',
      properties: {
        goods: { type: 'string', title: '品名', maxLength: 40, 'x-immutable': true },
        quantity: { type: 'integer', title: '數量', minimum: 1 },
        price: { type: 'integer', title: '單價' },
        amount: { type: 'integer', title: '小計', 'x-computed': true, 'x-formula': { $mul: ['row.quantity', 'row.price'] } },
        end: { type: 'string', title: '迄日', format: 'date' },
      },
      required: ['goods'],
      'x-child': 'line',
    })
  })

  it('rows show what their references may show, in the order of the document, and the name of what they refer to', () => {
    const fields = ['goods', 'goodsNo.unit', 'goodsNo', 'price', 'goodsNo.price']
    const { findings, entity } = check({ ...withGoods, details: { fields } })
    expect(findings).toEqual([])
    const members = entity?.properties.lines?.items?.properties ?? {}
    expect(Object.keys(members)).toEqual([...fields, 'goodsNo.goodsName'])
    expect(members['goodsNo.price']).toEqual({
      type: 'integer',
      title: '商品的單價',
      'x-format': 'money',
      'x-computed': true,
      'x-borrowed': { by: 'goodsNo', entity: 'goods', field: 'price' },
    })
    expect(members['goodsNo.goodsName']?.['x-borrowed']).toMatchObject({ isBeside: true })
    const named = check({ ...withGoods, details: { fields: ['goods', 'goodsNo', 'goodsNo.goodsName'] } }).entity
    expect(named?.properties.lines?.items?.properties?.['goodsNo.goodsName']?.['x-borrowed']).toEqual({
      ...{ by: 'goodsNo', entity: 'goods', field: 'goodsName', isName: true },
    })
  })

  it.each<[readonly string[], string]>([
    [['goodsNo', 'goodsNo.units'], '/2 實體 goods 沒有欄位「units」（goodsNo.unit）'],
    [['goodsNo', 'goodsNum.unit'], '/2 「goodsNum」不是參照（x-ref），明細只能顯示同一列挑選的資料（goodsNo.unit）'],
    [['goodsNo', 'quantity.unit'], '「quantity」不是參照（x-ref）'],
    [['goodsNo', 'goodsNo.phone'], '「phone」是遮罩欄位'],
    [['goodsNo', 'goodsNo.cost'], '「cost」另須權限'],
    [['goodsNo', 'goodsNo.createdBy'], '沒有開放顯示「createdBy」；請在實體 line 的 goodsNo 的 x-ref.show 加入「createdBy」'],
    [['goodsNo.unit'], '/1 「goodsNo.unit」顯示「goodsNo」所指的資料，兩者須一起列出；請在 fields 加入「goodsNo」'],
    [['visitNo.shopNo'], '「visitNo.shopNo」由系統填入這筆主檔'],
    [['goodsNo.unit.name'], '應為欄位名稱（companyNo），或參照欄位與所指資料的欄位（lotNo.lotName）'],
  ])('rows with %j are refused: %s', (fields, text) => {
    expect(check({ ...withGoods, details: { fields: ['goods', ...fields] } }).findings.join('\n')).toContain(text)
  })

  it('a result of fields that the row does not show is the stored one', () => {
    const { findings, entity } = check({ details: { fields: ['goods', 'quantity', 'amount'] } })
    expect(findings).toEqual([])
    expect(entity?.properties.lines?.items?.properties?.amount).toEqual({ type: 'integer', title: '小計', 'x-computed': true })
  })

  it.each<[Case, string]>([
    [{ details: { child: 'lines' } }, '沒有實體「lines」'],
    [{ details: { child: 'visit' } }, '明細須是另一個實體的資料'],
    [{ details: { by: 'visitN' } }, '實體 line 沒有欄位「visitN」'],
    [{ details: { by: 'goods', fields: ['quantity'] } }, '「goods」沒有指向這個實體'],
    [{ details: { fields: ['good'] } }, '實體 line 沒有欄位「good」'],
    [{ details: { fields: ['goods', 'visitNo'] } }, '「visitNo」由系統填入這筆主檔'],
    [{ details: { fields: ['goods', 'place'], order: 'place' } }, '「place」由列的先後決定'],
    [{ details: { fields: ['goods', 'createdBy'] } }, '「createdBy」由系統維護'],
    [{ details: { fields: ['goods', 'phone'] } }, '「phone」是遮罩欄位'],
    [{ details: { fields: ['goods', 'photo'] } }, '「photo」不是單一的值'],
    [{ details: { fields: ['goods', 'cost'] } }, '「cost」另須權限'],
    [{ details: { order: 'goods' } }, '「goods」須是可填寫的整數欄位'],
    [{ details: { order: 'amount' } }, '「amount」須是可填寫的整數欄位'],
    [{ details: { fields: ['quantity'] } }, '「品項」的必填欄位「goods」不在明細中'],
    [{ field: { maxItems: 501 } }, '最多 500 列'],
    [{ field: { items: { type: 'object' } } }, '「items」沒有作用'],
    [{ field: { 'x-widget': 'rows' } }, '「x-widget」沒有作用'],
    [{ field: { 'x-approval': true } }, '變更不能先送核准'],
    [{ field: { type: 'string' } }, '「x-details」只能用於型別 array'],
    [{ lineChanges: { scope: 'goods' } }, '以特約商區分'],
    [{ visit: { unique: [['lines', 'name']] } }, '「lines」是明細，不能用於 unique'],
    [{ properties: { total: { type: 'integer', title: '合計', 'x-formula': { $sum: 'row.lines.quantity' } } } }, '請改用 x-rollup 彙總'],
    [
      {
        properties: {
          again: { type: 'array', title: '又', 'x-details': { child: 'line', by: 'visitNo', fields: ['goods'] } },
        },
      },
      '「lines」已是同一批明細',
    ],
  ])('%j is refused: %s', (change, text) => {
    expect(check(change).findings.join('\n')).toContain(text)
  })
})
