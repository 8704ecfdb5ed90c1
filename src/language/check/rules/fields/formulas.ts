import type { EntityContext, Names } from '../../../catalog/known.ts'
import type { Entity, Property } from '../../../documents/entity.ts'
import { type Formula, isFormula, isPath, operationOf } from '../../../documents/formula.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { formulaPaths } from '../../../formula/formulaPaths.ts'
import { formulaFields } from '../../../formula/recordFormulas.ts'
import { typeOfOperand } from '../../formula/formulaType.ts'
import type { FormulaType, FormulaUse } from '../../formula/formulaUse.ts'
import { checkOption } from '../../predicateRule.ts'
import { filledElsewhere, type SystemFilled, uselessKeys } from './systemFilled.ts'

type Properties = Readonly<Record<string, Property>>

const byFormula: SystemFilled = { key: 'x-formula', name: '公式', code: 'formula-input', allowed: [] }

/** Most operators of one formula, one inside the other and altogether: what people can still read, and a bound for the work. */
const depthMax = 6
const operatorsMax = 50
/** Most operators that one record may need for the rows of one list. */
const rowWorkMax = 100_000

/** Checks the formulas of an entity: fields, types, decimals, circles, size, and that nothing else fills the same field. */
export function formulas(context: EntityContext): readonly Finding[] {
  const { entity, names } = context
  const own = checkFormulas(entity.properties, ['properties'], names)
  const ofRows = Object.entries(entity.properties).flatMap(([list, property]) => rowFormulas(list, property, names, entity.properties))
  const all = [...formulaFields(entity.properties).map(({ field }) => field), ...listsOf(entity.properties)]
  return [...own, ...ofRows, ...misplaced(entity), ...filledElsewhere(entity, byFormula), ...storage(context, all)]
}

function checkFormulas(properties: Properties, place: Place, names: Names, around?: Properties): readonly Finding[] {
  return [
    ...formulaFields(properties).flatMap(({ field, property }) =>
      checkFormula(field, property, [...place, field], { properties, names, ...(around && { around }) }),
    ),
    ...circles(properties, place),
  ]
}

function checkFormula(field: string, property: Property, place: Place, own: Omit<FormulaUse, 'findings'>): readonly Finding[] {
  const formula: unknown = property['x-formula']
  const at = [...place, 'x-formula']
  const useless = uselessKeys(property, place, byFormula)
  if (!isFormula(formula)) {
    const message = `公式須是一個運算，例如 {"$mul": ["row.quantity", "row.price"]}`
    return [...useless, { place: at, code: 'wrong-type', message }]
  }
  const size = checkSize(formula, at)
  if (size.length > 0) return [...useless, ...size]
  const use: FormulaUse = { ...own, findings: [] }
  const type = typeOfOperand(formula, at, use)
  const unfit = type === null || use.findings.length > 0 ? [] : checkResult(field, property, type, at)
  return [...useless, ...use.findings, ...unfit, ...checkOptions(formula, property, at, own.names)]
}

function checkSize(formula: Formula, place: Place): readonly Finding[] {
  const tooMuch = (message: string): readonly Finding[] => [{ place, code: 'limit', message }]
  if (depthOf(formula) > depthMax) return tooMuch(`公式巢狀超過 ${depthMax} 層；請拆成幾個欄位，一個欄位算一步`)
  if (operatorsOf(formula) > operatorsMax) return tooMuch(`公式超過 ${operatorsMax} 個運算；請拆成幾個欄位，一個欄位算一步`)
  return []
}

function partsOf(formula: Formula): readonly Formula[] {
  const [, given] = operationOf(formula)
  return Array.isArray(given) ? given.filter((part, index) => isFormula(part) && !(index === 0 && formula.$if !== undefined)) : []
}

const depthOf = (formula: Formula): number => 1 + Math.max(0, ...partsOf(formula).map(depthOf))
const operatorsOf = (formula: Formula): number => partsOf(formula).reduce((sum, part) => sum + operatorsOf(part), 1)

function checkResult(field: string, property: Property, type: FormulaType, place: Place): readonly Finding[] {
  const wrong = (message: string, code = 'wrong-type'): readonly Finding[] => [{ place, code, message: `「${field}」${message}` }]
  const isNumber = property.type === 'integer' || property.type === 'number'
  if (isNumber && type.kind === 'number') {
    const room = property.type === 'integer' ? 0 : property['x-decimals']
    if (room === undefined) return wrong('的公式算出數字，須寫 "x-decimals" 說明有幾位小數', 'missing-key')
    if (type.decimals === null)
      return wrong(`的結果可能除不盡；請在最外面以 {"$round": [..., ${room}]} 進位到 ${room} 位小數`, 'not-rounded')
    if (type.decimals > room)
      return wrong(`的結果可能有 ${type.decimals} 位小數，欄位只有 ${room} 位；請以 {"$round": [..., ${room}]} 進位`, 'not-rounded')
    return []
  }
  if (property.type === 'boolean') return type.kind === 'boolean' ? [] : wrong('是是否欄位，公式的結果不是 true 或 false')
  if (property.type === 'string' && property.format === 'date')
    return type.kind === 'date' ? [] : wrong('是日期，公式的結果不是日期；時間請以 {"$date": [...]} 取其日期')
  if (property.type === 'string' && property.format === undefined)
    return type.kind === 'text' ? [] : wrong('是文字，公式的結果不是文字；請以 $concat 接成文字，或改欄位的型別')
  return wrong(isNumber ? '是數字，公式的結果不是數字' : '的型別不能用公式；公式的結果是數字、文字、日期或是否')
}

