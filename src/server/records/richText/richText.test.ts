import { describe, expect, it } from 'vitest'
import type { Property } from '../../../language/documents/entity.ts'
import { acceptRichText, holdsRichText } from './richText.ts'

const html: Property = { type: 'string', title: '內容', format: 'html' }
const plain: Property = { type: 'string', title: '備註' }
const rows: Property = { type: 'array', title: '段落', items: { type: 'object', properties: { body: html, note: plain } } }
const attack = '<p>甲</p><xmp><script>x()</script></xmp>'

describe('acceptRichText', () => {
  it('cleans rich text wherever it sits, and nothing else', () => {
    expect(acceptRichText('a', html, attack)).toBe('<p>甲</p>')
    expect(acceptRichText('a', plain, attack)).toBe(attack)
    expect(acceptRichText('a', rows, [{ body: attack, note: attack, further: attack }])).toEqual([
      { body: '<p>甲</p>', note: attack, further: attack },
    ])
    expect(acceptRichText('a', { type: 'object', properties: { inner: rows } }, { inner: [{ body: attack }] })).toEqual({
      inner: [{ body: '<p>甲</p>' }],
    })
    expect(acceptRichText('a', undefined, attack)).toBe(attack)
    for (const value of [null, undefined, 1]) expect(acceptRichText('a', html, value)).toBe(value)
  })

  it('says at the field what is too much', () => {
    expect(() => acceptRichText('body', html, '<b>'.repeat(200))).toThrow('內容 格式不可超過 100 層，請清除格式後再試')
  })
})

it('finds rich text in rows and members', () => {
  expect([html, rows, plain].map(holdsRichText)).toEqual([true, true, false])
})
