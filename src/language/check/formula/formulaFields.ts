import { commonProperties } from '../../documents/commonProperties.ts'
import type { Property } from '../../documents/entity.ts'
import { isPath } from '../../documents/formula.ts'
import { isMasked } from '../../entity/maskedFields.ts'
import { readsOthers } from '../../entity/references.ts'
import type { Finding, Place } from '../../findings/source.ts'
import { unknownName } from '../../findings/suggest.ts'
import { type FormulaType, type FormulaUse, kindTexts, number, type Typed, tell } from './formulaUse.ts'

/** The type of the field at a path of one step, `row.quantity`. */
export function typeOfPath(path: string, place: Place, use: FormulaUse): Typed {
  const property = propertyAt(path, place, use)
  return property === null ? null : typeOfProperty(property, path, place, use)
}

function propertyAt(path: string, place: Place, use: FormulaUse): Property | null {
  const [root, field, ...deeper] = path.split('.')
  if (root !== 'row') return tell(use, wrongRoot(root ?? '', path, place))
  if (field === undefined || field === '') return tell(use, { place, code: 'unknown-field', message: '「row.」之後須接欄位名稱' })
  const property = own(use.properties, field)
  if (property === undefined) return tell(use, { place, ...(fieldAround(field, path, use) ?? unknownField(field, path, use.properties)) })
  if (deeper.length === 0) return property
  const message =
    property.items === undefined
      ? `公式的路徑只能有一層：「${path}」`
      : `「${path}」是多列的值，請用 $sum、$min、$max 或 $count，例如 {"$sum": "${path}"}`
  return tell(use, { place, code: 'wrong-type', message })
}

function wrongRoot(root: string, path: string, place: Place): Finding {
  const message = `公式只能用 row（這筆資料），不能用「${root}」：結果存檔時算好，不隨人與日期改變`
  return { place, code: 'wrong-root', message, ...(root === 'form' && { suggestion: path.replace(/^form/, 'row') }) }
}

function unknownField(field: string, path: string, properties: FormulaUse['properties'], before = 'row.') {
  if (Object.hasOwn(commonProperties, field)) return commonField(field)
  const found = unknownName(`公式中沒有「${path}」這個欄位`, field, Object.keys(properties))
  return { code: 'unknown-field', ...found, ...(found.suggestion !== undefined && { suggestion: `${before}${found.suggestion}` }) }
}

function fieldAround(field: string, path: string, { around }: FormulaUse) {
  if (around === undefined || own(around, field) === undefined) return null
  return { code: 'unknown-field', message: `「${path}」是整筆資料的欄位，一列只看得到同一列；請在整筆資料的公式以 $sum 等合計之後再用它` }
}

/** Why a condition of a formula cannot read a field; null when it can. */
export function unreadable(field: string, use: FormulaUse) {
  const property = own(use.properties, field)
  return property === undefined ? commonField(field) : hidden(property, field)
}

/** Why no formula can read what a field holds; null when one can. */
function hidden(property: Property, field: string) {
  if (isMasked(property)) return maskedField(field)
  if (property['x-read'] !== undefined) return withheldField(field)
  return readsOthers(property) ? ofOthers(field) : null
}

function commonField(field: string) {
  return { code: 'common-field', message: `「${field}」存檔時才有，公式不能使用` }
}

function maskedField(field: string) {
  return { code: 'masked-field', message: `公式不可使用遮罩欄位「${field}」：結果會透露遮罩的內容` }
}

function withheldField(field: string) {
  return { code: 'field-right', message: `公式不能用另須權限才看得到的欄位「${field}」（x-read）：結果會透露它的內容` }
}

function ofDetails(field: string) {
  const message = `「${field}」的列是另一個實體的資料，也能在別處修改；公式的結果存檔時算好，請改用 x-rollup 彙總`
  return { code: 'rollup-in-formula', message }
}

