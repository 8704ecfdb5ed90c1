import { afterEach, expect, test, vi } from 'vitest'
import { ownPath } from '../../client/parts/ownIcons.ts'
import { iconNames } from '../../rules/iconNames.ts'
import { aliases, drawingOf, drawingsOf, loadDrawings } from './menuDrawings.ts'
import text from './symbols.svg?raw'

afterEach(() => vi.unstubAllGlobals())

const drawings = drawingsOf(text)

test('every icon that documents may name is drawn, by code or from the file, and only once', () => {
  for (const name of iconNames) {
    const symbol = aliases.get(name) ?? name
    expect(
      [ownPath(symbol), drawings.get(symbol)].filter((path) => path !== undefined),
      name,
    ).toHaveLength(1)
  }
  expect(new Set(drawings.values()).size).toBe(drawings.size)
})

test('the file holds nothing that no document can name, and a line for each drawing', () => {
  const names = new Set<string>(iconNames)
  const wanted = new Set([...names, ...aliases.values()])
  expect([...drawings.keys()].filter((name) => !wanted.has(name))).toEqual([])
  expect([...aliases.keys()].filter((name) => !names.has(name))).toEqual([])
  expect(text.match(/<path/g)).toHaveLength(drawings.size)
})

test('what code draws too is drawn at once, the rest when the file is there', () => {
  expect(drawingOf('settings', null)).toBe(ownPath('settings'))
  expect(drawingOf('push_pin', null)).toBe(ownPath('keep'))
  expect([drawingOf('store', null), drawingOf('assessment', null)]).toEqual([undefined, undefined])
  expect(drawingOf('store', drawings)).toBe(drawings.get('store'))
  expect(drawingOf('assessment', drawings)).toBe(drawings.get('insert_chart'))
  for (const name of ['constructor', '__proto__', 'no_such_icon']) expect(drawingOf(name, drawings), name).toBeUndefined()
})

test('a file that cannot be had leaves the menu without these icons', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  expect((await loadDrawings()).size).toBe(0)
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  expect((await loadDrawings()).size).toBe(0)
  vi.stubGlobal('fetch', async () => new Response(text))
  expect((await loadDrawings()).get('store')).toBe(drawings.get('store'))
})
