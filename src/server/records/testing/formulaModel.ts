/**
 * What formulas mean, written a second time and in another way for the property tests: numbers are whole units of a power of ten, and a
 * division happens only directly below a rounding.
 */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

type Row = Readonly<Record<string, unknown>>
type Result = Decimal | string | null

const power = (scale: number) => BigInt(`1${'0'.repeat(scale)}`)
const toScale = ({ units, scale }: Decimal, target: number) => units * power(target - scale)

function decimalOf(value: number): Decimal {
  const [whole = '', fraction = ''] = String(value).split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

/** Divides whole numbers, half away from zero, digit by digit as on paper. */
function divide(numerator: bigint, denominator: bigint, decimals: number): Decimal {
  const isNegative = numerator < 0n !== denominator < 0n
  let rest = numerator < 0n ? -numerator : numerator
  const by = denominator < 0n ? -denominator : denominator
  let digits = rest / by
  rest %= by
  for (let place = 0; place < decimals; place += 1) {
    digits = digits * 10n + (rest * 10n) / by
    rest = (rest * 10n) % by
  }
  if (rest * 2n >= by) digits += 1n
  return { units: isNegative ? -digits : digits, scale: decimals }
}

export function roundDecimal({ units, scale }: Decimal, decimals: number): Decimal {
  return decimals >= scale ? { units: units * power(decimals - scale), scale: decimals } : divide(units, power(scale), decimals)
}

/** The number as JSON carries it; null where there are more than fifteen digits. */
export function numberOf({ units, scale }: Decimal): number | null {
  if (units >= 10n ** 15n || units <= -(10n ** 15n)) return null
  return Number(textOfDecimal({ units, scale }))
}

function textOfDecimal({ units, scale }: Decimal): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  return `${sign}${digits.slice(0, digits.length - scale)}${scale > 0 && fraction !== '' ? `.${fraction}` : ''}`
}

const isDecimal = (value: Result): value is Decimal => typeof value === 'object' && value !== null

/** Joins decimals; an empty operand makes the result empty. */
function join(values: readonly Result[], how: (left: Decimal, right: Decimal) => Decimal): Result {
  if (!values.every(isDecimal)) return null
  return (values as readonly Decimal[]).reduce(how)
}

function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale)
  return { units: toScale(left, scale) + toScale(right, scale), scale }
}

const multiply = (left: Decimal, right: Decimal): Decimal => ({ units: left.units * right.units, scale: left.scale + right.scale })
const opposite = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale })

function compare(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale)
  return Number(toScale(left, scale) - toScale(right, scale))
}

const dayNumber = (date: string) => Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8))) / 86_400_000

/** The value of an operand for a row. */
export function modelValue(operand: unknown, row: Row): Result {
  if (typeof operand === 'number') return decimalOf(operand)
  if (typeof operand === 'string') return operand.startsWith('row.') ? readField(row[operand.slice(4)]) : operand
  const [[operator, given] = ['', []]] = Object.entries(operand as object) as [string, readonly unknown[] | string][]
  const values = () => (given as readonly unknown[]).map((part) => modelValue(part, row))
  switch (operator) {
    case '$add':
      return join(values(), add)
    case '$sub':
      return join(values(), (left, right) => add(left, opposite(right)))
    case '$mul':
      return join(values(), multiply)
    case '$round':
      return modelRound(given[0], given[1] as unknown as number, row)
    case '$sum':
      return present(given, row).reduce<Decimal>(add, { units: 0n, scale: 0 })
    case '$min':
    case '$max': {
      const sorted = [...present(given, row)].sort(compare)
      return (operator === '$min' ? sorted[0] : sorted.at(-1)) ?? null
    }
    case '$count':
      return { units: BigInt(column(given as string, row).filter((value) => value !== null).length), scale: 0 }
    case '$if': {
      const [[path, tests] = ['', {}]] = Object.entries(given[0] as unknown as object) as [string, { gt?: number; empty?: boolean }][]
      const value = row[path.slice(4)] ?? null
      const holds = tests.empty === undefined ? typeof value === 'number' && value > (tests.gt ?? 0) : (value === null) === tests.empty
      return holds ? modelValue(given[1], row) : given.length > 2 ? modelValue(given[2], row) : null
    }
    case '$concat':
      return values()
        .map((value) => (isDecimal(value) ? textOfDecimal(value) : (value ?? '')))
        .join('')
    case '$days': {
      const [from, to] = values() as [string | null, string | null]
      return from && to ? { units: BigInt(dayNumber(to) - dayNumber(from)), scale: 0 } : null
    }
    case '$date': {
      const [from, steps] = values() as [string | null, Decimal | null]
      return from && steps ? new Date((dayNumber(from) + Number(steps.units)) * 86_400_000).toISOString().slice(0, 10) : null
    }
    default:
      throw new Error(`the model does not know ${operator}`)
  }
}

function readField(value: unknown): Result {
  if (typeof value === 'number') return decimalOf(value)
  return typeof value === 'string' && value !== '' ? value : null
}

function column(path: string, row: Row): readonly Result[] {
  const [, list = '', member] = path.split('.')
  const lines = (row[list] ?? []) as readonly Row[]
  return lines.map((line) => (member === undefined ? '' : readField(line[member])))
}

function present(given: readonly unknown[] | string, row: Row): readonly Decimal[] {
  const values = typeof given === 'string' ? column(given, row) : given.map((part) => modelValue(part, row))
  return values.filter(isDecimal)
}

/** A rounding with a division below it, or a product with a division. */
function modelRound(operand: unknown, decimals: number, row: Row): Result {
  const quotient = (operand as { readonly $div?: readonly [unknown, unknown] }).$div
  const [product, factor] = (operand as { readonly $mul?: readonly [{ $div?: readonly [unknown, unknown] }, unknown] }).$mul ?? []
  const inProduct = product?.$div
  const [above, below] = quotient ?? inProduct ?? []
  if (above === undefined) {
    const value = modelValue(operand, row)
    return isDecimal(value) ? roundDecimal(value, decimals) : null
  }
  const parts = [modelValue(above, row), modelValue(below, row), inProduct ? modelValue(factor, row) : decimalOf(1)]
  const [numerator, denominator, times] = parts
  if (!numerator || !denominator || !times || !parts.every(isDecimal)) return null
  const whole = multiply(numerator as Decimal, times as Decimal)
  const divisor = denominator as Decimal
  if (divisor.units === 0n) return null
  const scale = Math.max(whole.scale, divisor.scale)
  return divide(toScale(whole, scale), toScale(divisor, scale), decimals)
}
