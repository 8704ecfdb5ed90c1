import type { FilterOp } from '../../src/language/documents/vocabulary.ts'

/**
 * Values at and beyond the limits of every type, in an address or a body. The declared type is not trusted: each parameter gets the edge
 * values of its type, and in turn some of all others.
 */

/** Percent-encoded when sent, except those that are raw text of an address. */
export interface WireEdge {
  readonly text: string
  readonly isRaw?: true
}

const plain = (...texts: readonly string[]): readonly WireEdge[] => texts.map((text) => ({ text }))
const raw = (...texts: readonly string[]): readonly WireEdge[] => texts.map((text) => ({ text, isRaw: true }))

const numbers = plain(
  '-1',
  '0',
  '1.5',
  '2147483648',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '9'.repeat(40),
  '1e309',
)
const dates = plain('0000-00-00', '1900-01-01', '2026-02-30', '2999-12-31', '9999-12-31', 'infinity', '-infinity', '294277-01-01')
const instants = plain('1900-01-01T00:00:00+23:59', '2999-12-31T23:59:59.999999999-23:59', '2026-01-01T23:59:60Z', '0000-01-01T00:00:00Z')
const months = plain('000012', '190001', '299912', '202613')
const broken = raw('%00', '%ED%A0%80', '%F0%9F', '%', '%zz', '%25%30%30')
const words = plain(
  '',
  ' ',
  'x',
  '真',
  '\u{1f600}',
  `%_\\'";`,
  '__proto__',
  'constructor',
  'null',
  'true',
  '{}',
  '[]',
  'x'.repeat(101),
  'x'.repeat(201),
)

const byKind = { number: numbers, date: dates, dateTime: [...dates, ...instants], month: [...months, ...dates.slice(0, 2)], text: words }
const all: readonly WireEdge[] = [...numbers, ...dates, ...instants, ...months, ...broken, ...words]

/** Some of many, and others at each turn, so that hundreds of parameters together get all of them. */
export function rotated<T>(all: readonly T[], turn: number, count: number): readonly T[] {
  return all.length <= count ? all : Array.from({ length: count }, (_, index) => all[(turn * count + index) % all.length] as T)
}

/** Edge values of one parameter: of its own kind, and `further` others. @param turn a different number for each parameter */
export function wireEdges(kind: keyof typeof byKind | 'any', turn: number, further: number): readonly WireEdge[] {
  const own = kind === 'any' ? [] : rotated(byKind[kind], turn, 3)
  return [...new Map([...own, ...rotated(all, turn, further)].map((edge) => [edge.text, edge])).values()]
}

export const onWire = ({ text, isRaw }: WireEdge): string => (isRaw ? text : encodeURIComponent(text))

/** Every operator, even those that the document does not offer. */
export const everyOp: readonly FilterOp[] = ['contains', 'eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte', 'between']

const deep = (depth: number): unknown => (depth === 0 ? 'x' : [deep(depth - 1)])

const bodyByType: Readonly<Record<string, readonly unknown[]>> = {
  integer: [-1, 0, 1.5, 2 ** 31, Number.MAX_SAFE_INTEGER, 2 ** 53 + 2, 2 ** 63, 1e308, '9223372036854775808', '1'],
  number: [-1, 0, 1.0000000000000002, Number.MAX_SAFE_INTEGER, 2 ** 63, 1e308, 5e-324, '1e400'],
  boolean: ['true', 1, 'x'],
  string: [
    '',
    ' ',
    'x',
    '\u0000',
    '\ud800',
    '\u{1f600}'.repeat(60),
    'x'.repeat(70_000),
    '0000-00-00',
    '1900-01-01',
    '2999-12-31',
    'infinity',
    '9'.repeat(40),
  ],
  array: [[], [null], [[]], [{}], ['x'], [1, 1], ['\u0000'], Array.from({ length: 6000 }, () => 'x')],
  object: [{}, { x: 1 }, { '': '' }, { constructor: 1 }],
}
const bodyAll: readonly unknown[] = [
  null,
  true,
  -1,
  2 ** 63,
  1.5,
  '',
  'x',
  '2026-02-30',
  '\u0000',
  '\udc00',
  [],
  [null],
  {},
  { length: 1 },
  deep(31),
  deep(40),
]

/** Edges of one member of a JSON body. */
export function bodyEdges(type: unknown, turn: number, own: number, further: number): readonly unknown[] {
  const types = [type].flat().filter((one): one is string => typeof one === 'string')
  const ofType = types.flatMap((one) => bodyByType[one] ?? [])
  return [...rotated(ofType, turn, own), ...rotated(bodyAll, turn, further)]
}

/** Whole bodies that no form sends: `[content type, text]`; null = none. */
export const wholeBodies: readonly (readonly [type: string | null, text: string])[] = [
  [null, ''],
  ['application/json', ''],
  ['application/json', ' '],
  ['application/json', 'null'],
  ['application/json', '[]'],
  ['application/json', '"x"'],
  ['application/json', '0'],
  ['application/json', '{'],
  ['application/json', '\ufeff{}'],
  ['application/json', '{"__proto__":{"x":1}}'],
  ['application/json', '{"a":1,"a":2}'],
  ['application/json', `${'['.repeat(5000)}`],
  ['application/json', `{${Array.from({ length: 3000 }, (_, index) => `"k${index}":0`).join()}}`],
  ['application/json; charset=utf-16', '{}'],
  ['application/json', '{"x":1e999}'],
  ['text/plain', '{}'],
  ['application/x-www-form-urlencoded', 'a=1&a[b]=2&__proto__=x'],
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=', 'x'],
  ['multipart/form-data; boundary=b', ''],
  ['multipart/form-data; boundary=b', '--b--\r\n'],
  ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nx\r\n--b--\r\n'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nPK\u0003\u0004x\r\n--b--\r\n',
  ],
  ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n'],
  ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n'],
  ['application/octet-stream', 'x'],
  ['x', 'x'],
  [';;', 'x'],
]
