import { getNodeValue } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { checkSyntax, plainValue, syntaxTree } from './syntax.ts'

/** Has a string with a quote, a colon and a backslash in it, keys beside each other, and every kind of value. */
const document = '{ "name": "a\\"b: \\\\", "$if": [true, null, -1.5e3, { "x": "1" }, {}], "in": {\n\t"x": [], "y": false } }'

const pieces = ['"', ':', ',', '{', '}', '[', ']', '\\', ' ', '\u00a0', '1', 'x', '//', '"x":1,', '"y": ":",', '"__proto__":1,', '\u0001']

function variants(text: string): readonly string[] {
  const places = Array.from({ length: text.length + 1 }, (_, index) => index)
  const without = places.map((at) => text.slice(0, at) + text.slice(at + 1))
  const inserted = places.flatMap((at) => pieces.map((piece) => text.slice(0, at) + piece + text.slice(at)))
  return [text, ...without, ...inserted]
}

describe('a text that was read without a syntax tree', () => {
  it('a damaged text is read without a tree just when the tree has nothing to say, and means the same', () => {
    const read = variants(document).map((text) => ({ text, value: plainValue(text), found: checkSyntax({ path: 'a.json', text }) }))
    expect(read.filter(({ value, found }) => (value === undefined) !== found.length > 0)).toEqual([])
    const plain = read.filter(({ value }) => value !== undefined)
    expect(plain.length).toBeGreaterThan(100)
    expect(read.length - plain.length).toBeGreaterThan(100)
    for (const { text, value } of plain) {
      const { root } = syntaxTree(text)
      expect(value).toEqual(root && getNodeValue(root))
    }
  })

  it.each(['{ "a": 1, "a": 1 }', '{ "a": { "b": 1, "\\u0062": 2 } }', '{ "constructor": 1 }', '{ "a": [{ "__proto__": {} }] }', '', ' '])(
    'a repeated or forbidden key is never passed over: %s',
    (text) => expect(plainValue(text)).toBeUndefined(),
  )

  it('a repeated key is told where it stands again, with the place where it stood first', () => {
    const text = '{\n  "a": 1,\n  "b": [{ "c": 1,\n    "d": 2, "c": 3, "\\u0063": 4 }],\n  "a": 2\n}'
    const found = checkSyntax({ path: 'a.json', text }).map(({ line, column, pointer, message }) => [line, column, pointer, message])
    expect(found).toEqual([
      [5, 3, '/a', '鍵「a」重複：第 2 行第 3 字已經有，請刪除其中一個'],
      [4, 13, '/b/0/c', '鍵「c」重複：第 3 行第 11 字已經有，請刪除其中一個'],
      [4, 21, '/b/0/c', '鍵「c」重複：第 3 行第 11 字已經有，請刪除其中一個'],
    ])
  })

  it.each([
    ['{ "a": 1,000 }', 10, '數字不可有千分位的逗號，1,000 請寫成 1000'],
    ['{ "a": +5 }', 8, '數字前面不可有 +，請刪除'],
    ['{ "a": 0912 }', 9, '數字不可以 0 開頭；代碼、電話一類的文字請加雙引號'],
    ['{ "a": １０ }', 8, '此處的「１」是全形字，請改成半形的 1'],
  ])('a number that JSON does not know is told how to write: %s', (text, column, message) =>
    expect(checkSyntax({ path: 'a.json', text })[0]).toMatchObject({ line: 1, column, message: `JSON 語法錯誤：${message}` }),
  )

  it.each([
    ['Big5', Buffer.from([...Buffer.from('{ "a":\n "'), 0xb3, 0xa3, ...Buffer.from('" }')]), 2, 3],
    ['UTF-16', Buffer.from('\ufeff{ "a": "b" }', 'utf16le'), 1, 1],
    ['UTF-16 without a mark', Buffer.from('{ "a": "b" }', 'utf16le'), 1, 2],
  ])('a file that was saved as %s is not read as other letters, but told to be saved as UTF-8', (_name, bytes, line, column) => {
    const text = bytes.toString('utf8')
    expect(plainValue(text)).toBeUndefined()
    const [found, ...more] = checkSyntax({ path: 'a.json', text })
    expect(found).toMatchObject({ line, column, message: expect.stringContaining('UTF-8') })
    expect(more).toEqual([])
  })
})