/** Texts that a condition chooses between have to be options of the field. */
function checkOptions(formula: Formula, property: Property, place: Place, names: Names): readonly Finding[] {
  if (property['x-dictionary'] === undefined || formula.$if === undefined) return []
  return formula.$if.flatMap((branch, index): readonly Finding[] => {
    const at = [...place, '$if', index]
    if (index === 0) return []
    if (isFormula(branch)) return checkOptions(branch, property, at, names)
    return typeof branch === 'string' && !isPath(branch) ? checkOption(branch, property, at, names) : []
  })
}

/** Formulas that need each other: `a → b → a`, told once. */
function circles(properties: Properties, place: Place): readonly Finding[] {
  const fields = formulaFields(properties).filter(({ formula }) => isFormula(formula))
  const next = new Map(fields.map(({ field, formula }) => [field, formulaPaths(formula).map(([name = '']) => name)]))
  const done = new Set<string>()
  const found: Finding[] = []
  const visit = (field: string, above: readonly string[]): void => {
    const start = above.indexOf(field)
    if (start >= 0) {
      const message = `公式繞了一圈：${[...above.slice(start), field].join(' → ')}`
      found.push({ place: [...place, field, 'x-formula'], code: 'circular-formula', message })
    }
    if (start >= 0 || done.has(field)) return
    for (const name of next.get(field) ?? []) visit(name, [...above, field])
    done.add(field)
  }
  for (const { field } of fields) visit(field, [])
  return found
}

function rowFormulas(list: string, property: Property, names: Names, around: Properties): readonly Finding[] {
  const members = property.items?.properties ?? {}
  const place = ['properties', list, 'items', 'properties']
  const fields = formulaFields(members).filter(({ formula }) => isFormula(formula))
  if (fields.length === 0) return checkFormulas(members, place, names, around)
  const work = fields.reduce((sum, { formula }) => sum + operatorsOf(formula), 0)
  const rowsMax = Math.floor(rowWorkMax / work)
  const at: Place = ['properties', list]
  const limits: readonly Finding[] =
    property.maxItems === undefined
      ? [{ place: at, at: 'key', code: 'missing-key', message: `「${list}」的列有公式，須以 maxItems 寫明最多幾列` }]
      : property.maxItems > rowsMax
        ? [{ place: [...at, 'maxItems'], code: 'limit', message: `「${list}」的公式太多，一筆資料最多只能有 ${rowsMax} 列` }]
        : []
  return [...limits, ...checkFormulas(members, place, names, around)]
}

const listsOf = (properties: Properties): readonly string[] =>
  Object.keys(properties).filter((list) => formulaFields(properties[list]?.items?.properties ?? {}).length > 0)

/** A formula belongs to a field of the record, or of the rows of a list in it. */
function misplaced({ properties }: Entity): readonly Finding[] {
  return Object.entries(properties).flatMap(([field, property]) => {
    const place = ['properties', field]
    const { items } = property
    const inRows = Object.entries(items?.properties ?? {}).flatMap(([name, member]) =>
      inside(member, [...place, 'items', 'properties', name]),
    )
    const ofItem = items?.['x-formula'] === undefined ? [] : [notHere([...place, 'items', 'x-formula'])]
    return [...ofItem, ...inRows, ...inObject(property, place)]
  })
}

function inside(property: Property, place: Place): readonly Finding[] {
  const ofItem = property.items?.['x-formula'] === undefined ? [] : [notHere([...place, 'items', 'x-formula'])]
  const inItems = property.items === undefined ? [] : inObject(property.items, [...place, 'items'])
  return [...ofItem, ...inItems, ...inObject(property, place)]
}

function inObject({ properties = {} }: Property, place: Place): readonly Finding[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const here = [...place, 'properties', name]
    return [...(property['x-formula'] === undefined ? [] : [notHere([...here, 'x-formula'])]), ...inside(property, here)]
  })
}

function notHere(place: Place): Finding {
  return { place, at: 'key', code: 'no-effect', message: '公式只能寫在實體的欄位，或多列資料（items）的欄位' }
}

/** With a table, the result needs a column that its area gives to formulas, because other code writes the table too. */
function storage({ entity, names }: EntityContext, fields: readonly string[]): readonly Finding[] {
  const { table } = entity
  if (table === undefined) return []
  const published = names.tables.get(table)
  return fields.flatMap((field): readonly Finding[] => {
    const isList = entity.properties[field]?.['x-formula'] === undefined
    const place: Place = isList ? ['properties', field] : ['properties', field, 'x-formula']
    if (entity.readonly !== true && published?.readonly !== true && published?.formulas?.includes(field)) return []
    return [{ place, at: 'key', code: 'unpublished-field', message: `資料表 ${table} 的欄位「${field}」沒有開放給公式` }]
  })
}
