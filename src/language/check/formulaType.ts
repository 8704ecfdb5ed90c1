import { isDate } from '../../rules/dates.ts'
import { decimalsOf } from '../../rules/fraction.ts'
import { commonProperties } from '../documents/commonProperties.ts'
import type { Property } from '../documents/entity.ts'
import { isFormula, isPath, type Operand, type Operator, operationOf } from '../documents/formula.ts'
import type { Predicate } from '../documents/predicate.ts'
import { decimalsMax } from '../formula/evaluateFormula.ts'
import { predicatePaths } from '../predicate/predicatePaths.ts'
import { readsOthers } from '../record/references.ts'
import { isMasked } from '../rights/maskedFields.ts'
import type { Names } from './known.ts'
import { checkPredicate } from './predicateRule.ts'
import type { Finding, Place } from './source.ts'
import { unknownName } from './suggest.ts'

/** What a part of a formula gives. `decimals` is null for a division, whose digits may never end. */
export type FormulaType =
  | { readonly kind: 'number'; readonly decimals: number | null }
  | { readonly kind: 'text' | 'date' | 'dateTime' | 'boolean' }

export interface FormulaUse {
  /** Fields that `row` has: those of the record, or of a row of a list. */
  readonly properties: Readonly<Record<string, Property>>
  /** Of a row: the fields of the record around it, which its formulas cannot read. */
  readonly around?: Readonly<Record<string, Property>>
  readonly names: Names
  readonly findings: Finding[]
}

type Typed = FormulaType | null
const number = (decimals: number | null): FormulaType => ({ kind: 'number', decimals })

/** The type of a part of a formula; null after a finding about it, so that one mistake is told once. */
export function typeOfOperand(operand: Operand, place: Place, use: FormulaUse): Typed {
  if (typeof operand === 'number') return typeOfNumber(operand, place, use)
  if (typeof operand === 'boolean') return { kind: 'boolean' }
  if (isFormula(operand)) {
    const [operator, given] = operationOf(operand)
    return rules[operator](given, [...place, operator], use)
  }
  return isPath(operand) ? typeOfPath(operand, place, use) : { kind: isDate(operand) ? 'date' : 'text' }
}

function tell(use: FormulaUse, finding: Finding): null {
  use.findings.push(finding)
  return null
}

function typeOfNumber(value: number, place: Place, use: FormulaUse): Typed {
  const decimals = decimalsOf(value)
  return decimals === null || decimals > decimalsMax || Math.abs(value) > Number.MAX_SAFE_INTEGER
    ? tell(use, { place, code: 'wrong-size', message: `數字 ${value} 太大或小數位數太多，公式無法精確計算` })
    : number(decimals)
}

const rules: { readonly [Name in Operator]: (given: unknown, place: Place, use: FormulaUse) => Typed } = {
  $add: (given, place, use) => typeOfSum(numbersIn(given, place, use)),
  $sub: (given, place, use) => typeOfSum(numbersIn(given, place, use)),
  $mul: (given, place, use) => typeOfProduct(numbersIn(given, place, use), place, use),
  $div: (given, place, use) => {
    const [, divisor] = given as readonly Operand[]
    if (divisor === 0) return tell(use, { place: [...place, 1], code: 'never-true', message: '除數是 0，永遠沒有結果' })
    return numbersIn(given, place, use) && number(null)
  },
  $round: (given, place, use) => {
    const [operand, decimals] = given as readonly [Operand, number]
    return numberAt(operand, [...place, 0], use) && number(decimals)
  },
  $sum: (given, place, use) => typeOfSum(numbersIn(given, place, use)),
  $min: (given, place, use) => typeOfExtreme(given, place, use),
  $max: (given, place, use) => typeOfExtreme(given, place, use),
  $count: (given, place, use) => (listAt(given as string, place, use) ? number(0) : null),
  $if: (given, place, use) => {
    const [condition, ...branches] = given as readonly [Predicate, ...Operand[]]
    checkCondition(condition, [...place, 0], use)
    return typeOfBranches(
      branches.map((branch, index) => typeOfOperand(branch, [...place, index + 1], use)),
      place,
      use,
    )
  },
  $concat: (given, place, use) => {
    const types = (given as readonly Operand[]).map((operand, index) => textAt(operand, [...place, index], use))
    return types.includes(null) ? null : { kind: 'text' }
  },
  $date: (given, place, use) => {
    const [from, amount] = given as readonly [Operand, Operand?]
    const day = dayAt(from, [...place, 0], use)
    if (amount === undefined) return day
    const steps = numberAt(amount, [...place, 1], use)
    if (steps?.kind === 'number' && steps.decimals !== 0) return tell(use, notWhole([...place, 1]))
    return day && steps && { kind: 'date' }
  },
  $days: (given, place, use) => {
    const days = (given as readonly Operand[]).map((operand, index) => dayAt(operand, [...place, index], use))
    return days.includes(null) ? null : number(0)
  },
}

function notWhole(place: Place): Finding {
  return { place, code: 'wrong-type', message: '日期加減的數量須是整數；請以 {"$round": [..., 0]} 取整數' }
}

const kindTexts: { readonly [Kind in FormulaType['kind']]: string } = {
  number: '數字',
  text: '文字',
  date: '日期',
  dateTime: '日期時間',
  boolean: '是否',
}

