import { describe, expect, it } from 'vitest'
import { shareParts } from './share.ts'

describe('shareParts', () => {
  const former = { title: '門市', fields: [{ name: 'a' }, { name: 'b' }], list: { sort: ['a'] } }

  it('an equal value is the former one', () => expect(shareParts(former, structuredClone(former))).toBe(former))

  it('a changed value keeps what did not change', () => {
    const next = shareParts(former, { ...structuredClone(former), title: '分店' })
    expect(next).toEqual({ ...former, title: '分店' })
    expect(next.fields).toBe(former.fields)
    expect(next.list).toBe(former.list)
  })

  it('a longer or shorter list is a new one of the same members', () => {
    const next = shareParts(former.fields, [{ name: 'a' }])
    expect(next).toEqual([{ name: 'a' }])
    expect(next[0]).toBe(former.fields[0])
  })

  it('another order of keys is a new value', () => {
    const { title, ...rest } = former
    const next = shareParts(former, { ...rest, title })
    expect(next).not.toBe(former)
    expect(Object.keys(next)).toEqual(['fields', 'list', 'title'])
  })

  it('a list and an object with the same members differ', () => expect(shareParts({ 0: 'a' }, ['a'])).toEqual(['a']))
})