function ofOthers(field: string) {
  return { code: 'rollup-in-formula', message: `「${field}」彙總自其他資料，隨它們改變；公式的結果存檔時算好，不能使用` }
}

function typeOfProperty(property: Property, path: string, place: Place, use: FormulaUse): Typed {
  const why = hidden(property, path)
  if (why !== null) return tell(use, { place, ...why })
  const { type, format } = property
  if (type === 'integer') return number(0)
  if (type === 'boolean') return { kind: 'boolean' }
  if (type === 'number') {
    const decimals = property['x-decimals']
    if (decimals !== undefined) return number(decimals)
    const message = `欄位「${path}」沒有 x-decimals，公式無法知道結果有幾位小數；請在該欄位加上 "x-decimals"`
    return tell(use, { place, code: 'missing-key', message })
  }
  if (type === 'string') {
    if (format === 'date') return { kind: 'date' }
    if (format === 'date-time') return { kind: 'dateTime' }
    if (format === undefined || !contentFormats.includes(format)) return { kind: 'text' }
  }
  const message =
    type === 'array' ? `「${path}」是清單，請用 $sum、$min、$max 或 $count` : `欄位「${path}」的內容不能用於公式（${format ?? type}）`
  return tell(use, { place, code: 'wrong-type', message })
}

/** Formats of texts that are no words. */
const contentFormats: readonly string[] = ['html', 'json', 'base64', 'hex', 'imageDataUrl', 'fileDataUrl']

/** The type of a field of the rows of a list. */
export function memberAt(path: string, place: Place, use: FormulaUse, kinds: readonly FormulaType['kind'][]): Typed {
  const list = listAt(path, place, use)
  if (list === null) return null
  if (list.member === undefined) {
    const message = `「${path}」是整個清單，請寫出欄位，例如 ${path}.${Object.keys(list.members)[0] ?? '欄位'}`
    return tell(use, { place, code: 'wrong-type', message })
  }
  const type = typeOfProperty(list.member, path, place, use)
  if (type === null || kinds.includes(type.kind)) return type
  const message = `「${path}」須是${kinds.map((kind) => kindTexts[kind]).join('或')}，這是${kindTexts[type.kind]}`
  return tell(use, { place, code: 'wrong-type', message })
}

interface ListAt {
  readonly members: Readonly<Record<string, Property>>
  /** The field of its rows, when the path goes on. */
  readonly member?: Property
}

/** The list at `row.lines`, or at `row.lines.amount` with that field. */
export function listAt(path: string, place: Place, use: FormulaUse): ListAt | null {
  const [root = '', field = '', name, ...deeper] = path.split('.')
  if (root !== 'row') {
    if (isPath(path)) return tell(use, wrongRoot(root, path, place))
    const message = `此處須是多列資料的欄位，例如 row.lines.amount；或寫成清單 [ ]`
    return tell(use, { place, code: 'wrong-form', message, ...(Object.hasOwn(use.properties, root) && { suggestion: `row.${path}` }) })
  }
  const list = own(use.properties, field)
  if (list === undefined) return tell(use, { place, ...unknownField(field, path, use.properties) })
  if (list.type !== 'array') return tell(use, { place, code: 'wrong-type', message: `「row.${field}」不是清單；幾個欄位請寫成 [ ]` })
  if (isMasked(list)) return tell(use, { place, ...maskedField(path) })
  if (list['x-details'] !== undefined) return tell(use, { place, ...ofDetails(field) })
  if (list['x-read'] !== undefined) return tell(use, { place, ...withheldField(path) })
  const members = list.items?.properties ?? {}
  if (name === undefined) return { members }
  if (deeper.length > 0) return tell(use, { place, code: 'unknown-field', message: `公式的路徑最多兩層：「${path}」` })
  const member = own(members, name)
  if (member === undefined) return tell(use, { place, ...unknownField(name, path, members, `row.${field}.`) })
  return isMasked(member) ? tell(use, { place, ...maskedField(path) }) : { members, member }
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
