import { describe, expect, it } from 'vitest'
import { filterDictionary } from './filterDictionary.ts'

describe('filterDictionary', () => {
  const role = { name: 'Role', strArg: 'form.userType' }

  it('narrows the options to the value of the filter it depends on', () => {
    expect(filterDictionary(role, { userType: ['2'] })).toEqual({ name: 'Role', strArg: '2' })
  })

  it('asks for all options while that filter is empty', () => {
    expect(filterDictionary(role, {})).toEqual({ name: 'Role' })
  })

  it('asks for all options while that filter has several values', () => {
    expect(filterDictionary(role, { userType: ['1', '2'] })).toEqual({ name: 'Role' })
  })

  it('leaves other dictionaries as they are', () => {
    const period = { name: 'Period', strArg: '2025' }
    expect([filterDictionary(period, {}), filterDictionary(undefined, {})]).toEqual([period, undefined])
  })
})
