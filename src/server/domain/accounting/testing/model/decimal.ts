/**
 * Decimal arithmetic as done on paper: numbers are digit strings ("-1298686.20") and are computed column by column. It is slow, plain and
 * exact, and shares no code with the arithmetic of the product that it checks.
 */
export type Decimal = string

/** Number of digits in one column. */
const width = 6
const full = 10 ** width

interface Written {
  readonly negative: boolean
  /** Lowest column first. */
  readonly columns: readonly number[]
  /** Number of columns after the decimal point. */
  readonly behind: number
}

function read(text: Decimal): Written {
  const negative = text.startsWith('-')
  const [whole = '', fraction = ''] = text.slice(negative ? 1 : 0).split('.')
  const behind = Math.ceil(fraction.length / width)
  const digits = `${whole}${fraction.padEnd(behind * width, '0')}`
  const columns: number[] = []
  for (let end = digits.length; end > 0; end -= width) columns.push(Number(digits.slice(Math.max(0, end - width), end)))
  if (text === '' || columns.some(Number.isNaN)) throw new RangeError(`not a number in digits: ${text}`)
  return { negative, columns, behind }
}

function write({ negative, columns, behind }: Written): Decimal {
  let digits = ''
  for (const column of columns) digits = String(column).padStart(width, '0') + digits
  return signed(negative, digits, behind * width)
}

/** Places the decimal point before the last `places` digits, and removes zeros without meaning. */
function signed(negative: boolean, digits: string, places: number): Decimal {
  const text = digits.padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places).replace(/^0+(?=\d)/, '')
  const fraction = text.slice(text.length - places).replace(/0+$/, '')
  const size = fraction === '' ? whole : `${whole}.${fraction}`
  return negative && size !== '0' ? `-${size}` : size
}

/** Extends the columns to `behind` columns after the point, so that two numbers are aligned at the point. */
function under(behind: number, number: Written): readonly number[] {
  return [...Array<number>(behind - number.behind).fill(0), ...number.columns]
}

function addColumns(a: readonly number[], b: readonly number[]): readonly number[] {
  const result: number[] = []
  let carry = 0
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const column = (a[index] ?? 0) + (b[index] ?? 0) + carry
    carry = column >= full ? 1 : 0
    result.push(column - carry * full)
  }
  return [...result, carry]
}

/** Requires `a` >= `b`. */
function subtractColumns(a: readonly number[], b: readonly number[]): readonly number[] {
  let borrowed = 0
  return a.map((digits, index) => {
    const column = digits - (b[index] ?? 0) - borrowed
    borrowed = column < 0 ? 1 : 0
    return column + borrowed * full
  })
}

function isSmaller(a: readonly number[], b: readonly number[]): boolean {
  for (let index = Math.max(a.length, b.length) - 1; index >= 0; index -= 1) {
    const [one, other] = [a[index] ?? 0, b[index] ?? 0]
    if (one !== other) return one < other
  }
  return false
}

export function plus(one: Decimal, other: Decimal): Decimal {
  const [first, second] = [read(one), read(other)]
  const behind = Math.max(first.behind, second.behind)
  const [a, b] = [under(behind, first), under(behind, second)]
  if (first.negative === second.negative) return write({ negative: first.negative, columns: addColumns(a, b), behind })
  if (isSmaller(a, b)) return write({ negative: second.negative, columns: subtractColumns(filled(b, a.length), a), behind })
  return write({ negative: first.negative, columns: subtractColumns(filled(a, b.length), b), behind })
}

const filled = (columns: readonly number[], length: number) => [...columns, ...Array<number>(Math.max(0, length - columns.length)).fill(0)]

export function opposite(number: Decimal): Decimal {
  if (number === '0') return number
  return number.startsWith('-') ? number.slice(1) : `-${number}`
}

export function minus(one: Decimal, other: Decimal): Decimal {
  return plus(one, opposite(other))
}

export function total(numbers: readonly Decimal[]): Decimal {
  return numbers.reduce(plus, '0')
}

export function times(one: Decimal, other: Decimal): Decimal {
  const [a, b] = [read(one), read(other)]
  const columns = Array<number>(a.columns.length + b.columns.length).fill(0)
  a.columns.forEach((factor, row) => {
    let carry = 0
    b.columns.forEach((digits, index) => {
      const column = (columns[row + index] ?? 0) + factor * digits + carry
      carry = Math.floor(column / full)
      columns[row + index] = column - carry * full
    })
    columns[row + b.columns.length] = carry
  })
  return write({ negative: a.negative !== b.negative, columns, behind: a.behind + b.behind })
}

/** Moves the decimal point to the left. */
function pointMoved(number: Decimal, by: number): Decimal {
  const [whole = '', fraction = ''] = number.replace('-', '').split('.')
  return signed(isNegative(number), `${whole}${fraction}`, fraction.length + by)
}

/** `rate` percent of a number. */
export function percent(number: Decimal, rate: Decimal): Decimal {
  return pointMoved(times(number, rate), 2)
}

/** The integer part of a number. */
export function cut(number: Decimal): Decimal {
  const whole = number.split('.')[0] ?? ''
  return whole === '-0' ? '0' : whole
}

/** R of domain 7: rounds to an integer, half away from zero. */
export function rounded(number: Decimal): Decimal {
  const goesOn = Number(number.split('.')[1]?.[0] ?? 0) >= 5
  if (!goesOn) return cut(number)
  return number.startsWith('-') ? minus(cut(number), '1') : plus(cut(number), '1')
}

export function isNegative(number: Decimal): boolean {
  return number.startsWith('-')
}

export function isLess(one: Decimal, other: Decimal): boolean {
  return isNegative(minus(one, other))
}

export function smaller(one: Decimal, other: Decimal): Decimal {
  return isLess(one, other) ? one : other
}

/** Long division: how often `by` goes into a number. `by` is above 0, the number is 0 or more. */
export function multiples(number: Decimal, by: Decimal): Decimal {
  let [rest, quotient] = ['0', '0']
  for (const digit of cut(number)) {
    rest = plus(times(rest, '10'), digit)
    let count = 0
    for (; !isLess(rest, by); count += 1) rest = minus(rest, by)
    quotient = plus(times(quotient, '10'), String(count))
  }
  return quotient
}

/** Quotient with a given number of decimals, half away from zero. `by` is above 0. */
export function divided(number: Decimal, by: Decimal, places: number): Decimal {
  const size = isNegative(number) ? opposite(number) : number
  const oneMore = multiples(times(size, `1${'0'.repeat(places + 1)}`), by)
  const quotient = rounded(pointMoved(oneMore, 1))
  return pointMoved(isNegative(number) ? opposite(quotient) : quotient, places)
}
