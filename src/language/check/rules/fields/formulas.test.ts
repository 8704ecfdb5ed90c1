import { describe, expect, it } from 'vitest'
import type { Entity } from '../../../documents/entity.ts'
import { demoFiles, known, shopEntity } from '../../../testing/documents.ts'
import { checkDocuments } from '../../checkDocuments.ts'

const rows = (members: object, changes: object = {}) => ({
  type: 'array',
  title: '明細',
  maxItems: 50,
  items: { type: 'object', properties: { quantity: { type: 'integer', title: '數量' }, ...members } },
  ...changes,
})

/** Findings as `code pointer message`, and suggestions. */
function findings(properties: object, changes: Partial<Entity> = {}): readonly string[] {
  const all = {
    rate: { type: 'number', title: '費率', 'x-decimals': 2 },
    free: { type: 'number', title: '不定' },
    card: { type: 'string', title: '卡號', 'x-mask': 'card' },
    happenedAt: { type: 'string', title: '時間', format: 'date-time' },
    lines: rows({ note: { type: 'string', title: '備註' } }),
    ...properties,
  }
  const entity = { ...shopEntity, ...changes, properties: { ...shopEntity.properties, ...all } }
  const files = demoFiles({ 'entities/demo/shop.json': entity })
  return checkDocuments(files, known).diagnostics.map(({ pointer, message, suggestion }) =>
    `${pointer.replace('/properties/', '')} ${message}${suggestion === undefined ? '' : ` → ${suggestion}`}`.trim(),
  )
}

const integer = (formula: unknown, changes: object = {}) =>
  findings({ sum: { type: 'integer', title: '計', 'x-formula': formula, ...changes } })
const text = (formula: unknown, changes: object = {}) =>
  findings({ sum: { type: 'string', title: '文', 'x-formula': formula, ...changes } })

