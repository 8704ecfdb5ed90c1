import { describe, expect, it } from 'vitest'
import { checkFolder } from '../../../commands/schemas/documents.ts'
import type { Property } from '../../../language/documents/entity.ts'
import { isContent, widgetOf } from '../../../language/entity/property.ts'
import { enteredText, enteredTexts } from './enteredText.ts'

function textsOf(path: string, properties: Readonly<Record<string, Property>>): readonly (readonly [string, Property])[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const own = property.type === 'string' ? [[`${path}.${name}`, property] as const] : []
    return [...own, ...textsOf(`${path}.${name}`, property.items?.properties ?? property.properties ?? {})]
  })
}

const texts = [...checkFolder().catalog.entities.values()].flatMap((entity) => [
  ...textsOf(entity.name, entity.properties),
  ...Object.entries(entity.transitions ?? {}).flatMap(([name, { input }]) => textsOf(`${entity.name}.${name}`, input?.properties ?? {})),
])
const pasted = '甲\u202e\u200b\r\n乙\u0007'

describe('a text as it is stored', () => {
  it.each(texts.map(([path, property]) => ({ path, property })))(
    'a text as it is stored has the lines of its field: $path',
    ({ property }) => {
      const stored = enteredText(property, pasted)
      if (property['x-mask'] === 'secret' || isContent(property)) expect(stored).toBe(pasted)
      else expect(stored).toMatch(widgetOf(property) === 'textarea' ? /^甲\r\n乙$/ : /^甲 ?乙$/)
    },
  )

  it('a text as it is stored is cleaned in lists and rows too', () => {
    const line: Property = { type: 'string', title: '項目' }
    const rows: Property = { type: 'array', title: '明細', items: { type: 'object', title: '列', properties: { lineName: line } } }
    expect(enteredTexts(rows, [{ lineName: '甲\n乙' }])).toEqual([{ lineName: '甲 乙' }])
    expect(enteredTexts({ type: 'array', title: '標籤', items: line }, ['甲\t乙\u200b'])).toEqual(['甲 乙'])
  })

  it('a text as it is stored fits its format although it was copied with what nobody sees', () => {
    expect(enteredText({ type: 'string', title: '手機', format: 'mobile' }, '\u202a0912-345-678\u202c\n')).toBe('0912345678')
    expect(enteredText({ type: 'string', title: '信箱', format: 'email' }, 'a\u200b@example.com\n')).toBe('a@example.com')
  })
})
