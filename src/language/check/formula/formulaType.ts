import { isDate } from '../../../rules/dates.ts'
import { decimalsOf } from '../../../rules/fraction.ts'
import { isFormula, isPath, type Operand, type Operator, operationOf } from '../../documents/formula.ts'
import type { Predicate } from '../../documents/predicate.ts'
import type { Finding, Place } from '../../findings/source.ts'
import { decimalsMax } from '../../formula/evaluateFormula.ts'
import { predicatePaths } from '../../predicate/predicatePaths.ts'
import { checkPredicate } from '../predicateRule.ts'
import { listAt, memberAt, typeOfPath, unreadable } from './formulaFields.ts'
import { type FormulaType, type FormulaUse, kindTexts, number, type Typed, tell } from './formulaUse.ts'

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
    const why = unreadable(field, use)
    const at = path.place.at(-1) === 'path' ? 'value' : 'key'
    if (why !== null) use.findings.push({ place: path.place, at, ...why })
  }
}