describe('a formula', () => {
  it('a formula of a row is told that it sees its row only, when it reads a field of the whole record', () => {
    const amount = (path: string) => rows({ amount: { type: 'integer', title: '額', 'x-formula': { $mul: ['row.quantity', path] } } })
    expect(findings({ lines: amount('row.points') })).toEqual([
      expect.stringContaining('lines/items/properties/amount/x-formula/$mul/1 「row.points」是整筆資料的欄位，一列只看得到同一列'),
    ])
    expect(findings({ lines: amount('row.nothing') })).toEqual([expect.stringContaining('公式中沒有「row.nothing」這個欄位')])
  })

  it.each([
    { $mul: ['row.points', 2] },
    { $round: [{ $div: ['row.points', 'row.rate'] }, 0] },
    { $sum: 'row.lines.quantity' },
    { $count: 'row.lines' },
    { $count: 'row.tags' },
    { $if: [{ 'row.kind': { eq: '1' } }, 'row.points'] },
    { $days: ['row.openDate', { $date: ['row.openDate', 3, 'months'] }] },
    { $max: ['row.points', 0] },
  ])('a formula is accepted: %j', (formula) => expect(integer(formula)).toEqual([]))

  it.each([
    [{ $mult: ['row.points', 2] }, 'sum/x-formula/$mult 不認識的鍵「$mult」 → $mul'],
    [{ $multiply: ['row.points', 2] }, 'sum/x-formula/$multiply 不認識的鍵「$multiply」 → $mul'],
    [{ $mul: ['row.pionts', 2] }, 'sum/x-formula/$mul/0 公式中沒有「row.pionts」這個欄位 → row.points'],
    [{ $mul: ['points', 2] }, 'sum/x-formula/$mul/0 此處須是數字，這是文字；欄位要寫 row. → row.points'],
    [
      { $mul: ['form.points', 2] },
      'sum/x-formula/$mul/0 公式只能用 row（這筆資料），不能用「form」：結果存檔時算好，不隨人與日期改變 → row.points',
    ],
    [
      { $days: ['row.openDate', 'now.date'] },
      'sum/x-formula/$days/1 公式只能用 row（這筆資料），不能用「now」：結果存檔時算好，不隨人與日期改變',
    ],
    [{ $add: ['row.shopName', 1] }, 'sum/x-formula/$add/0 此處須是數字，這是文字'],
    [{ $add: ['row.constructor', 1] }, 'sum/x-formula/$add/0 公式中沒有「row.constructor」這個欄位'],
    [{ $add: ['row.rowVersion', 1] }, 'sum/x-formula/$add/0 「rowVersion」存檔時才有，公式不能使用'],
    [
      { $add: ['row.lines.quantity', 1] },
      'sum/x-formula/$add/0 「row.lines.quantity」是多列的值，請用 $sum、$min、$max 或 $count，例如 {"$sum": "row.lines.quantity"}',
    ],
    [{ $sum: 'row.lines.qty' }, 'sum/x-formula/$sum 公式中沒有「row.lines.qty」這個欄位'],
    [{ $sum: 'row.lines' }, 'sum/x-formula/$sum 「row.lines」是整個清單，請寫出欄位，例如 row.lines.quantity'],
    [{ $sum: 'row.lines.note' }, 'sum/x-formula/$sum 「row.lines.note」須是數字，這是文字'],
    [{ $sum: 'row.points' }, 'sum/x-formula/$sum 「row.points」不是清單；幾個欄位請寫成 [ ]'],
    [{ $mul: ['row.points', 'row.rate'] }, 'sum/x-formula 「sum」的結果可能有 2 位小數，欄位只有 0 位；請以 {"$round": [..., 0]} 進位'],
    [{ $div: ['row.points', 2] }, 'sum/x-formula 「sum」的結果可能除不盡；請在最外面以 {"$round": [..., 0]} 進位到 0 位小數'],
    [{ $div: ['row.points', 0] }, 'sum/x-formula/$div/1 除數是 0，永遠沒有結果'],
    [
      { $add: ['row.free', 1] },
      'sum/x-formula/$add/0 欄位「row.free」沒有 x-decimals，公式無法知道結果有幾位小數；請在該欄位加上 "x-decimals"',
    ],
    [{ $add: [1e-7, 1] }, 'sum/x-formula/$add/0 數字 1e-7 太大或小數位數太多，公式無法精確計算'],
    [{ $concat: ['row.shopName', 'a'] }, 'sum/x-formula 「sum」是數字，公式的結果不是數字'],
    [{ $if: [{ 'row.kind': { eq: '1' } }, 'row.points', 'none'] }, 'sum/x-formula/$if 各個值的型別須相同，這裡有數字與文字'],
    [{ $if: [{ 'row.kid': { eq: '1' } }, 1, 2] }, 'sum/x-formula/$if/0/row.kid 條件中沒有「row.kid」這個欄位 → kind'],
    [{ $if: [{ 'user.userType': { eq: '1' } }, 1, 2] }, 'sum/x-formula/$if/0/user.userType 此處的條件不能使用「user」'],
    [{ $if: [{ 'row.card': { empty: true } }, 1, 2] }, 'sum/x-formula/$if/0/row.card 公式不可使用遮罩欄位「card」：結果會透露遮罩的內容'],
    [{ $days: ['row.openDate', 'row.shopName'] }, 'sum/x-formula/$days/1 此處須是日期或日期時間，這是文字'],
    [{ $round: ['row.rate', 9] }, 'sum/x-formula/$round/1 不可大於 5'],
    ['row.points', 'sum/x-formula 公式須是一個運算，例如 {"$mul": ["row.quantity", "row.price"]}'],
    [{ $add: ['row.points', 1], $sub: ['row.points', 1] }, 'sum/x-formula 最多 1 個鍵'],
  ])('a formula is refused: %j', (formula, expected) => expect(integer(formula).map((one) => one.split('；可用')[0])).toEqual([expected]))

  it('a formula is refused where a text would tell a masked value, or hold what is no text', () => {
    expect(text({ $concat: ['row.card', 'x'] })).toEqual(['sum/x-formula/$concat/0 公式不可使用遮罩欄位「row.card」：結果會透露遮罩的內容'])
    expect(text({ $concat: ['row.logo', 'x'] })).toEqual(['sum/x-formula/$concat/0 欄位「row.logo」的內容不能用於公式（imageDataUrl）'])
    expect(text({ $concat: ['row.area', { $div: [1, 3] }] })[0]).toContain('除法的結果可能除不盡')
    expect(text({ $sum: 'row.lines.quantity' })).toEqual([
      'sum/x-formula 「sum」是文字，公式的結果不是文字；請以 $concat 接成文字，或改欄位的型別',
    ])
    expect(text({ $date: ['row.happenedAt'] }, { format: 'date' })).toEqual([])
    expect(text({ $if: [{ 'row.isOpen': { eq: true } }, 'row.happenedAt'] }, { format: 'date' })[0]).toContain(
      '時間請以 {"$date": [...]} 取其日期',
    )
  })

  it('names a circle of formulas by its path', () => {
    const circle = {
      subtotal: { type: 'integer', title: '小計', 'x-formula': { $sub: ['row.total', 'row.tax'] } },
      tax: { type: 'integer', title: '稅', 'x-formula': { $if: [{ 'row.subtotal': { gt: 0 } }, 5, 0] } },
      total: { type: 'integer', title: '總計', 'x-formula': { $add: ['row.subtotal', 'row.tax'] } },
    }
    expect(findings(circle)).toEqual([
      'subtotal/x-formula 公式繞了一圈：subtotal → total → subtotal',
      'subtotal/x-formula 公式繞了一圈：subtotal → total → tax → subtotal',
    ])
    expect(integer({ $add: ['row.sum', 1] })).toEqual(['sum/x-formula 公式繞了一圈：sum → sum'])
  })

  it('a formula is limited in depth and size', () => {
    const nested = (depth: number): object => (depth === 0 ? { $add: ['row.points', 1] } : { $add: [nested(depth - 1), 1] })
    expect(integer(nested(5))).toEqual([])
    expect(integer(nested(6)).join()).toMatch(/巢狀超過/)
    const wide = { $add: Array.from({ length: 10 }, () => ({ $add: Array.from({ length: 8 }, () => ({ $mul: ['row.points', 2] })) })) }
    expect(integer(wide)).toEqual(['sum/x-formula 公式超過 50 個運算；請拆成幾個欄位，一個欄位算一步'])
  })

  it('fills its field alone: nothing that asks or fixes a value stands beside it', () => {
    expect(integer({ $count: 'row.lines' }, { default: 1, minimum: 0 }).map((one) => one.split(' ')[0])).toEqual([
      'sum/default',
      'sum/minimum',
    ])
    expect(integer({ $count: 'row.lines' }, { 'x-computed': false })).toEqual([
      'sum/x-computed 公式的欄位一定由系統計算；請移除 "x-computed": false',
    ])
    const sum = { sum: { type: 'integer', title: '計', 'x-formula': { $count: 'row.lines' } } }
    expect(findings(sum, { required: ['shopName', 'sum'] })[0]).toContain('不可列為必填')
    expect(findings(sum, { key: 'sum' })[0]).toContain('不能是 key')
    expect(findings(sum, { unique: [['sum', 'kind']] })[0]).toContain('不能用於 unique')
    expect(findings(sum, { when: { sum: { readonly: { 'form.kind': { eq: '1' } } } } })[0]).toContain('「readonly」沒有作用')
    const reject = shopEntity.transitions?.reject as NonNullable<Entity['transitions']>[string]
    const transitions = { ...shopEntity.transitions, reject: { ...reject, stamp: { sum: 'none' } } }
    expect(findings(sum, { transitions }).join()).toContain('不能由步驟寫入')
  })

  it('belongs to a field of the record or of a row, whose list says how long it may be', () => {
    const amount = { type: 'integer', title: '金額', 'x-formula': { $mul: ['row.quantity', 3] } }
    expect(findings({ lines: rows({ amount }) })).toEqual([])
    expect(findings({ lines: rows({ amount }, { maxItems: undefined }) })).toEqual([
      'lines 「lines」的列有公式，須以 maxItems 寫明最多幾列',
    ])
    expect(findings({ lines: rows({ amount: { ...amount, 'x-formula': { $mul: ['row.points', 3] } } }) })[0]).toContain(
      '「row.points」是整筆資料的欄位',
    )
    const deep = { type: 'object', title: '物件', properties: { amount } }
    expect(findings({ deep })).toEqual(['deep/properties/amount/x-formula 公式只能寫在實體的欄位，或多列資料（items）的欄位'])
  })

  it('writes only columns of a table that are given to formulas', () => {
    const open = { ...shopEntity, table: 'shop' }
    expect(findings({ sum: { type: 'integer', title: '計', 'x-formula': { $count: 'row.lines' } } }, open).join('\n')).toContain(
      '資料表 shop 的欄位「sum」沒有開放給公式',
    )
  })

  it('names options of a dictionary by their names', () => {
    const level = (whole: string) => text({ $if: [{ 'row.status': { eq: '3' } }, whole, ''] }, { 'x-dictionary': 'ShopKind' })
    expect(level('1')).toEqual(['sum/x-formula/$if/2 字典 ShopKind 沒有代碼「」；可用：1（值1）、2（值2）'])
    expect(level('9')[0]).toContain('字典 ShopKind 沒有代碼「9」')
  })
})
