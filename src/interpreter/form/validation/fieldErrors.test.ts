import { describe, expect, it } from 'vitest'
import { errorCount, errorSchemaOf, fieldOfProperty, ownErrors, rowErrors } from './fieldErrors.ts'

describe('errorSchemaOf', () => {
  it('places refusals of the server at fields and cells', () => {
    const schema = errorSchemaOf({ name: '已存在', 'members.0.code': '必填' })
    expect(ownErrors(schema.name)).toEqual(['已存在'])
    expect(rowErrors(schema.members)).toEqual({ 0: { code: ['必填'] } })
    expect(errorCount(schema.members)).toBe(1)
  })

  it('errorSchemaOf takes any name as a name', () => {
    const schema = errorSchemaOf({ __proto__x: 'a', constructor: 'b' })
    expect(ownErrors(Object.entries(schema).find(([name]) => name === 'constructor')?.[1])).toEqual(['b'])
    errorSchemaOf(JSON.parse('{"__proto__.polluted":"x"}'))
    expect('polluted' in {}).toBe(false)
  })
})

describe('fieldOfProperty', () => {
  it('finds the field of a dotted property', () => {
    expect(fieldOfProperty('.tiers.0.conditionPoint')).toBe('tiers')
    expect(fieldOfProperty('name')).toBe('name')
    expect(fieldOfProperty(undefined)).toBe('')
  })
})
