import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { asSent, enteredBody, severalLines } from './enteredBody.ts'

const closed = { additionalProperties: false } as const
const Body = Type.Object(
  {
    name: Type.String({ maxLength: 20 }),
    dept: Type.Optional(Type.Union([Type.String({ maxLength: 20 }), Type.Null()])),
    remark: Type.String({ maxLength: 20, ...severalLines }),
    password: Type.String({ maxLength: 20, ...asSent }),
    rows: Type.Array(Type.Object({ name: Type.String({ maxLength: 20 }), count: Type.Integer() }, closed), { maxItems: 3 }),
    channel: Type.Union([Type.Literal('1'), Type.Literal('2')]),
  },
  closed,
)

describe('enteredBody', () => {
  it('enteredBody cleans each text as its schema means it, wherever it stands', () => {
    const sent = {
      name: ' 王\u200b小\u202e明\r\n經理',
      dept: '會\u2060計',
      remark: '一\u2066\r\n二',
      password: ' a\u200bb\n',
      rows: [{ name: '李\ufeff', count: 3 }],
      channel: '1\u200b',
    }
    expect(enteredBody(Body, sent)).toEqual({
      name: '王小明 經理',
      dept: '會計',
      remark: '一\r\n二',
      password: ' a\u200bb\n',
      rows: [{ name: '李', count: 3 }],
      channel: '1',
    })
  })

  it('enteredBody leaves what its schema does not name, and other values, for the validator', () => {
    for (const sent of [null, 3, true, [1, 'a\u200b'], { other: 'a\u200b' }, { name: null }, { rows: 'x' }]) {
      expect(enteredBody(Body, sent)).toEqual(sent)
    }
    expect(enteredBody(Body, 'a')).toBe('a')
  })
})
