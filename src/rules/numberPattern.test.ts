import { describe, expect, it } from 'vitest'
import { numberFrame, numberPattern, numberText } from './numberPattern.ts'

const textOf = (pattern: string, number: number) => numberText(numberFrame(pattern, '2026-03-09'), number)

describe('the pattern of an automatic number', () => {
  it.each([
    ['PK{yyyyMM}{0000}', 7, 'PK2026030007'],
    ['{yyyyMMdd}-{000}', 12, '20260309-012'],
    ['R/{yy}/{0}A', 1234, 'R/26/1234A'],
    ['{yyMM}{00}', 3, '260303'],
    ['{yyMMdd}{00}', 100, '260309100'],
    ['{yyyy}{000}', 5, '2026005'],
    ['T{00000}', 42, 'T00042'],
  ])('%s and %d give %s', (pattern, number, text) => {
    expect(pattern).toMatch(new RegExp(numberPattern))
    expect(textOf(pattern, number)).toBe(text)
  })

  it.each(['', 'PK', '{yyyy}', '{MM}{000}', '{000}{yyyy}', '{000}1', '{000}{000}', 'a b{0}', '{0000000000}', "'{0}", '{yyyyMM}{yyyy}{0}'])(
    '%s is none',
    (pattern) => expect(pattern).not.toMatch(new RegExp(numberPattern)),
  )
})
