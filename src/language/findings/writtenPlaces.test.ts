import { type Node, parseTree } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { locate } from './source.ts'
import { type Written, writtenPlaces } from './writtenPlaces.ts'

/** Has quotes, colons and backslashes in strings, keys beside each other, and every kind of value. */
const document =
  '\n{ "name": "a\\"b: \\\\", "\\u0024if" : [true, null, -1.5e3, { "x": "1" }, {}, 0],\r\n"in": {\n\t"x": [], "y": false, "x": 2 , "__proto__": "\\\\" } } '

const pieces = ['"', ':', ',', '}', ']', '\\', ' ', '\\\\', '1', '"x":1,', '"y": ":",', '"", ', '{}, ', '[[]], ']

function variants(text: string): readonly string[] {
  const places = Array.from({ length: text.length + 1 }, (_, index) => index)
  const without = places.map((at) => text.slice(0, at) + text.slice(at + 1))
  const inserted = places.flatMap((at) => pieces.map((piece) => text.slice(0, at) + piece + text.slice(at)))
  return [text, ...without, ...inserted]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What a syntax tree knows of the places. */
function placesIn({ offset, type, children = [] }: Node, key?: number): Written {
  const own = key === undefined ? { offset } : { offset, key }
  if (type === 'array') return { ...own, parts: children.map((part) => placesIn(part)) }
  if (type !== 'object') return own
  const members = new Map<string, Written>()
  for (const { children: [name, value] = [] } of children)
    if (name && value && !members.has(name.value)) members.set(name.value, placesIn(value, name.offset))
  return { ...own, members }
}

describe('the places of values', () => {
  it('a text that is JSON has them where its syntax tree has them', () => {
    const texts = [...variants(document), ...variants('["", 1]'), '1', ' "a"', '[]', '{}'].filter(isJson)
    expect(texts.length).toBeGreaterThan(500)
    for (const text of texts) expect(writtenPlaces(text), text).toEqual(placesIn(parseTree(text) as Node))
  })

  it('something that is not there is placed where the nearest part of it is', () => {
    const source = { path: 'a.json', text: '{\n  "list": [1,\n    { "field": 2 }]\n}' }
    const at = (place: readonly (string | number)[], part: 'key' | 'value' = 'value') => {
      const { line, column } = locate(source, { place, code: 'x', message: '', at: part })
      return [line, column]
    }
    expect(at(['list', 1, 'field'])).toEqual([3, 16])
    expect(at(['list', 1, 'field'], 'key')).toEqual([3, 7])
    expect(at(['list', 1, 'other', 'deep'], 'key')).toEqual([3, 5])
    expect(at(['list', 'field'])).toEqual([2, 11])
    expect(at(['list', 7])).toEqual([2, 11])
    expect(at(['other'], 'key')).toEqual([1, 1])
    expect(at([])).toEqual([1, 1])
  })
})
