import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { listOf, Moment, mapOf, orNull, Whole } from '../../../../answers/shapes.ts'
import { createAnswerWriter } from './answerWriter.ts'

const write = (schema: unknown, value: unknown) => createAnswerWriter(schema)(value)

describe('an answer', () => {
  it('an answer leaves without what its schema does not name, at every depth', () => {
    const schema = Type.Object({ rows: listOf(Type.Object({ id: Whole, owner: orNull(Type.Object({ name: Type.String() })) })) })
    const value = {
      rows: [
        { id: 1, pin: '0000', owner: { name: 'a', salt: 'b' } },
        { id: 2, owner: null },
      ],
      secret: 'c',
    }
    expect(write(schema, value)).toBe('{"rows":[{"id":1,"owner":{"name":"a"}},{"id":2,"owner":null}]}')
  })

  it('an answer is written as JSON.stringify writes it: null, fractions and texts stay what they are', () => {
    const schema = Type.Object({ text: Type.String(), whole: Whole, at: Moment, is: Type.Boolean(), list: listOf(Whole) })
    for (const value of [
      { text: null, whole: null, at: null, is: null, list: null },
      { text: 5, whole: 1.5, at: 'a"b', is: 'yes', list: [null, '1'] },
      { text: '"\u2028', whole: Number.MAX_SAFE_INTEGER, at: new Date(0), is: undefined, list: [] },
    ]) {
      expect(write(schema, value)).toBe(JSON.stringify(value))
    }
  })

  it('an answer of a choice has the members of every side', () => {
    const choice = Type.Union([
      Type.Object({ ok: Type.Literal(true), points: Whole }),
      Type.Object({ ok: Type.Literal(false), text: Type.String() }),
    ])
    expect(
      write(listOf(choice), [
        { ok: true, points: 5, pin: '1' },
        { ok: false, text: 'no' },
      ]),
    ).toBe('[{"ok":true,"points":5},{"ok":false,"text":"no"}]')
  })

  it('an answer of free names has each of them, cut to the shape of its value', () => {
    expect(write(mapOf(Type.Object({ a: Whole })), { x: { a: 1, b: 2 }, y: { a: 3 } })).toBe('{"x":{"a":1},"y":{"a":3}}')
  })

  it('an answer that stands where its schema has something else does not leave', () => {
    expect(() => write(Type.Object({ name: Type.String() }), { name: { secret: 1 } })).toThrow()
    expect(() => write(Type.Object({ name: Type.String() }), [{ secret: 1 }])).toThrow()
    expect(() => write(listOf(Type.String()), { secret: 1 })).toThrow()
    expect(() => write(Type.Object({ points: Whole }), { points: 1n })).toThrow()
  })
})
