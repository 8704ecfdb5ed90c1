import { describe, expect, it } from 'vitest'
import { findings, shopEntity } from '../../../testing/documents.ts'

const properties = {
  ...shopEntity.properties,
  size: { type: 'string', title: '規模', enum: ['大', '中', '小'] },
  storedSize: { type: 'string', title: '核定規模', enum: ['大', '小'], 'x-computed': true },
}

/** Findings about an approval that asks for something. */
const asking = (input: object, stamp?: object) => {
  const approve = { ...shopEntity.transitions?.approve, input: { properties: input }, ...(stamp && { stamp }) }
  return findings({ entity: { properties, transitions: { ...shopEntity.transitions, approve } } })
}
const at = (path: string) => `/transitions/approve/input/properties/${path}`

describe('what a step asks for', () => {
  it('what a step asks for is kept in a field, by a stamp or as the remark of the history, or is warned about', () => {
    const note = { note: { type: 'string', title: '說明' } }
    expect(asking(note)).toEqual([`lost-input ${at('note')}`])
    expect(asking({ reason: note.note })).toEqual([])
    expect(asking(note, { shopName: 'input.note' })).toEqual([])
    const city = { city: { type: 'string', title: '縣市', 'x-dictionary': 'City' } }
    const district = { cityCode: { type: 'string', title: '縣市', 'x-dictionary': { name: 'City', strArg: 'form.city' } } }
    expect(asking({ ...city, ...district })).toEqual([])
  })

  it('what a step asks for may be less than the field of its name takes, or something else', () => {
    expect(asking({ size: { type: 'string', title: '規模', enum: ['大', '小'] } })).toEqual([])
    expect(asking({ openDate: { type: 'string', title: '開店日', format: 'date' } })).toEqual([])
    expect(asking({ cityCode: { type: 'string', title: '縣市', 'x-dictionary': 'City' } })).toEqual([])
    expect(asking({ shopName: { type: 'string', title: '名稱', enum: ['甲', '乙'] } })).toEqual([])
    expect(asking({ other: { type: 'boolean', title: '其他', const: true } })).toEqual([])
  })

  it.each<[string, object, string]>([
    ['another type', { points: { type: 'string', title: '點數' } }, `wrong-type ${at('points/type')} integer`],
    ['a number for a text', { shopName: { type: 'integer', title: '名稱' } }, `wrong-type ${at('shopName/type')} string`],
    ['a text for a day', { openDate: { type: 'string', title: '開店日' } }, `wrong-type ${at('openDate')}`],
    ['a moment for a day', { openDate: { type: 'string', title: '日', format: 'date-time' } }, `wrong-type ${at('openDate/format')} date`],
    [
      'a list of other values',
      { tags: { type: 'array', title: '標籤', items: { type: 'integer' } } },
      `wrong-type ${at('tags/items/type')} string`,
    ],
    [
      'another dictionary',
      { cityCode: { type: 'string', title: '縣市', 'x-dictionary': 'District' } },
      `other-choices ${at('cityCode/x-dictionary')} City`,
    ],
    ['no dictionary', { cityCode: { type: 'string', title: '縣市' } }, `other-choices ${at('cityCode')}`],
    [
      'a choice that the field does not have',
      { size: { type: 'string', title: '規模', enum: ['大', '巨'] } },
      `other-choices ${at('size/enum/1')}`,
    ],
    ['no choices', { size: { type: 'string', title: '規模' } }, `other-choices ${at('size')}`],
  ])('what a step asks for is refused when it is %s', (_what, input, expected) => {
    expect(asking(input).filter((one) => one.startsWith(expected))).toHaveLength(1)
  })

  it('what a step asks for is one of the choices of the field that it is stamped into', () => {
    const input = { newSize: { type: 'string', title: '規模', enum: ['大', '中'] } }
    expect(asking(input, { storedSize: 'input.newSize' })[0]).toMatch(`other-choices ${at('newSize/enum/1')}`)
    const fitting = { newSize: { type: 'string', title: '規模', enum: ['大'] } }
    expect(asking(fitting, { storedSize: 'input.newSize' })).toEqual([])
  })
})
