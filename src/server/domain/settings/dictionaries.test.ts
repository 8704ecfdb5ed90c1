import { describe, expect, it } from 'vitest'
import { dictionaryDefaults, parameterDefaults } from './codeDefaults.ts'
import { valueFits, valueInRange } from './codeRules.ts'
import { editableDictionaries, periodOptions, yearOptions } from './dictionaries.ts'

describe('Year and Period', () => {
  it('Year and Period are counted from today, newest first, and settings of next year can be made', () => {
    expect(yearOptions('2025-01-15', 2).map((option) => option.value)).toEqual(['2026年', '2025年', '2024年', '2023年'])
    expect(periodOptions('2025-01-31', 2)).toEqual([
      { key: '202501', value: '2025年01月' },
      { key: '202412', value: '2024年12月' },
      { key: '202411', value: '2024年11月' },
    ])
  })

  it('Year and Period stay within reason whatever is asked', () => {
    expect(yearOptions('2025-01-15', 1e9)).toHaveLength(52)
    expect(periodOptions('2025-01-15', -3)).toHaveLength(1)
  })
})

describe('delivered codes', () => {
  it('pass the rules that people must follow', () => {
    for (const { code, valueType, value } of parameterDefaults) {
      expect([code, valueFits(valueType, value) && valueInRange(code, value)]).toEqual([code, true])
    }
  })

  it('fill every editable dictionary', () => {
    expect(Object.keys(dictionaryDefaults).sort()).toEqual([...editableDictionaries].sort())
  })
})
