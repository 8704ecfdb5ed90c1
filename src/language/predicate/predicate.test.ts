import { describe, expect, it } from 'vitest'
import type { Predicate } from '../documents/predicate.ts'
import { compareText, evaluate, type PredicateScope } from './predicate.ts'
import { fieldsOf, predicatePaths } from './predicatePaths.ts'

const scope: PredicateScope = {
  row: {
    status: '1',
    points: 5,
    name: '日日好超市 ABC',
    isOpen: true,
    tags: ['a', 'b'],
    none: null,
    blank: '',
    list: [],
    date: '2026-01-31',
  },
  form: { status: '2' },
  user: { userName: 'amy', userType: '2', companyNo: 'C000101', roles: ['MER'], permissions: ['a.b.view'] },
  now: { date: '2026-01-31', time: '2026-01-31T00:00:00.000Z' },
}

const cases: readonly (readonly [string, unknown, boolean])[] = [
  ['equal text', { 'row.status': { eq: '1' } }, true],
  ['a number is not its text', { 'row.status': { eq: 1 } }, false],
  ['a text is not its number', { 'row.points': { eq: '5' } }, false],
  ['not equal', { 'row.status': { ne: '2' } }, true],
  ['not equal needs a value', { 'row.none': { ne: '2' } }, false],
  ['one of', { 'row.status': { in: ['1', '5'] } }, true],
  ['none of', { 'row.status': { nin: ['1', '5'] } }, false],
  ['none of needs a value', { 'row.missing': { nin: ['1'] } }, false],
  ['less', { 'row.points': { lt: 6 } }, true],
  ['less or equal', { 'row.points': { lte: 5 } }, true],
  ['greater', { 'row.points': { gt: 5 } }, false],
  ['greater or equal, dates', { 'row.date': { gte: '2026-01-31' } }, true],
  ['order across types never holds', { 'row.points': { gt: '1' } }, false],
  ['booleans have no order', { 'row.isOpen': { gte: true } }, false],
  ['between includes both ends', { 'row.points': { between: [5, 5] } }, true],
  ['between', { 'row.points': { between: [6, 9] } }, false],
  ['contains, whatever the case', { 'row.name': { contains: 'abc' } }, true],
  ['contains in a number never holds', { 'row.points': { contains: '5' } }, false],
  ['a list has an element', { 'row.tags': { has: 'a' } }, true],
  ['a text has no elements', { 'row.name': { has: 'A' } }, false],
  ['a list is not equal to anything', { 'row.tags': { eq: 'a' } }, false],
  ['null is empty', { 'row.none': { empty: true } }, true],
  ['a missing path is empty', { 'row.missing': { empty: true } }, true],
  ['an empty text is empty', { 'row.blank': { empty: true } }, true],
  ['an empty list is empty', { 'row.list': { empty: true } }, true],
  ['zero and false are not empty', { 'row.isOpen': { empty: false }, 'row.points': { empty: false } }, true],
  ['empty: false fails on null', { 'row.none': { empty: false } }, false],
  ['all tests of a path must hold', { 'row.points': { gt: 1, lt: 3 } }, false],
  ['all paths must hold', { 'row.status': { eq: '1' }, 'row.points': { eq: 6 } }, false],
  ['any', { $any: [{ 'row.status': { eq: '9' } }, { 'row.points': { eq: 5 } }] }, true],
  ['all', { $all: [{ 'row.status': { eq: '1' } }, { 'row.points': { eq: 6 } }] }, false],
  ['not', { $not: { 'row.status': { eq: '9' } } }, true],
  ['not of a missing path', { $not: { 'row.missing': { eq: '9' } } }, true],
  ['combinations and paths together', { 'row.status': { eq: '1' }, $not: { 'row.isOpen': { eq: true } } }, false],
  ['a value from the user', { 'user.userName': { ne: { path: 'row.status' } } }, true],
  ['a value from an empty path makes even ne false', { 'row.status': { ne: { path: 'row.none' } } }, false],
  ['between with a value from elsewhere', { 'row.date': { between: ['2026-01-01', { path: 'now.date' }] } }, true],
  ['between with a missing end', { 'row.date': { between: ['2026-01-01', { path: 'row.none' }] } }, false],
  ['roles', { 'user.roles': { has: 'MER' } }, true],
  ['the form', { 'form.status': { eq: '2' } }, true],
  ['inherited names are missing', { 'row.constructor': { empty: true }, 'row.toString': { empty: true } }, true],
  ['__proto__ is missing', { 'row.__proto__': { empty: false } }, false],
]

describe('a predicate', () => {
  it.each(cases)('decides: %s', (_name, predicate, expected) => expect(evaluate(predicate as Predicate, scope)).toBe(expected))

  it('never holds against a root that is absent', () => expect(evaluate({ 'row.status': { eq: '1' } } as Predicate, {})).toBe(false))

  it.each<unknown>([{ 'row.status': { equals: '1' } }, { $some: [] }, { 'row.status': { constructor: 1 } }])(
    '%j is refused loudly',
    (predicate) => expect(() => evaluate(predicate as Predicate, scope)).toThrow(TypeError),
  )
})

it('orders texts by code point, as the database does', () => {
  expect(compareText('\u{1f600}', '\uffee')).toBeGreaterThan(0)
  expect('\u{1f600}' < '\uffee').toBe(true)
  expect(compareText('a', 'ab')).toBeLessThan(0)
})

it('lists the paths of a predicate with their places', () => {
  const predicate = {
    'row.a': { eq: { path: 'user.userName' } },
    $any: [{ 'form.b': { empty: true } }, { $not: { 'row.a': { in: ['1'] } } }],
  } as Predicate
  expect(predicatePaths(predicate).map(({ root, segments, place }) => [root, segments.join('.'), place.join('/')])).toEqual([
    ['row', 'a', 'row.a'],
    ['user', 'userName', 'row.a/eq/path'],
    ['form', 'b', '$any/0/form.b'],
    ['row', 'a', '$any/1/$not/row.a'],
  ])
  expect(fieldsOf(predicate, 'row')).toEqual(['a'])
  expect(fieldsOf(predicate, 'form')).toEqual(['b'])
})