/** The type when it is one of the wanted kinds. A text that names a field without `row.` gets the path as suggestion. */
function wanted(operand: Operand, place: Place, use: FormulaUse, kinds: readonly FormulaType['kind'][]): Typed {
  const type = typeOfOperand(operand, place, use)
  if (type === null || kinds.includes(type.kind)) return type
  const isBareField = typeof operand === 'string' && Object.hasOwn(use.properties, operand)
  const message = `此處須是${kinds.map((kind) => kindTexts[kind]).join('或')}，這是${kindTexts[type.kind]}${isBareField ? '；欄位要寫 row.' : ''}`
  return tell(use, { place, code: 'wrong-type', message, ...(isBareField && { suggestion: `row.${operand}` }) })
}

const numberAt = (operand: Operand, place: Place, use: FormulaUse): Typed => wanted(operand, place, use, ['number'])
const dayAt = (operand: Operand, place: Place, use: FormulaUse): Typed =>
  wanted(operand, place, use, ['date', 'dateTime']) && { kind: 'date' }

function textAt(operand: Operand, place: Place, use: FormulaUse): Typed {
  const type = wanted(operand, place, use, ['text', 'number', 'date'])
  if (type?.kind === 'number' && type.decimals === null) return tell(use, endless(place))
  return type
}

function endless(place: Place): Finding {
  return { place, code: 'not-rounded', message: '除法的結果可能除不盡；請以 {"$round": [..., 位數]} 進位到固定的小數位數' }
}

/** Types of operands that must all be numbers: a field of the rows of a list, or a list of operands. */
function numbersIn(given: unknown, place: Place, use: FormulaUse): readonly (number | null)[] | null {
  const types =
    typeof given === 'string'
      ? [memberAt(given, place, use, ['number'])]
      : (given as readonly Operand[]).map((operand, index) => numberAt(operand, [...place, index], use))
  return types.includes(null) ? null : types.map((type) => (type?.kind === 'number' ? type.decimals : null))
}

function typeOfSum(decimals: readonly (number | null)[] | null): Typed {
  return decimals && number(decimals.reduce((most, one) => (most === null || one === null ? null : Math.max(most, one))))
}

function typeOfProduct(decimals: readonly (number | null)[] | null, place: Place, use: FormulaUse): Typed {
  if (decimals === null) return null
  const all = decimals.reduce((sum, one) => (sum === null || one === null ? null : sum + one))
  if (all === null) return number(null)
  if (all <= decimalsMax) return number(all)
  return tell(use, { place, code: 'wrong-size', message: `相乘的結果可能有 ${all} 位小數，超過 ${decimalsMax} 位；請先以 $round 進位` })
}

function typeOfExtreme(given: unknown, place: Place, use: FormulaUse): Typed {
  const kinds = ['number', 'date'] as const
  if (typeof given === 'string') return memberAt(given, place, use, kinds)
  return typeOfBranches(
    (given as readonly Operand[]).map((operand, index) => wanted(operand, [...place, index], use, kinds)),
    place,
    use,
  )
}

/** One type of several of which each may be the result. */
function typeOfBranches(types: readonly Typed[], place: Place, use: FormulaUse): Typed {
  if (types.includes(null)) return null
  const known = types.filter((type) => type !== null)
  const [first] = known
  if (first === undefined) return null
  if (known.some(({ kind }) => kind !== first.kind)) {
    const kinds = [...new Set(known.map(({ kind }) => kindTexts[kind]))]
    return tell(use, { place, code: 'wrong-type', message: `各個值的型別須相同，這裡有${kinds.join('與')}` })
  }
  return first.kind === 'number' ? typeOfSum(known.map((type) => (type.kind === 'number' ? type.decimals : null))) : first
}

/** Conditions of a formula read the row only: a result that depends on who reads it, or on the day, could not be stored. */
function checkCondition(condition: Predicate, place: Place, use: FormulaUse): void {
  const entity = { name: '', title: '', key: '', label: '', type: 'object', properties: use.properties } as const
  const found = checkPredicate(condition, place, { entity, names: use.names, roots: ['row'] })
  use.findings.push(...found)
  if (found.length > 0) return
  for (const path of predicatePaths(condition, place)) {
    const [field = ''] = path.segments
    const property = own(use.properties, field)
    const at = path.place.at(-1) === 'path' ? 'value' : 'key'
    if (property === undefined) use.findings.push({ place: path.place, at, ...commonField(field) })
    else if (isMasked(property)) use.findings.push({ place: path.place, at, ...maskedField(field) })
    else if (property['x-read'] !== undefined) use.findings.push({ place: path.place, at, ...withheldField(field) })
    else if (readsOthers(property)) use.findings.push({ place: path.place, at, ...ofOthers(field) })
  }
}

function typeOfPath(path: string, place: Place, use: FormulaUse): Typed {
  const property = propertyAt(path, place, use)
  return property === null ? null : typeOfProperty(property, path, place, use)
}

/** The field at a path of one step, `row.quantity`. */
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
  if (isMasked(property)) return tell(use, { place, ...maskedField(path) })
  if (property['x-read'] !== undefined) return tell(use, { place, ...withheldField(path) })
  if (readsOthers(property)) return tell(use, { place, ...ofOthers(path) })
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
function memberAt(path: string, place: Place, use: FormulaUse, kinds: readonly FormulaType['kind'][]): Typed {
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
function listAt(path: string, place: Place, use: FormulaUse): ListAt | null {
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
